import type { ReactNode } from 'react';
import { durationText } from '#base';
import { allNodes, askingOf, asksModel, type Plan } from '#plan';
import { moneyText, type RunView } from '#projection';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useSession, useSessionState } from '../state/session';
import { modelsToAsk } from '../state/slots';
import styles from './BudgetBar.module.css';

/** K10: how much a run has used of what it may use. One that asks models without a limit is told so. */
export function BudgetBar({ view }: { readonly view: RunView }) {
  const { startedAt, at } = view;
  const uses = budgetUsed(view, startedAt === null || at === null ? 0 : at - startedAt);
  const [nearest] = uses;
  if (nearest === undefined)
    return hasAskedModels(view) ? <NoBudget>This run asks models without a budget.</NoBudget> : null;
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

/** The same before a run of a plan that asks models (K10). */
export function BudgetWarning({ plan }: { readonly plan: Plan }) {
  const session = useSession();
  const budget = useSessionState((state) => state.budget);
  const hasBudget = budget !== null && Object.keys(budget).length > 0;
  if (hasBudget || modelsToAsk(session).length === 0 || !asksModels(plan)) return null;
  return <NoBudget>Runs of this plan ask models without a budget.</NoBudget>;
}

function asksModels(plan: Plan): boolean {
  return (
    plan.kind === 'capability' &&
    [...allNodes(plan)].some(({ node }) => asksModel(node) || askingOf(node, true) !== null)
  );
}

function NoBudget({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.none}>
      {children}{' '}
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

/** A part of a budget, and how much of it a run has used (K10). */
interface BudgetUse {
  readonly part: 'Calls' | 'Time' | 'Tokens' | 'Money';
  /** From 0 to 1, and beyond where the last call took more than was left. */
  readonly share: number;
  /** `12 of 50` */
  readonly words: string;
}

/**
 * What a run has used of each part of its budget, the one that is nearest to its end first; none where it has no budget.
 *
 * @param activeMs how long it has worked, as far as that is known
 */
export function budgetUsed(
  view: Pick<RunView, 'budget' | 'calls' | 'usage'>,
  activeMs: number,
): readonly BudgetUse[] {
  const { budget, calls, usage } = view;
  const { inputTokens = 0, outputTokens = 0, microUnits = 0, currency = null, estimated = false } = usage;
  const tokens = inputTokens + outputTokens;
  const money = (amount: number) => moneyText({ microUnits: amount, currency });
  const count = (amount: number) => amount.toLocaleString('en');
  const parts = [
    use('Calls', calls, budget.calls, count),
    use('Time', activeMs, budget.wallTimeMs, durationText),
    use('Tokens', tokens, budget.tokens, count, estimated),
    use('Money', microUnits, budget.microUnits, money, estimated),
  ];
  return parts.filter((part) => part !== null).toSorted((one, other) => other.share - one.share);
}

function use(
  part: BudgetUse['part'],
  used: number,
  limit: number | undefined,
  inWords: (amount: number) => string,
  isAbout = false,
): BudgetUse | null {
  if (limit === undefined) return null;
  const words = `${isAbout ? 'about ' : ''}${inWords(used)} of ${inWords(limit)}`;
  return { part, share: limit === 0 ? 1 : used / limit, words };
}
