import type { Json, JsonObject } from '#base';
import type { Body, Catalogue, GoalSteps, StateMachinePlan } from '#plan';

/** One turn of the session that a planner may read (P1). */
export interface Turn {
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
