import type { AnyMachineSnapshot, EventObject, MachineContext } from 'xstate';
import { type Json, own } from '#base';
import type { Asked, StateMachinePlan } from '#plan';
import { configurationOf } from './configuration';
import type { ChartContext } from './context';
import { contextIn } from './contextIn';
import { valueOrThrow } from './deeds';
import { type ChartEvent, holdsIn } from './scope';

/** Whether a condition holds in a snapshot, and whether that was up to guards that nobody has answered. */
export type Unanswered = Set<string>;

let unanswered: Unanswered = new Set();

/** The names of guards that were asked since the last call and have neither a meaning nor an answer. */
export function takeUnanswered(): ReadonlySet<string> {
  const names = unanswered;
  unanswered = new Set();
  return names;
}

/**
 * A condition as a guard of XState. Guards with a `check` are given the snapshot, as `and`, `not` and `stateIn` are,
 * from which `inState` is answered: the states that are active before the transition (xstateFacts.test.ts).
 *
 * @throws ChartFailure where the condition has no value
 */
export function guardOf(when: string, plan: StateMachinePlan) {
  return Object.assign(() => false, {
    check: (
      snapshot: AnyMachineSnapshot,
      { context, event }: { readonly context: MachineContext; readonly event: EventObject },
    ) => holds(when, plan, snapshot, contextIn(context), event),
  });
}

/** The same outside of a step. */
export function holds(
  when: string,
  plan: StateMachinePlan,
  snapshot: AnyMachineSnapshot,
  context: ChartContext,
  event: ChartEvent,
): boolean {
  const asked: Asked = {
    inState: (id) => configurationOf(snapshot).some((node) => node.id === id),
    guard: (name, params) => {
      const answer = own(context.answers, name);
      if (answer !== undefined) return answer;
      const meaning = plan.guards?.find((guard) => guard.name === name)?.when;
      if (meaning !== undefined) return ask(meaning, { params });
      unanswered.add(name);
      return context.otherwise;
    },
  };
  const ask = (condition: string, extra: Readonly<Record<string, Json>>): boolean =>
    valueOrThrow(holdsIn(context, event, condition, extra, asked));
  return ask(when, {});
}
