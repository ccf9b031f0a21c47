import { type Diagnostic, err, hasErrors, ok, type Result } from '#base';
import { allStates, checkMachineAlone, type State, type StateMachinePlan } from '#plan';
import { canonicalOf } from './canonical';
import type { ChartConfig } from './chartConfig';
import { type ChartLogic, lowerChart } from './lowering';

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

const COMPILED = new WeakMap<StateMachinePlan, Result<CompiledMachine, readonly Diagnostic[]>>();

/**
 * Compiles a state machine (C1, C4): deterministic, and kept by plan. What it refuses, `check` has refused before with
 * the same code: both ask the rules that look at the machine alone. Names that are not there yet, of capabilities,
 * guards and delays, refuse a run and no simulation.
 *
 * @returns the machine, or its errors
 * @example
 * const machine = compileMachine(plan);
 * if (machine.ok) startMachine(machine.value, { variables: {}, goalData: null });
 */
export function compileMachine(plan: StateMachinePlan): Result<CompiledMachine, readonly Diagnostic[]> {
  const known = COMPILED.get(plan);
  if (known) return known;
  const compiled = compileAnew(plan);
  COMPILED.set(plan, compiled);
  return compiled;
}

function compileAnew(plan: StateMachinePlan): Result<CompiledMachine, readonly Diagnostic[]> {
  const found = checkMachineAlone(plan);
  if (hasErrors(found)) return err(found.filter(({ severity }) => severity === 'error'));
  const config = canonicalOf(plan);
  const states = [...allStates(plan.states)].map((state) => [state.id, state] as const);
  return ok({ plan, config, nodes: new Map([[null, plan], ...states]), logic: lowerChart(config, plan) });
}
