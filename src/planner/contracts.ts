import { isJsonObject, type Json, LIMITS } from '#base';
import { outlineOf, streamLineOf } from '#plan';
import type { PlannerState } from './state';

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
