import { Inbox } from 'lucide-react';
import { EmptyNote } from '../parts/EmptyNote';
import { Panel } from '../parts/Panel';
import styles from './InboxPanel.module.css';
import { useView } from './runStore';
import { WaitingItem } from './WaitingItem';

/** What waits for me (D9). */
export function InboxPanel() {
  const waiting = useView()?.waiting ?? [];
  return (
    <Panel name="Inbox">
      {waiting.length === 0 ? (
        <EmptyNote icon={Inbox}>
          Nothing waits for you. Questions and plans that need a yes come here.
        </EmptyNote>
      ) : (
        <ul className={styles.list}>
          {waiting.map((item) => (
            <li key={item.address}>
              <WaitingItem waiting={item} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
