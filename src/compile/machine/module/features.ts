import { baseAddress, firstAddress, isLaterHalf, isObject } from './find';
import { call, computed, evaluated, Failed, tell } from './outside';
import type { Run, Turn } from './standing';
import type { Phase, Plan, PlanNode, Value, Variables } from './types';

/** The guard that is asked next before a node starts (L4); an inline PLANNER is asked about once. */
export function nextGuard({ node, admitted }: Turn): string | undefined {
  return isLaterHalf(node) ? undefined : node.guards?.[admitted];
}

/** Asks it by a call of its own; the node is active meanwhile, and has not started. */
export function askGuard(run: Run, turn: Turn, guard: string): void {
  turn.status = 'active';
  turn.address = firstAddress(run, turn);
  const address = `${baseAddress(run, turn)}!pre-${turn.admitted + 1}`;
  try {
    const input = shown(run, turn, guard, 'pre', { input: inputOf(run, turn) });
    call(run, turn, 'guard', { activity: `feature:${guard}`, address, input });
  } catch (cause) {
    throw cause instanceof Failed ? new Failed(cause.code, cause.message, true) : cause;
  }
}

/** Throws where its answer, or what its expression `output` makes of it, is false. */
export function mustNotRefuse(run: Run, turn: Turn, guard: string, answer: Value): void {
  const verdict = computed(run, turn, `feature:${guard}.output`, answer) ?? answer;
  if (verdict === false) throw new Failed('GUARD_REFUSED', `"${guard}" does not let it pass.`, true);
}

/** Observers are told that a node starts, and what it is given. */
export function toldStart(run: Run, turn: Turn): void {
  if (turn.node.observers === undefined || isLaterHalf(turn.node)) return;
  let input: Value = null;
  try {
    input = inputOf(run, turn);
  } catch (cause) {
    if (!(cause instanceof Failed)) throw cause;
  }
  told(run, turn, 'pre', { input });
}

/** Observers of a phase are told, each by a call of its own that nobody answers: they change nothing (L4). */
export function told(run: Run, turn: Turn, phase: Phase, values: Variables): void {
  for (const [index, observer] of (turn.node.observers ?? []).entries()) {
    if (observer.phase !== phase) continue;
    const address = `${baseAddress(run, turn)}!observe-${index + 1}`;
    try {
      const input = shown(run, turn, observer.feature, phase, values);
      tell(run, turn, `feature:${observer.feature}`, address, input);
    } catch (cause) {
      if (!(cause instanceof Failed)) throw cause;
    }
  }
}

/** What a feature is given: its own expression `input` over these values, else the values. */
function shown(run: Run, turn: Turn, feature: string, phase: Phase, values: Variables): Value {
  const all = { node: { id: turn.node.id, type: turn.node.type }, phase, ...values };
  return computed(run, turn, `feature:${feature}.input`, all) ?? all;
}

/** What the plan itself is given is what the run was. */
function inputOf(run: Run, turn: Turn): Value {
  if (turn.node.type === 'PORCH') return isObject(turn.node.params) ? turn.node.params : {};
  return evaluated(run, turn, 'input') ?? null;
}

/** The plan as one node, for what is asked and told about it. */
export function nodeOfPlan({ id, guards, observers }: Plan, input: Variables): PlanNode {
  return {
    id,
    type: 'PORCH',
    params: input,
    ...(guards === undefined ? {} : { guards }),
    ...(observers === undefined ? {} : { observers }),
  };
}
