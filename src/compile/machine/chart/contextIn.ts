import type { MachineContext } from 'xstate';
import type { ChartContext } from '../../statechart/context';

/** A context of XState, which knows it as a record of anything. */
export function contextIn(context: MachineContext): ChartContext {
  const { variables, results, goalData, books, answers, otherwise } = context;
  return { variables, results, goalData, books, answers, otherwise };
}
