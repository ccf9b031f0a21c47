import { FileText } from 'lucide-react';
import { momentText } from '../run/time';
import { goTo } from '../state/address';
import { useStored } from '../state/services';
import styles from './RecentWorkspaces.module.css';

const SHOWN = 8;

/** The workspaces of this browser, the newest first. */
export function RecentWorkspaces() {
  const { data = [] } = useStored(['workspaces'], (storage) => storage.workspaces.list());
  if (data.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent-workspaces">
      <h2 id="recent-workspaces">Recent workspaces</h2>
      <ul className={styles.list}>
        {data.slice(0, SHOWN).map((workspace) => (
          <li key={workspace.id}>
            <button type="button" className={styles.row} onClick={() => goTo({ workspace: workspace.id })}>
              <FileText aria-hidden />
              <span className={styles.name}>{workspace.name || workspace.id}</span>
              <span className={styles.when}>{momentText(workspace.updatedAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
