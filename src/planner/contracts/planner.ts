import type { Json } from '#base';
import type { PlannerState } from '../state';

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
