import { useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { Tabs } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { ExportTab } from './ExportTab';
import { LinkTab } from './LinkTab';
import styles from './ShareDialog.module.css';

/** Hands out the workspace: as a link that no server sees, or as files (S1, S2). */
export default function ShareDialog({ dialog, onClose }: DialogProps<'share'>) {
  const [tab, setTab] = useState<'link' | 'export'>(dialog.tab);
  return (
    <Dialog title="Share" onClose={onClose}>
      <Tabs
        label="How to share"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'link', label: 'Link' },
          { id: 'export', label: 'Files' },
        ]}
      >
        <div className={styles.body}>
          {tab === 'link' ? <LinkTab onFile={() => setTab('export')} /> : <ExportTab />}
        </div>
      </Tabs>
    </Dialog>
  );
}
