import { isJsonObject, own } from '#base';
import type { Plan } from '#plan';
import { Button } from '../parts/Button';
import { shortRunId } from '../run/ledgerWords';
import { openRun } from '../run/openRun';
import { useSession } from '../state/session';
import styles from './Inspector.module.css';

/** P11: the run in which a plan was made, where it was promoted from one. */
export function OriginOfPlan({ plan }: { readonly plan: Plan }) {
  const session = useSession();
  const run = own(plan.source ?? {}, 'run');
  const runId = isJsonObject(run ?? null) ? own(Object(run), 'runId') : undefined;
  if (typeof runId !== 'string') return null;
  return (
    <p className={styles.muted}>
      Made in a run:{' '}
      <Button size="small" variant="outline" onClick={() => void openRun(session, runId, null)}>
        Open run {shortRunId(runId)}
      </Button>
    </p>
  );
}
