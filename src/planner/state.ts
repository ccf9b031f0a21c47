import type { JsonObject } from '#base';
import type { Catalogue } from '#plan';

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
  readonly limits: PlannerLimits;
  /** How many planners this one lies inside; 0 at the plan itself (case E5). */
  readonly depth: number;
  /** How many steps planners of this run have made so far. */
  readonly stepCount: number;
}

export interface PlannerLimits {
  /** Most steps of one plan. */
  readonly maxSteps: number;
  /** Deepest nesting of planners. */
  readonly maxDepth: number;
}
