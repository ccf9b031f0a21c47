import type { State, StateMachinePlan } from '#plan';
import type { PlanningRecord, StreamedStep } from './runView';
import { reasonOf } from './streamedBody';

/** A machine that a planner makes, ready to be drawn. */
export interface StreamedMachine {
  readonly machine?: StateMachinePlan;
  /** Refused states by id, with the reason. */
  readonly refused?: ReadonlyMap<string, string>;
}

/**
 * The machine of a planner before an executor has opened it (M5, D4): the accepted one, else the states that arrived;
 * a transition is drawn when the state that it leads to has come. Empty where the planner makes none.
 */
export function streamedMachine({
  accepted,
  machine,
  streamed,
}: Pick<PlanningRecord, 'accepted' | 'machine' | 'streamed'>): StreamedMachine {
  if (accepted !== null) return machine === undefined ? {} : { machine };
  const of = streamed.flatMap((step) => step.machine ?? []).at(-1);
  if (of === undefined) return {};
  const refused = new Map<string, string>();
  const states = streamed.map((step) => {
    const state = step.state ?? ghostState(step);
    const reason = reasonOf(step);
    if (reason !== null) refused.set(state.id, reason);
    return state;
  });
  return { machine: { ...of, kind: 'state-machine', variables: [], states }, refused };
}

/** A `~` is in no id (W2). */
function ghostState({ step }: StreamedStep): State {
  return { id: `~${step + 1}`, name: `State ${step + 1}` };
}
