import { Download, House } from 'lucide-react';
import type { Opened } from '../opening/openSession';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/saveFile';
import { goTo } from '../state/address';
import { AppBar } from '../surfaces/AppBar';
import { Surface } from '../surfaces/Surface';
import { ProblemList } from '../ui/ProblemList';
import styles from './NotOpened.module.css';

/** A workspace that cannot be opened for editing: why, and how to take it away untouched (case A8, I9). */
export function NotOpened({
  id,
  opened,
}: {
  readonly id: string;
  readonly opened: Exclude<Opened, { kind: 'open' }>;
}) {
  return (
    <div className={styles.screen}>
      <Surface of="homeBar">
        <AppBar />
      </Surface>
      <main className={styles.scroll}>
        <div className={styles.page}>
          <h1>{headline(opened)}</h1>
          <p>{sentence(opened)}</p>
          {opened.kind !== 'absent' && <ProblemList diagnostics={opened.diagnostics} />}
          <div className={styles.actions}>
            <Button variant="primary" icon={House} onClick={() => goTo({})}>
              To the start
            </Button>
            {opened.kind !== 'absent' && (
              <Button
                variant="outline"
                icon={Download}
                onClick={() => saveFile(`${id}.planloom.json`, opened.text, 'application/json')}
              >
                Download it unchanged
              </Button>
            )}
          </div>
        </div>
      </main>
    </div>
  );
}

function headline(opened: Exclude<Opened, { kind: 'open' }>): string {
  if (opened.kind === 'absent') return 'This workspace is not in this browser.';
  return opened.kind === 'readOnly'
    ? `“${opened.name}” cannot be edited or run here.`
    : 'This workspace cannot be opened.';
}

function sentence(opened: Exclude<Opened, { kind: 'open' }>): string {
  if (opened.kind === 'absent') return 'It may have been deleted, or kept by another browser or profile.';
  if (opened.kind === 'readOnly') {
    return 'It is kept as it is, and can be downloaded byte for byte. This is why:';
  }
  return 'Nothing of it was changed or lost. These are all its problems:';
}
