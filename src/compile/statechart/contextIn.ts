import type { MachineContext } from 'xstate';
import type { ChartContext } from './context';

/** A context of XState, which knows it as a record of anything. */
export function contextIn(context: MachineContext): ChartContext {
  const { variables, results, goalData, books, answers, otherwise, handles } = context;
  return { variables, results, goalData, books, answers, otherwise, handles };
}
