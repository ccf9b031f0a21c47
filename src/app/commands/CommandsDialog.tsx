import { useMemo, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { Kbd } from '../parts/Kbd';
import { PickList } from '../parts/PickList';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import styles from './CommandsDialog.module.css';
import { type PaletteEntry, paletteEntries } from './paletteEntries';

/** Every command, node, step and setting, by its name (E3). */
export default function CommandsDialog({ onClose }: DialogProps<'commands'>) {
  const session = useSession();
  const [text, setText] = useState('');
  const entries = useMemo(() => paletteEntries(session, text), [session, text]);
  return (
    <Dialog title="Commands" bare onClose={onClose}>
      <PickList<PaletteEntry>
        label="Search commands"
        text={text}
        onText={setText}
        items={entries}
        empty={`Nothing answers to “${text}”.`}
        draw={(entry) => (
          <>
            <span className={styles.title}>{entry.title}</span>
            <span className={styles.detail}>{entry.detail}</span>
            {entry.keys.map((keys) => (
              <Kbd key={keys} keys={keys} />
            ))}
          </>
        )}
        onPick={(entry) => {
          onClose();
          // After the dialog has given the focus back.
          requestAnimationFrame(() => entry.run());
        }}
      />
    </Dialog>
  );
}
