import { type Budget, type Commit, fold } from '#kernel';

/**
 * K10: the budget of a run that is started for a goal is what is left of that of the run that asked, less what others
 * that it asked for have been given and not yet answered. Without a budget there is none.
 */
export function budgetLeft(commits: readonly Commit[], given: readonly Budget[]): Budget {
  const isBounded = commits.some(
    ({ fact }) =>
      (fact.type === 'run.started' || fact.type === 'budget.raised') && Object.keys(fact.budget).length > 0,
  );
  const state = isBounded ? fold(commits) : null;
  if (!state?.ok || Object.keys(state.value.budget).length === 0) return {};
  const { budget, calls, spent, dynamicSteps } = state.value;
  const taken = { calls, tokens: spent.tokens, microUnits: spent.microUnits, dynamicSteps };
  const left: { -readonly [Part in keyof Budget]: Budget[Part] } = { ...budget };
  for (const part of ['calls', 'tokens', 'microUnits', 'dynamicSteps'] as const) {
    const limit = budget[part];
    if (limit === undefined) continue;
    const others = given.reduce((sum, one) => sum + (one[part] ?? 0), 0);
    left[part] = Math.max(0, limit - taken[part] - others);
  }
  return left;
}
