import { useStore } from 'zustand';
import { COMMANDS, type Command, keysOf } from '#editor';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { type DialogProps, openDialog } from '../state/dialogs';
import { Kbd, keyBindings } from '../state/keyBindings';
import styles from './CommandsDialog.module.css';

/** All keys, looked up by section (E3). */
export default function KeysDialog({ onClose }: DialogProps<'keys'>) {
  const bindings = useStore(keyBindings, (state) => state.bindings);
  return (
    <Dialog
      reading
      title="Keys"
      width="wide"
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'keys' })}>
          Change keys
        </Button>
      }
    >
      <div className={styles.sections}>
        {sectionsOf(COMMANDS).map(([title, commands]) => (
          <section key={title} className={styles.section}>
            <h3>{title}</h3>
            {commands.map((command) => (
              <div key={command.id} className={styles.row}>
                <span>{command.title}</span>
                <span className={styles.keys}>
                  {keysOf(command, bindings).map((keys) => (
                    <Kbd key={keys} keys={keys} />
                  ))}
                </span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function sectionsOf(commands: readonly Command[]): readonly (readonly [string, readonly Command[]])[] {
  const sections = new Map<string, Command[]>();
  for (const command of commands) {
    sections.set(command.section, [...(sections.get(command.section) ?? []), command]);
  }
  return [...sections];
}
