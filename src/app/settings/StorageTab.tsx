import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { NotKeptBanner } from '../library/NotKeptBanner';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import { say } from '../parts/Toasts';
import { goTo } from '../state/address';
import { closeDialog } from '../state/dialogs';
import { refresh, storageOfPage, useStored } from '../state/services';
import { openSessionStore } from '../state/session';
import styles from './SettingsDialog.module.css';

/** W6: what this browser keeps, how much room is left, and how to make room. */
export function StorageTab() {
  const usage = useQuery({ queryKey: ['stored', 'usage'], queryFn: readUsage, staleTime: 0 });
  const { data: workspaces = [] } = useStored(['workspaces'], (storage) => storage.workspaces.list());
  if (!usage.data) return null;
  const { kind, used, free, persisted } = usage.data;
  const persist = async () => {
    const kept = await (await storageOfPage()).persist();
    refresh('usage');
    if (!kept)
      say({
        tone: 'info',
        text: 'The browser did not promise it. It may, once you use this page more often.',
      });
  };
  return (
    <>
      <NotKeptBanner />
      <dl className={styles.facts}>
        <dt>Used</dt>
        <dd>{bytesText(used)}</dd>
        <dt>Free</dt>
        <dd>{bytesText(free)}</dd>
        <dt>Protected from eviction</dt>
        <dd>{persisted ? 'yes' : 'no'}</dd>
      </dl>
      {!persisted && kind === 'indexeddb' && (
        <div className={styles.actions}>
          <Button variant="outline" onClick={() => void persist()}>
            Ask the browser to keep it
          </Button>
        </div>
      )}
      <h3>Workspaces</h3>
      {workspaces.length === 0 && <p className={styles.muted}>None is kept yet.</p>}
      <ul className={styles.list} hidden={workspaces.length === 0}>
        {workspaces.map(({ id, name }) => (
          <li key={id} className={styles.item}>
            <span>{name || id}</span>
            <IconButton
              icon={Trash2}
              label={`Delete ${name || id} for good`}
              onClick={() => void remove(id, name)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

async function readUsage() {
  const storage = await storageOfPage();
  return { kind: storage.kind, ...(await storage.usage()) };
}

/** Deletes a workspace with its runs (case H9). It cannot be taken back, so it is asked once more. */
async function remove(id: string, name: string): Promise<void> {
  if (!window.confirm(`Delete “${name || id}” with all its runs? This cannot be undone.`)) return;
  const { session } = openSessionStore.getState();
  if (session?.id === id) {
    session.close();
    closeDialog();
    goTo({});
  }
  await (await storageOfPage()).workspaces.remove(id);
  refresh();
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

function bytesText(bytes: number | null): string {
  if (bytes === null) return 'not told by this browser';
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
