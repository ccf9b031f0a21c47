import { useState } from 'react';
import { BudgetFields } from '../forms/BudgetFields';
import { budgetOfDraft, draftOfBudget } from '../forms/budgetDraft';
import { Button } from '../parts/Button';
import { useSession, useSessionState } from '../state/session';
import { setBudget } from '../state/trust';
import styles from './SettingsDialog.module.css';

/** What each run of the open workspace may use (K10). */
export function BudgetTab() {
  const session = useSession();
  const kept = useSessionState((state) => state.budget);
  const [draft, setDraft] = useState(() => draftOfBudget(kept ?? {}));
  const budget = budgetOfDraft(draft);
  const isKept = JSON.stringify(budget) === JSON.stringify(kept ?? {});
  return (
    <>
      <p className={styles.muted}>
        What each run of this workspace may use, in this browser. A run that has used it up pauses, keeps
        everything, and goes on when you allow more. A limit is exceeded by one call at most.
      </p>
      <BudgetFields draft={draft} onChange={setDraft} />
      <div className={styles.actions}>
        <Button
          variant="outline"
          disabled={budget === null || isKept}
          onClick={() => budget !== null && setBudget(session, budget)}
        >
          Keep the budget
        </Button>
        <p role="status" className={styles.muted}>
          {isKept ? 'These limits hold for the next run.' : ''}
        </p>
      </div>
    </>
  );
}
