import { Plug } from 'lucide-react';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useConnections, useVault } from '../state/useConnections';
import styles from './GoalField.module.css';

/** Who plans what is typed: the built-in planner where it is sure, else the default model; the way to one where there is none. */
export function PlannedBy() {
  const { vault } = useConnections();
  const byDefault = useVault(vault, () => vault?.byDefault ?? null);
  if (vault === null) return null;
  if (byDefault !== null && byDefault.model !== null)
    return (
      <p className={styles.asks}>
        <span>
          Beyond the built-in planner, <b>{byDefault.model}</b> at {byDefault.origin} plans.
        </span>
        <Button size="small" onClick={() => openDialog({ kind: 'settings', section: 'connections' })}>
          Change
        </Button>
      </p>
    );
  return (
    <p className={styles.asks}>
      <Button size="small" icon={Plug} onClick={() => openDialog({ kind: 'connection' })}>
        Connect a model
      </Button>
      <span>for what goes beyond the built-in planner.</span>
    </p>
  );
}
