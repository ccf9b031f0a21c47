import { Trash2 } from 'lucide-react';
import { IconButton } from '../parts/IconButton';
import { useConnections } from '../state/useConnections';
import styles from './SettingsDialog.module.css';

/** The connections of the person, whichever workspaces use them. Forgetting one empties every slot that it fills. */
export function ConnectionsList() {
  const { entries, forget } = useConnections();
  if (entries.length === 0) return null;
  return (
    <>
      <h3>Your connections</h3>
      <ul className={styles.list}>
        {entries.map(({ id, name, url, hasKey }) => (
          <li key={id} className={styles.item}>
            <span>{hasKey ? `${url}, with a key` : url}</span>
            <IconButton icon={Trash2} label={`Forget the connection ${name}`} onClick={() => forget(id)} />
          </li>
        ))}
      </ul>
    </>
  );
}
