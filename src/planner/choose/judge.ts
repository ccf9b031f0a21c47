import {
  type Diagnostic,
  hasErrors,
  itemsIn,
  type JsonObject,
  jsonOf,
  objectsIn,
  present,
  problem,
} from '#base';
import {
  type Body,
  bodyOfMachine,
  checkBody,
  checkProposedMachine,
  type MachineDraft,
  type PlanDraft,
  readBody,
  readMachine,
  type StateMachinePlan,
} from '#plan';
import type { PlannerState, PlanSoFar } from '../contracts';

/** What came of a proposed plan: accepted whole, or refused with every problem that was found (P3). */
interface Judgement {
  readonly plan: Body | null;
  /** The plan as the machine that it is (M5); absent where it is a graph. */
  readonly machine?: StateMachinePlan;
  readonly problems: readonly Diagnostic[];
}

/**
 * Validates a draft strictly against the schema, then its logic: tools, inputs, references, cycles, limits (P3). What a
 * planner that is asked again adds is judged with what is there.
 */
export function judge(draft: PlanDraft, state: PlannerState): Judgement {
  const { nodes } = draft.body;
  const isEmpty = Array.isArray(nodes) && nodes.length === 0 && draft.problems.length === 0;
  if (state.wants === 'machine') return { plan: null, problems: [notAMachine()] };
  // Asked what comes next, "nothing" is an answer.
  if (isEmpty && state.soFar === undefined) return { plan: null, problems: [emptyPlan()] };
  return judgeAdded(draft.body, state, draft.problems, new Set(draft.unread));
}

/**
 * The same for a state machine (M5): read against the schema, then judged by the rules for machines and the bounds of its
 * planner. What runs is one step that runs it.
 */
export function judgeMachine(draft: MachineDraft, state: PlannerState): Judgement {
  if (state.soFar !== undefined) return { plan: null, problems: [notAStep()] };
  const read = readMachine(draft.plan);
  if (!read.ok) return { plan: null, problems: [...draft.problems, ...read.problem] };
  const machine = read.value;
  const problems = [...draft.problems, ...checkProposedMachine(machine, checkContext(state))];
  return hasErrors(problems) ? { plan: null, problems } : { plan: bodyOfMachine(machine), machine, problems };
}

/** The same for our own JSON: a whole plan, or what a planner adds to the plan that it is asked about again. */
export function judgeAdded(
  body: JsonObject,
  state: PlannerState,
  found: readonly Diagnostic[] = [],
  unread: ReadonlySet<string> = new Set(),
): Judgement {
  const whole = state.soFar === undefined ? body : continuePlan(state.soFar, body);
  const steps = itemsIn(whole.nodes).length;
  if (steps > state.limits.maxSteps) return { plan: null, problems: [tooLong(steps, state), ...found] };
  const read = readBody(whole);
  if (!read.ok) return { plan: null, problems: [...found, ...read.problem] };
  // What is wrong with a step is told once, and not again for each step that reads it.
  const context = hasErrors(found) ? { ...checkContext(state), unread } : checkContext(state);
  const problems = [...found, ...checkBody(read.value, context)];
  return { plan: hasErrors(problems) ? null : read.value, problems };
}

/** What a proposed plan is checked against. */
export function checkContext(state: PlannerState) {
  return {
    variables: new Set(state.writable),
    // What it sees besides is of the items and rounds around it.
    locals: new Set(Object.keys(state.variables)),
    catalogue: state.catalogue,
    forbidden: state.forbidden,
    ...present({ leftOut: state.leftOut }),
    tools: new Set(state.catalogue.keys()),
    maxSteps: state.limits.maxSteps,
    // The steps of a proposed plan lie inside the planner that proposed it.
    plannerDepth: state.depth + 1,
    maxPlannerDepth: state.limits.maxDepth,
  };
}

/** Seen before anything is judged: the work on a reply has a bound (T4). */
function tooLong(steps: number, { limits }: PlannerState): Diagnostic {
  const message = `The plan has ${steps} nodes: ${steps} > ${limits.maxSteps}.`;
  return problem('PLAN_TOO_LONG', message, 'Propose fewer steps.');
}

function notAMachine(): Diagnostic {
  const help = 'Reply with "states": a map from the name of each state to its action and transitions.';
  return problem('MACHINE_EXPECTED', 'The reply is a list of steps, and no state machine.', help);
}

function notAStep(): Diagnostic {
  const help = 'Reply with the steps that come next.';
  const message = 'The plan that runs is a graph, and no state machine can follow it.';
  return problem('STEPS_EXPECTED', message, help);
}

function emptyPlan(): Diagnostic {
  return problem('PLAN_EMPTY', 'The plan has no steps.', 'Propose at least one step.');
}

/**
 * The plan so far with what a planner adds to it (R13): new nodes that follow nothing of their own come after the last
 * steps that succeeded.
 *
 * @param added a body in our own JSON, not validated yet; without nodes nothing is left to do
 */
function continuePlan(soFar: PlanSoFar, added: JsonObject): JsonObject {
  const [nodes, edges] = [objectsIn(added.nodes), objectsIn(added.edges)];
  const followers = new Set(edges.map(({ to }) => to));
  const first = nodes.filter(({ id }) => !followers.has(id));
  const joints = lastOf(soFar).flatMap(({ id, port }) =>
    first.map((node) => ({ from: id, port, to: node.id ?? null })),
  );
  return {
    nodes: [...soFar.body.nodes.map(jsonOf), ...nodes],
    edges: [...soFar.body.edges, ...joints, ...edges],
  };
}

/** The steps that succeeded and that no other such step follows, with the port by which they were left. */
function lastOf({ body, steps }: PlanSoFar): readonly { readonly id: string; readonly port: string }[] {
  const succeeded = new Map(
    steps.flatMap(({ id, status, ports }) => (status === 'succeeded' ? [[id, ports] as const] : [])),
  );
  const followed = new Set(body.edges.flatMap(({ from, to }) => (succeeded.has(to) ? [from] : [])));
  return [...succeeded].flatMap(([id, [port]]) =>
    port === undefined || followed.has(id) ? [] : [{ id, port }],
  );
}
