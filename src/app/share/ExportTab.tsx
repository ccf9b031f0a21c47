import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Diagnostic } from '#base';
import type { Theme } from '#picture';
import { scanSecrets } from '#share';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { saveFile } from '../parts/saveFile';
import { useSession } from '../state/session';
import { themeStore } from '../theme/theme';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { type ExportChoice, exportChoices } from './exportChoices';
import type { MadeFile } from './madeFile';
import { SecretGate } from './SecretGate';
import styles from './ShareDialog.module.css';

/** S2: what can be taken away as a file. Each is looked through for secrets before it leaves. */
export function ExportTab() {
  const session = useSession();
  const [held, setHeld] = useState<MadeFile | null>(null);
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const [theme, setTheme] = useState<Theme>(() => themeStore.getState().shown);
  const [lossy, setLossy] = useState<MadeFile | null>(null);
  const take = async (choice: ExportChoice) => {
    const made = await choice.make(session);
    setProblems(made.ok ? [] : made.problem);
    setLossy(null);
    if (!made.ok) return;
    if ((made.value.leftOut ?? []).length > 0) setLossy(made.value);
    else leave(made.value);
  };
  const leave = (file: MadeFile) => {
    setLossy(null);
    if (scanSecrets(scannedOf(file), session.storage.vault.secrets()).length > 0) setHeld(file);
    else save(file);
  };
  if (held !== null) {
    return (
      <SecretGate text={scannedOf(held)}>
        <p>It is yours to share now.</p>
        <Button variant="primary" icon={Download} onClick={() => save(held)}>
          Download {held.name}
        </Button>
      </SecretGate>
    );
  }
  return (
    <>
      <Field label="Colours of pictures">
        {(ids) => (
          <Select
            {...ids}
            value={theme}
            onChange={(event) => setTheme(event.target.value === 'dark' ? 'dark' : 'light')}
          >
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </Select>
        )}
      </Field>
      <ul className={styles.files}>
        {exportChoices(session, theme).map((choice) => (
          <li key={choice.title} className={styles.file}>
            <div>
              <b>{choice.title}</b>
              <p className={styles.facts}>{choice.summary}</p>
            </div>
            <Button
              variant="outline"
              aria-label={`Download ${choice.title}`}
              icon={Download}
              onClick={() => void take(choice)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      {lossy !== null && (
        <section role="status" aria-label="Left out" ref={bringIntoView}>
          <p>“{lossy.name}” would not hold all of this plan. That format has no words for:</p>
          <ProblemList diagnostics={lossy.leftOut ?? []} />
          <div className={styles.link}>
            <Button variant="primary" icon={Download} onClick={() => leave(lossy)}>
              Download without these
            </Button>
            <Button variant="outline" onClick={() => setLossy(null)}>
              Cancel
            </Button>
          </div>
        </section>
      )}
      {problems.length > 0 && (
        <div role="alert">
          <p>This plan cannot be exported in this format:</p>
          <ProblemList diagnostics={problems} />
        </div>
      )}
    </>
  );
}

/** The list of formats is long: what is said below it would not be seen. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function scannedOf({ scanned, text }: MadeFile): string {
  return scanned ?? text;
}

function save({ name, content, text, type }: MadeFile): void {
  saveFile(name, content ?? text, type);
}
