import { Braces } from 'lucide-react';
import { useStore } from 'zustand';
import { openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import { useDocument } from '../state/session';
import { ItemsSection } from './ItemsSection';
import { parserKind } from './parsers';

/** The parsers of the workspace (P13), once there is one: the first is added where a planner needs it. */
export function ParsersSection() {
  const parsers = useDocument(({ workspace }) => workspace.parsers);
  const open = useStore(layoutStore, (layout) => layout.parsersOpen);
  if (parsers.length === 0) return null;
  return (
    <ItemsSection
      title="Parsers"
      icon={Braces}
      items={parsers.map((one) => ({ id: one.id, name: one.name ?? one.id, kind: parserKind(one) }))}
      open={open}
      none="What makes a plan of a planner’s raw reply."
      addLabel="Add a parser"
      onToggle={() => layoutStore.setState({ parsersOpen: !open })}
      onOpen={(id) => openDialog({ kind: 'parser', id })}
    />
  );
}
