import { Cpu, Gauge, HardDrive, Keyboard, Play, Plug, ShieldCheck, SunMoon } from 'lucide-react';
import { type ComponentType, useContext, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { type Tab, Tabs } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { SessionContext } from '../state/session';
import { AppearanceTab } from './AppearanceTab';
import { BudgetTab } from './BudgetTab';
import { ConnectionsTab } from './ConnectionsTab';
import { KeysTab } from './KeysTab';
import { ModelsTab } from './ModelsTab';
import { PoliciesTab } from './PoliciesTab';
import { RunsTab } from './RunsTab';
import styles from './SettingsDialog.module.css';
import { StorageTab } from './StorageTab';

type Section = NonNullable<DialogProps<'settings'>['dialog']['section']>;

const PANELS: Readonly<Record<Section, ComponentType<{ readonly connection: string | null }>>> = {
  connections: ConnectionsTab,
  appearance: AppearanceTab,
  models: ModelsTab,
  policies: PoliciesTab,
  budget: BudgetTab,
  runs: RunsTab,
  keys: KeysTab,
  storage: StorageTab,
};

/** What is the person's, in every workspace. */
const YOURS: readonly Tab<Section>[] = [
  { id: 'connections', label: 'Connections', icon: Plug, heading: 'You' },
  { id: 'appearance', label: 'Appearance', icon: SunMoon },
  { id: 'keys', label: 'Keyboard', icon: Keyboard },
  { id: 'runs', label: 'Runs', icon: Play },
  { id: 'storage', label: 'Storage', icon: HardDrive },
];
const OF_WORKSPACE: readonly Tab<Section>[] = [
  { id: 'models', label: 'Models', icon: Cpu, heading: 'This workspace' },
  { id: 'policies', label: 'Policies', icon: ShieldCheck },
  { id: 'budget', label: 'Budget', icon: Gauge },
];

export default function SettingsDialog({ dialog, onClose }: DialogProps<'settings'>) {
  const isOpen = useContext(SessionContext) !== null;
  const tabs = isOpen ? [...YOURS, ...OF_WORKSPACE] : YOURS;
  const [chosen, setSection] = useState<Section>(dialog.section ?? 'models');
  const section = tabs.find(({ id }) => id === chosen)?.id ?? 'connections';
  const Panel = PANELS[section];
  return (
    <Dialog title="Settings" width="page" onClose={onClose}>
      <Tabs<Section> label="Settings" selected={section} onSelect={setSection} tabs={tabs} column>
        <div className={styles.body}>
          <Panel connection={dialog.connection ?? null} />
        </div>
      </Tabs>
    </Dialog>
  );
}
