import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { sizeText } from '#base';
import { NotKeptBanner } from '../library/NotKeptBanner';
import { Button, IconButton } from '../parts/Button';
import { NotRead } from '../parts/Panel';
import { say } from '../parts/Toasts';
import { goTo } from '../state/address';
import { closeDialog } from '../state/dialogs';
import { queries, storageOfPage, usageQuery, workspacesQuery } from '../state/services';
import { openSessionStore } from '../state/session';
import styles from './SettingsDialog.module.css';

/** W6: what this browser keeps, how much room is left, and how to make room. */
export function StorageTab() {
  const usage = useQuery(usageQuery);
  const { data: workspaces = [], status } = useQuery(workspacesQuery);
  if (usage.isError) return <NotRead />;
  if (!usage.data) return null;
  const { kind, used, free, persisted } = usage.data;
  return (
    <>
      <NotKeptBanner />
      <dl className={styles.facts}>
        <dt>Space used</dt>
        <dd>{roomText(used)}</dd>
        <dt>Free</dt>
        <dd>{roomText(free)}</dd>
        <dt>Protected from eviction</dt>
        <dd>{persisted ? 'yes' : 'no'}</dd>
      </dl>
      {!persisted && kind === 'indexeddb' && (
        <div className={styles.actions}>
          <Button variant="outline" onClick={() => void askForPersistence()}>
            Ask for persistent storage
          </Button>
        </div>
      )}
      <h3>Workspaces</h3>
      {status === 'error' && <NotRead />}
      {status === 'success' && workspaces.length === 0 && (
        <p className={styles.muted}>No workspace is stored yet.</p>
      )}
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
}

/** How much is used and left, where that is what is wrong (case H2). */
export function RoomLeft({ code }: { readonly code: string }) {
  const { data } = useQuery(usageQuery);
  if (code !== 'STORAGE_FULL' || data === undefined || data.used === null) return null;
  const free = data.free === null ? '' : `, ${sizeText(data.free)} are free`;
  return `${sizeText(data.used)} are used${free}.`;
}

/** Asks the browser not to evict what is kept; says so when it does not promise it. */
export async function askForPersistence(): Promise<void> {
  const persisted = await (await storageOfPage()).persist();
  // No write tells of it.
  queries.setQueryData(usageQuery.queryKey, (before) => before && { ...before, persisted });
  if (!persisted) {
    say({
      tone: 'info',
      text: 'The browser did not promise it. It may, once you use this page more often.',
    });
  }
}

/** A size that the browser may not have said, in words. */
export function roomText(bytes: number | null): string {
  return bytes === null ? 'not told by this browser' : sizeText(bytes);
}
