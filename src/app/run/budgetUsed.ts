import { durationText } from '#base';
import type { RunView } from '#projection';
import { moneyText } from './moneyText';

/** A part of a budget, and how much of it a run has used (K10). */
export interface BudgetUse {
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
