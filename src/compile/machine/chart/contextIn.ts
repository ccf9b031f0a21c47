import type { MachineContext } from 'xstate';
import type { ChartContext } from '../../statechart/context';

/** A context of XState, which knows it as a record of anything. */
export function contextIn(context: MachineContext): ChartContext {
  const { variables, results, goalData, waiting, pending, asked, answers, otherwise } = context;
  return { variables, results, goalData, waiting, pending, asked, answers, otherwise };
}
