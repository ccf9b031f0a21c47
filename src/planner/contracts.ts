import { isJsonObject, type Json, type JsonObject, LIMITS } from '#base';
import {
  type Body,
  type Catalogue,
  type GoalSteps,
  outlineOf,
  type StateMachinePlan,
  streamLineOf,
} from '#plan';

/** One turn of the session that a planner may read (P1). */
interface Turn {
  readonly role: 'user' | 'agent' | 'tool';
  readonly text: string;
}

/**
 * All that a planner sees (P1): a value, built by the host from a projection of the run. Reading a reply needs the
 * same things as asking for it, so this is the one context of every door of the room.
 */
export interface PlannerState {
  /** What is wanted, with its holes filled. */
  readonly goal: string;
  /** The last turns of the session, oldest first. */
  readonly transcript: readonly Turn[];
  /** What is at hand: `tables`, `documents`, and what the node's author put there. */
  readonly memory: JsonObject;
  /** The variables of the surrounding plan at this moment. */
  readonly variables: JsonObject;
  /** Names of the variables that a step's `output` may write (R13). */
  readonly writable: readonly string[];
  /** The capabilities that this planner may name, and no other (P8). */
  readonly catalogue: Catalogue;
  /** Ids of the capabilities that are there besides, and that this planner may not name; no prompt shows them. */
  readonly forbidden: ReadonlySet<string>;
  /** Ids of the tools that planners of the workspace call by their rules: no prompt leaves them out (P3). */
  readonly named?: ReadonlySet<string>;
  /** Ids of the tools that are allowed one by one, not by a pattern: they come before all others that fit the goal. */
  readonly listed?: ReadonlySet<string>;
  /** Ids of allowed tools that the prompt had no room for: the catalogue is without them, and whoever names one is told so. */
  readonly leftOut?: ReadonlySet<string>;
  readonly limits: PlannerLimits;
  /** How many planners this one lies inside; 0 at the plan itself (case E5). */
  readonly depth: number;
  /** How many steps planners of this run have made so far. */
  readonly stepCount: number;
  /** P14: what becomes of steps that are goals; absent where they are not asked for. */
  readonly goalSteps?: GoalSteps;
  /** Only a state machine will do (P2 `state-machine`); absent where any plan does. */
  readonly wants?: 'machine';
  /** The plan that the planner is asked about again; absent for a plan to begin with. */
  readonly soFar?: PlanSoFar;
  /** The plan that was proposed last, and what a person wants changed of it (D9); absent where nothing was said. */
  readonly wish?: { readonly plan: Body | StateMachinePlan; readonly text: string };
}

/** What has become of a plan whose planner is asked again (P2, P9, P12). */
export interface PlanSoFar {
  /** What stays of it: the nodes that have settled, with their edges. Their ids never change (R13). */
  readonly body: Body;
  /** How each of those nodes came out, in the order in which they began. */
  readonly steps: readonly StepSoFar[];
  /** The step that the planner is to find another way around; null where it is asked for what comes next. */
  readonly failed: string | null;
  /** How the planner made the plan, in its own words: `Planned.trace`. */
  readonly trace: Json | null;
  /** What has not started may be dropped or changed; absent where the planner only adds to the plan. */
  readonly revision?: PlanInDoubt;
}

/** A plan that may not go on as it is (P9). */
export interface PlanInDoubt {
  /** Why, in a sentence. */
  readonly because: string;
  /** The whole plan as it stands. */
  readonly before: Body;
  /** Ids that steps of it, or of what it was before, have had: one that has not started may have its id again, a new step has another. */
  readonly named: readonly string[];
}

export interface StepSoFar {
  readonly id: string;
  readonly status: 'succeeded' | 'failed' | 'skipped';
  /** Ports that it took. */
  readonly ports: readonly string[];
  readonly result?: Json;
  readonly error?: { readonly code: string; readonly message: string };
}

interface PlannerLimits {
  /** Most steps of one plan. */
  readonly maxSteps: number;
  /** Deepest nesting of planners. */
  readonly maxDepth: number;
}

