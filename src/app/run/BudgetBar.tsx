import type { RunView } from '#projection';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import styles from './BudgetBar.module.css';
import { budgetUsed } from './budgetUsed';

/** K10: how much a run has used of what it may use. One that asks models without a limit is told so. */
export function BudgetBar({ view, activeMs }: { readonly view: RunView; readonly activeMs: number }) {
  const uses = budgetUsed(view, activeMs);
  const [nearest] = uses;
  if (nearest === undefined) return hasAskedModels(view) ? <NoBudget /> : null;
  return (
    <div className={styles.budget}>
      <progress aria-label="Budget" max={1} value={Math.min(1, nearest.share)} />
      <ul>
        {uses.map(({ part, words }) => (
          <li key={part}>
            {part} <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NoBudget() {
  return (
    <p className={styles.none}>
      This run asks models without a budget.{' '}
      <Button size="small" onClick={() => openDialog({ kind: 'settings', section: 'budget' })}>
        Set a budget
      </Button>
    </p>
  );
}

function hasAskedModels({ usage, started }: RunView): boolean {
  if (started?.simulated === true) return false;
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) > 0;
}
