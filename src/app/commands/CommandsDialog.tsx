import { useEffect, useMemo, useState } from 'react';
import { PickList } from '../parts/Combobox';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import { Kbd } from '../ui/Kbd';
import styles from './CommandsDialog.module.css';
import { loadOfferedPages, type OfferedPage } from './offeredPages';
import { type PaletteEntry, paletteEntries } from './paletteEntries';

/** Every command, node, step and setting, by its name (E3). */
export default function CommandsDialog({ onClose }: DialogProps<'commands'>) {
  const session = useSession();
  const [text, setText] = useState('');
  const pages = useHelpPages();
  const entries = useMemo(() => paletteEntries(session, text, pages), [session, text, pages]);
  return (
    <Dialog title="Commands" bare onClose={onClose}>
      <PickList<PaletteEntry>
        label="Search commands"
        text={text}
        onText={setText}
        items={entries}
        empty={`No command matches “${text}”.`}
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

/** The help pages come along when somebody looks for something, not before. */
function useHelpPages(): readonly OfferedPage[] {
  const [pages, setPages] = useState<readonly OfferedPage[]>([]);
  useEffect(() => {
    let gone = false;
    void loadOfferedPages().then((offered) => {
      if (!gone) setPages(offered);
    });
    return () => {
      gone = true;
    };
  }, []);
  return pages;
}
