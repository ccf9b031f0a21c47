import { useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { Tabs } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { AppearanceTab } from './AppearanceTab';
import { ConnectionsTab } from './ConnectionsTab';
import { KeysTab } from './KeysTab';
import { ModelsTab } from './ModelsTab';
import { RunsTab } from './RunsTab';
import styles from './SettingsDialog.module.css';
import { StorageTab } from './StorageTab';

type Section = 'connections' | 'models' | 'runs' | 'appearance' | 'keys' | 'storage';

const TABS = {
  connections: ConnectionsTab,
  appearance: AppearanceTab,
  models: ModelsTab,
  runs: RunsTab,
  keys: KeysTab,
  storage: StorageTab,
};

export default function SettingsDialog({ dialog, onClose }: DialogProps<'settings'>) {
  const [section, setSection] = useState<Section>(dialog.section ?? 'models');
  const Tab = TABS[section];
  return (
    <Dialog title="Settings" width="wide" onClose={onClose}>
      <Tabs<Section>
        label="Settings"
        selected={section}
        onSelect={setSection}
        tabs={[
          { id: 'connections', label: 'Connections' },
          { id: 'models', label: 'Models' },
          { id: 'runs', label: 'Runs' },
          { id: 'appearance', label: 'Appearance' },
          { id: 'keys', label: 'Keys' },
          { id: 'storage', label: 'Storage' },
        ]}
      >
        <div className={styles.body}>
          <Tab />
        </div>
      </Tabs>
    </Dialog>
  );
}
