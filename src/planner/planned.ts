import type { Diagnostic, Json } from '#base';
import type { Body } from '#plan';

/** What a planner without a model made: a plan, or in plain words why there is none. */
export interface Planned {
  readonly verdict: 'accepted' | 'refused';
  readonly plan: Body | null;
  readonly problems: readonly Diagnostic[];
  /** HTN: the decomposition as a tree; rules: which fired. For reading only. */
  readonly trace: Json;
  /** It knows other ways, and is to be asked for one when a step fails (P12). */
  readonly knowsOthers?: boolean;
  /** Which planner made it: what the interface says plainly (A5). */
  readonly madeBy: string;
}
