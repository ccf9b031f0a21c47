import { type PlacedTransition, type State, type StateMachinePlan, targetsOf, transitionsOf } from '#plan';
import { holds, takeUnanswered } from './actions';
import { delayKey, invocationsOf } from './canonical';
import type { CompiledMachine } from './compileMachine';
import { type Resumed, resume } from './standing';
import { afterTimer, compiledType, type GuardAnswers, type MachineStanding } from './turn';

/** A transition of an active state that an event could set off. */
export interface PossibleEvent {
  /** The type of the event, or what it has to look like (`order.*`); of a timer or an invocation, its id. */
  readonly event: string;
  readonly kind: 'user' | 'response' | 'timer' | 'done' | 'failed';
  /** Whose transition it is; null for the machine's own. */
  readonly state: string | null;
  /** The transition in its state: `/on/0`. */
  readonly path: string;
  readonly targets: readonly string[];
  /** It leads to the machine itself, which begins again. */
  readonly restart?: true;
  /** Whether its condition holds now; `asked` where that is up to a guard without a meaning, or to the event's data. */
  readonly enabled: boolean | 'asked';
}

/**
 * What may happen next (M7): transitions of all active states that wait for something, innermost first, each state's in
 * document order. Whether one is taken may depend on those before it.
 */
export function possibleEvents(
  machine: CompiledMachine,
  standing: MachineStanding,
  guards: GuardAnswers = {},
  handles = true,
): readonly PossibleEvent[] {
  if (standing.status !== 'active') return [];
  const at = resume(machine, standing, { answers: guards, handles });
  const states = [...standing.configuration].reverse();
  return [...states, null].flatMap((id) => {
    const node = machine.nodes.get(id);
    return node === undefined
      ? []
      : transitionsOf(node).flatMap((placed) => possible(machine, at, node, id, placed));
  });
}

function possible(
  { plan }: CompiledMachine,
  at: Resumed,
  node: State | StateMachinePlan,
  state: string | null,
  placed: PlacedTransition,
): readonly PossibleEvent[] {
  const cause = causeOf(node, state, placed, at);
  if (cause === null) return [];
  const { path, transition } = placed;
  const enabled = isEnabled(plan, at, transition.when, cause.event);
  const again = 'restart' in transition && transition.restart ? { restart: true as const } : {};
  return [{ ...cause, state, path, targets: targetsOf(transition), ...again, enabled }];
}

function causeOf(
  node: State | StateMachinePlan,
  state: string | null,
  { cause, path, transition }: PlacedTransition,
  { context }: Resumed,
): Pick<PossibleEvent, 'event' | 'kind'> | null {
  const waiter = context.books.waiting.find((one) => one.state === state);
  switch (cause) {
    case 'event': {
      const event = 'event' in transition ? transition.event : '';
      const isAwaited = context.books.waiting.some((one) => one.response === event || one.failure === event);
      return { event, kind: isAwaited ? 'response' : 'user' };
    }
    case 'default':
      return waiter === undefined ? null : { event: waiter.response, kind: 'response' };
    case 'after': {
      const after = node.after ?? [];
      const own = after[Number(path.split('/')[2])];
      const first = after.findIndex((one) => own !== undefined && delayKey(one) === delayKey(own));
      return { event: afterTimer(state, `/after/${first}`), kind: 'timer' };
    }
    case 'invokeDone':
    case 'invokeError': {
      const index = Number(path.split('/')[2]);
      const event = invocationsOf(node)[index]?.id ?? '';
      return { event, kind: cause === 'invokeDone' ? 'done' : 'failed' };
    }
    default:
      return null;
  }
}

/** Asked twice, with every unknown guard once true and once false: what does not change is certain. */
function isEnabled(
  plan: StateMachinePlan,
  { snapshot, context }: Resumed,
  when: string | undefined,
  type: string,
): boolean | 'asked' {
  if (when === undefined) return true;
  const event = { type: compiledType(type), data: null };
  try {
    const no = holds(when, plan, snapshot, { ...context, otherwise: false }, event);
    const yes = holds(when, plan, snapshot, { ...context, otherwise: true }, event);
    return no === yes ? no : 'asked';
  } catch {
    return 'asked';
  } finally {
    takeUnanswered();
  }
}
