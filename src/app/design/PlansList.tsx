import { Plus, Trash2 } from 'lucide-react';
import { addPlan, removePlan } from '../library/plans';
import { Button, IconButton } from '../parts/Button';
import { cx } from '../parts/cx';

import { usePages } from '../parts/VirtualList';
import { useDocument, usePlanView, useScene, useSession } from '../state/session';
import styles from './Inspector.module.css';

/** The plans of the workspace. The first is the one that runs where none is named. */
export function PlansList() {
  const session = useSession();
  const { editor } = session;
  const plans = useDocument(({ workspace }) => workspace.plans);
  const open = usePlanView((view) => view.planId);
  const disabled = useScene((scene) => scene.readOnly);
  const pages = usePages(plans.length, 'plans');
  const add = (kind?: 'state-machine') => {
    addPlan(editor, kind);
    pages.show(plans.length);
  };
  return (
    <fieldset className={styles.group} aria-label="Plans">
      <h3>Plans of the workspace</h3>
      {plans.length === 0 && <p className={styles.muted}>There is no plan yet.</p>}
      {pages.before}
      <ul>
        {plans.slice(pages.first, pages.end).map((plan) => (
          <li key={plan.id} className={styles.planRow}>
            <button
              type="button"
              className={cx(styles.planName, plan.id === open && styles.openPlan)}
              aria-current={plan.id === open}
              onClick={() => editor.openPlan(plan.id)}
            >
              {plan.name ?? plan.id}
            </button>
            {!disabled && (
              <IconButton
                icon={Trash2}
                label={`Remove the plan ${plan.name ?? plan.id}`}
                onClick={() => removePlan(session, plan)}
              />
            )}
          </li>
        ))}
      </ul>
      {pages.after}
      {!disabled && (
        <Button size="small" icon={Plus} className={styles.add} onClick={() => add()}>
          New plan
        </Button>
      )}
      {!disabled && (
        <Button size="small" icon={Plus} className={styles.add} onClick={() => add('state-machine')}>
          New state machine
        </Button>
      )}
    </fieldset>
  );
}
