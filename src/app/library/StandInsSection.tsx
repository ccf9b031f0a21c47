import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { makingOf } from '#plan';
import { openDialog } from '../state/dialogs';
import { useDocument } from '../state/session';
import { ItemsSection } from './ItemsSection';

/** What stands in for capabilities that are not here; it is only shown where something does. */
export function StandInsSection() {
  const capabilities = useDocument(({ workspace }) => workspace.capabilities);
  const [open, setOpen] = useState(false);
  const made = capabilities.flatMap(({ id, make }) => {
    const making = make === undefined ? null : makingOf(make);
    return making === null
      ? []
      : [{ id, name: id, kind: making.kind === 'use' ? making.capability : 'answers' }];
  });
  if (made.length === 0) return null;
  const choose = (): void => openDialog({ kind: 'standIns', next: null });
  return (
    <ItemsSection
      title="Stand-ins"
      icon={PlugZap}
      items={made}
      open={open}
      none=""
      addLabel="Choose replacements"
      onToggle={() => setOpen(!open)}
      onOpen={choose}
    />
  );
}