/** A step in the words of reference 3; any shape of `readReply` is understood as well. */
export type ProposedStep = Json;

/** Asks once, gets a plan or the step to execute next (P1). */
export interface Planner {
  plan(state: PlannerState): Promise<Json>;
}

/** What a streaming planner yields (P1, P2). */
export type PlanYield =
  | { readonly type: 'step'; readonly step: ProposedStep }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'finish'; readonly result?: Json };

/** Yields steps as it thinks of them (P1). */
export interface StreamingPlanner {
  plan(state: PlannerState): AsyncIterable<PlanYield>;
}

/** A rule in code: whether it fits, and the step that it proposes (P1). Rules as data: `planByRules`. */
export interface PlanningRule {
  readonly id: string;
  match(state: PlannerState): boolean;
  toPlanStep(state: PlannerState): ProposedStep | null;
}

/** A planner whose rules can be looked at (P1). */
export interface RulePlanner extends Planner {
  getRules?(): readonly PlanningRule[];
}

/** A node of a task network in code: a primitive step, or a task to be taken apart (P1). */
export interface HtnNode {
  readonly id: string;
  readonly kind: 'primitive' | 'compound';
  readonly primitive?: ProposedStep;
  readonly methods?: readonly string[];
}

/** A task network in code (P1). Networks as data: `planByHtn`. */
export interface HTNPlanner {
  initialTask(state: PlannerState): Promise<HtnNode>;
  decompose(node: HtnNode, state: PlannerState): Promise<readonly HtnNode[]>;
}

export type AnyPlanner = Planner | StreamingPlanner | HTNPlanner;

/**
 * Makes any planner a stream of steps, partial reasoning and finish (P1), so that who runs it need not know its kind.
 * A plan of a promise planner comes as its steps in order, then finish.
 *
 * @throws whatever the planner throws; `RangeError` when a task network grows past `LIMITS.htnNodes`
 * @example for await (const next of asStream(planner, state)) if (next.type === 'step') draw(next.step);
 */
export async function* asStream(planner: AnyPlanner, state: PlannerState): AsyncGenerator<PlanYield> {
  if ('decompose' in planner) {
    yield* fromNetwork(planner, state);
    return;
  }
  const made = planner.plan(state);
  if (Symbol.asyncIterator in made) yield* made;
  else yield* fromPlan(await made);
}

function* fromPlan(plan: Json): Generator<PlanYield> {
  const line = isJsonObject(plan) ? streamLineOf(plan) : null;
  if (line !== null) {
    yield yieldOf(line);
    return;
  }
  const outline = outlineOf(plan);
  for (const { key, value } of outline?.entries ?? []) {
    yield { type: 'step', step: key !== null && isJsonObject(value) ? { id: key, ...value } : value };
  }
  yield { type: 'finish' };
}

function yieldOf(line: NonNullable<ReturnType<typeof streamLineOf>>): PlanYield {
  if (line.kind === 'step') return { type: 'step', step: line.step };
  if (line.kind === 'reasoning') return { type: 'reasoning', text: line.text };
  return line.result === undefined ? { type: 'finish' } : { type: 'finish', result: line.result };
}

/** Depth first, in order: what the first task comes apart into, until only primitives are left. */
async function* fromNetwork(planner: HTNPlanner, state: PlannerState): AsyncGenerator<PlanYield> {
  const agenda: HtnNode[] = [await planner.initialTask(state)];
  for (let expanded = 0; agenda.length > 0; expanded++) {
    if (expanded > LIMITS.htnNodes) throw new RangeError(`more than ${LIMITS.htnNodes} tasks`);
    const node = agenda.pop();
    if (node?.kind === 'primitive') {
      if (node.primitive !== undefined) yield { type: 'step', step: node.primitive };
    } else if (node !== undefined) agenda.push(...(await planner.decompose(node, state)).toReversed());
  }
  yield { type: 'finish' };
}
