import { COMMANDS, type Command } from '#editor';
import { Dialog } from '../parts/Dialog';
import { Kbd } from '../parts/Kbd';
import type { DialogProps } from '../state/dialogs';
import styles from './CommandsDialog.module.css';

/** All keys, looked up by section (E3). */
export default function KeysDialog({ onClose }: DialogProps<'keys'>) {
  return (
    <Dialog reading title="Keys" width="wide" onClose={onClose}>
      <div className={styles.sections}>
        {sectionsOf(COMMANDS).map(([title, commands]) => (
          <section key={title} className={styles.section}>
            <h3>{title}</h3>
            {commands.map((command) => (
              <div key={command.id} className={styles.row}>
                <span>{command.title}</span>
                <span className={styles.keys}>
                  {command.keys.map((keys) => (
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
