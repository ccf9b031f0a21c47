import { type Json, ROOT } from '#base';
import { type Commit, type DependencyEnd, type Fact, fold, type RunError, type Usage } from '#kernel';
import type { Asked } from './goalsOf';

type Signal = Extract<Fact, { type: 'signal.received' }>;

/**
 * What the run that was started for a goal answers (M3): the event that it published for its goal; where it could not,
 * because it failed, was cancelled or deleted, the failure event with `{plan_id, error}`. Never nothing.
 */
export function answerOf(
  runId: string,
  { correlationId, answer }: Asked & { readonly answer: NonNullable<Asked['answer']> },
  end: DependencyEnd,
  commits: readonly Commit[],
): Signal {
  const entries = commits.flatMap((commit) => commit.entries);
  const published = entries.findLast((entry) => entry.kind === 'event.published' && entry.address === ROOT);
  const spent = spentIn(commits);
  if (published?.kind === 'event.published') {
    const { event, data } = published.data;
    return { type: 'signal.received', event, data, correlationId, ...spent };
  }
  return { ...failureOf(runId, answer.failure, correlationId, errorOf(runId, end, entries)), ...spent };
}

/** The failure event for a goal that cannot be answered. */
export function failureOf(
  runId: string,
  event: string,
  correlationId: string,
  { code, message }: RunError,
): Signal {
  const data: Json = { plan_id: runId, error: { code, message } };
  return { type: 'signal.received', event, data, correlationId };
}

function errorOf(runId: string, end: DependencyEnd, entries: Commit['entries']): RunError {
  const failed = entries.findLast((entry) => entry.kind === 'run.failed');
  if (failed?.kind === 'run.failed') return failed.data.error;
  const code = end === 'completed' ? 'GOAL_UNANSWERED' : 'GOAL_FAILED';
  const what = { completed: 'has ended without an answer', failed: 'has failed', cancelled: 'was cancelled' };
  const words = end === 'missing' ? 'is not there any more' : what[end];
  return { code, message: `The run "${runId}", which was started for the goal, ${words}.` };
}

/** K10: what it took, with all that it started itself: whoever asked for it pays. */
function spentIn(commits: readonly Commit[]): Pick<Signal, 'calls' | 'usage'> {
  const state = fold(commits);
  const calls = state.ok ? state.value.calls : 0;
  const usage = commits.map(({ fact }) => usageIn(fact)).reduce<Usage>(added, {});
  return { calls, ...(Object.keys(usage).length === 0 ? {} : { usage }) };
}

function usageIn(fact: Fact): Usage {
  if (fact.type === 'plan.replied') return fact.attempt.usage;
  const carries =
    fact.type === 'effect.succeeded' || fact.type === 'effect.failed' || fact.type === 'signal.received';
  return (carries ? fact.usage : undefined) ?? {};
}

function added(sum: Usage, more: Usage): Usage {
  const total = { ...sum, ...more };
  for (const part of ['inputTokens', 'outputTokens', 'microUnits'] as const) {
    const both = (sum[part] ?? 0) + (more[part] ?? 0);
    if (both > 0) Object.assign(total, { [part]: both });
  }
  return total;
}
