import type { State, StateMachinePlan } from '#plan';
import type { ChartConfig } from './chartConfig';
import type { ChartLogic } from './lowering';

/** A state machine that can be stepped. Made once for a plan by `compileMachine`. */
export interface CompiledMachine {
  readonly plan: StateMachinePlan;
  /** The canonical XState v5 configuration: JSON, names only (C1). */
  readonly config: ChartConfig;
  /** The plan itself by null, and its states by id. */
  readonly nodes: ReadonlyMap<string | null, State | StateMachinePlan>;
  /** Internal: what XState steps. */
  readonly logic: ChartLogic;
}
