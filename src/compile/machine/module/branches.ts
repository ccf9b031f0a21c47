import { param, scopeOf, textParam } from './find';
import { cancelScopes } from './scopes';
import { call, isObject, succeed } from './settle';
import type { Body, Failure, Run, Turn, Value, Variables } from './types';

export const UNREACHABLE: Failure = {
  code: 'COMPLETION_UNREACHABLE',
  message: 'Too few branches can succeed.',
};

/** The k of N_OF(k); FIRST_SUCCESS is N_OF(1). */
export function needOf({ node }: Turn): number | null {
  const completion = textParam(node, 'completion', 'ALL');
  if (completion === 'FIRST_SUCCESS') return 1;
  const match = /^N_OF\((\d+)\)$/.exec(completion);
  return match ? Number(match[1]) : null;
}

/** Whether it goes on, completes, or fails with an error (R8, R10). */
export function verdictOf(turn: Turn, count: number): 'open' | 'complete' | Failure {
  const { ends } = turn;
  const failure = ends.find(({ error }) => error !== null)?.error ?? null;
  const allEnded = ends.length === count;
  const need = needOf(turn);
  if (need !== null) {
    const successes = ends.filter(({ status }) => status === 'succeeded').length;
    if (successes >= need) return 'complete';
    if (successes + count - ends.length >= need) return 'open';
    return ends.at(-1)?.error ?? UNREACHABLE;
  }
  const completion = textParam(turn.node, 'completion', 'ALL');
  if (completion === 'ALL_SETTLED') return allEnded ? 'complete' : 'open';
  if (completion === 'FIRST_FAILURE') return failure ?? (allEnded ? 'complete' : 'open');
  return allEnded ? (failure ?? 'complete') : 'open';
}

/** The rest is cancelled; then what the branches have written is merged (R11, R21). */
export function complete(run: Run, turn: Turn, bodies: readonly Body[]): void {
  cancelScopes(
    run,
    turn.inside.flatMap((id) => scopeOf(run, id)),
  );
  turn.verdict = null;
  const merge = textParam(turn.node, 'merge', turn.node.type === 'GROUP' ? 'LAST_WINS' : 'COLLECT');
  const good = turn.ends.filter(({ status }) => status === 'succeeded');
  switch (merge) {
    case 'COLLECT':
      succeed(run, turn, { result: collected(turn, bodies) });
      return;
    case 'PREFIX_BY_ACTIVITY': {
      const inOrder = [...good].sort((a, b) => a.slot - b.slot);
      const entries = inOrder.map(({ slot, writes }): [string, Value] => [
        bodies[slot]?.nodes[0]?.id ?? '',
        writes,
      ]);
      succeed(run, turn, { result: Object.fromEntries(entries) });
      return;
    }
    case 'SHARED':
      succeed(run, turn, { result: good.at(-1)?.value ?? null });
      return;
    case 'LAST_WINS':
    case 'FIRST_WINS': {
      const inOrder = merge === 'LAST_WINS' ? good : [...good].reverse();
      const writes: Variables = Object.assign({}, ...inOrder.map((end) => end.writes));
      Object.assign(turn.writes, writes);
      succeed(run, turn, { result: inOrder.at(-1)?.value ?? null });
      return;
    }
    default:
      // `CAPABILITY(id)`: it gets the branches' values and gives the variables.
      call(run, turn, '.merge');
  }
}

/** The object that a merging capability gave. */
export function merged(run: Run, turn: Turn, value: Value): void {
  if (isObject(value)) Object.assign(turn.writes, value);
  succeed(run, turn, { result: value });
}

function collected(turn: Turn, bodies: readonly Body[]): Value[] {
  return bodies.map((_, slot): Value => {
    const end = turn.ends.find((one) => one.slot === slot);
    if (param(turn.node, 'completion') !== 'ALL_SETTLED')
      return end?.status === 'succeeded' ? end.value : null;
    if (end?.status === 'succeeded') return { status: 'succeeded', value: end.value };
    if (end?.error) return { status: 'failed', error: { code: end.error.code, message: end.error.message } };
    return { status: 'skipped' };
  });
}
