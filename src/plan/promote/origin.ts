import { type Json, type JsonObject, own } from '#base';
import type { PlanNode } from '../nodes/node';

/** Where a plan was made, and what it is to be called now. */
export interface Origin {
  /** The id of the plan that it becomes. */
  readonly id: string;
  readonly name: string;
  readonly runId: string;
  /** Of the executor that ran it. */
  readonly address: string;
  /** What the run gave to it by name: variables of the plan around it, and the `goal` of its planner. */
  readonly values: JsonObject;
  /** What its leaf steps inherited from the executor (L9). */
  readonly inherits?: Pick<PlanNode, 'timeoutMs' | 'retry'>;
}

/** Kept in the plan, so that its run is found again. */
export function sourceOf({ runId, address }: Origin): JsonObject {
  return { run: { runId, address } };
}

/** An input that has what the run gave as its default. */
export function inputOf(id: string, { values }: Origin): { id: string; scope: 'IN'; default?: Json } {
  const value = own(values, id);
  return { id, scope: 'IN', ...(value === undefined ? {} : { default: value }) };
}
