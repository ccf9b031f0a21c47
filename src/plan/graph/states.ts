import { didYouMean, isEventType, isJsonObject, own } from '#base';
import type {
  DelayedTransition,
  EventTransition,
  Responder,
  State,
  StateAction,
  StateMachinePlan,
  Transition,
} from '../schema/stateMachine';

/** A state, and where it is in its machine. */
export interface PlacedState {
  readonly state: State;
  /** Id of the state around it; null is the machine itself. */
  readonly parent: string | null;
  readonly index: number;
  /** Ids of the states around it, outermost first. */
  readonly path: readonly string[];
}

/** Every state of a machine, a state before those inside it. */
export function* allStates(states: readonly State[]): Generator<State> {
  for (const state of states) {
    yield state;
    yield* allStates(state.states ?? []);
  }
}

/** Every state of a machine with its place, a state before those inside it. */
export function* placedStates(
  states: readonly State[],
  path: readonly string[] = [],
): Generator<PlacedState> {
  for (const [index, state] of states.entries()) {
    yield { state, parent: path.at(-1) ?? null, index, path };
    yield* placedStates(state.states ?? [], [...path, state.id]);
  }
}

export function findState(plan: StateMachinePlan, id: string): PlacedState | undefined {
  for (const placed of placedStates(plan.states)) if (placed.state.id === id) return placed;
  return undefined;
}

/** The ids of all states, at any depth. */
export function stateIds(plan: { readonly states: readonly State[] }): Set<string> {
  return new Set([...allStates(plan.states)].map(({ id }) => id));
}

/** The same machine with every state changed, those inside before those around them; what did not change is shared. */
export function mapStates(states: State[], change: (state: State) => State): State[] {
  const next = states.map((state) => {
    const inner = state.states === undefined ? undefined : mapStates(state.states, change);
    return change(inner === undefined || inner === state.states ? state : { ...state, states: inner });
  });
  return next.every((state, index) => state === states[index]) ? states : next;
}

/** The same machine with the states right inside one state changed; null is the machine itself. */
export function withStatesOf(
  plan: StateMachinePlan,
  parent: string | null,
  change: (states: readonly State[]) => State[],
): StateMachinePlan {
  if (parent === null) return { ...plan, states: change(plan.states) };
  const states = mapStates(plan.states, (state) => {
    if (state.id !== parent) return state;
    const { states: before, ...rest } = state;
    const inner = change(before ?? []);
    return inner.length === 0 && before === undefined ? state : { ...rest, states: inner };
  });
  return { ...plan, states };
}

/** What sets a transition off. */
export type TransitionCause =
  | 'event'
  | 'always'
  | 'after'
  | 'done'
  | 'invokeDone'
  | 'invokeError'
  | 'default';

/** A transition of a state, and where it is written in it: `/on/0`, `/invoke/0/onDone/1`, `/defaultNext`. */
export interface PlacedTransition {
  readonly path: string;
  readonly cause: TransitionCause;
  readonly transition: EventTransition | DelayedTransition | Transition;
}

/** The transitions of a state, or of the root of a machine, in document order. */
export function transitionsOf(state: State | StateMachinePlan): readonly PlacedTransition[] {
  const placed = (
    transitions: readonly PlacedTransition['transition'][] | undefined,
    cause: TransitionCause,
    path: string,
  ): readonly PlacedTransition[] =>
    (transitions ?? []).map((transition, index) => ({ path: `${path}/${index}`, cause, transition }));
  return [
    ...placed(state.on, 'event', '/on'),
    ...placed(state.always, 'always', '/always'),
    ...placed(state.after, 'after', '/after'),
    ...placed(state.onDone, 'done', '/onDone'),
    ...(state.invoke ?? []).flatMap((invocation, index) => [
      ...placed(invocation.onDone, 'invokeDone', `/invoke/${index}/onDone`),
      ...placed(invocation.onError, 'invokeError', `/invoke/${index}/onError`),
    ]),
    ...('defaultNext' in state && state.defaultNext !== undefined
      ? [{ path: '/defaultNext', cause: 'default' as const, transition: { target: state.defaultNext } }]
      : []),
  ];
}

/** The states that a transition leads to; none where it stays. */
export function targetsOf({
  target,
}: {
  readonly target?: string | string[] | undefined;
}): readonly string[] {
  return [target ?? []].flat();
}

/** Where the layout keeps the label of a transition that its author moved. */
export interface LabelPlace {
  /** The state whose place it stands with. */
  readonly state: string;
  /** Its name among the labels of that place. */
  readonly name: string;
}

/** What stands before the path of a transition of the machine itself; paths of states begin with a slash. */
const MACHINE = 'machine';

/**
 * A moved label stands with the state that has the transition; one of the machine itself, which has no place, with the
 * state that the line leads to.
 *
 * @param state id of the state that has it; null is the machine itself
 * @param path where it is written there: `/on/0`
 * @param target id of the state that the line leads to
 */
export function labelPlace(state: string | null, path: string, target: string): LabelPlace {
  return state === null ? { state: target, name: machineLabel(path) } : { state, name: path };
}

/** The name of the label of a transition of the machine itself. */
export function machineLabel(path: string): string {
  return `${MACHINE}${path}`;
}

/** The events that end the waiting of a state for its action (M2). */
interface Responses {
  readonly response: string;
  readonly failure: string;
}

/**
 * What an action awaits (M2): what it names itself goes before what the responder of its event names, and a failure that
 * nobody names is the response with its last segment replaced by `failed`.
 *
 * @returns null where no response is awaited
 * @example responsesOf({ event: 'ask', response: 'asked.well' }, []) // { response: 'asked.well', failure: 'asked.failed' }
 */
export function responsesOf(action: StateAction, responders: readonly Responder[] = []): Responses | null {
  const responder = responders.find(({ request }) => request === action.event);
  const response = action.response ?? responder?.response;
  if (response === undefined) return null;
  return { response, failure: action.failure ?? responder?.failure ?? failureOf(response) };
}

function failureOf(response: string): string {
  return `${response.slice(0, response.lastIndexOf('.') + 1)}failed`;
}

/** The descriptors of all events that a machine hears, wildcards among them, in document order. */
export function eventsHeard(plan: StateMachinePlan): readonly string[] {
  const states = [...allStates(plan.states)];
  const events = [plan, ...states].flatMap(({ on }) => (on ?? []).map(({ event }) => event));
  const responses = states.flatMap(({ action }) => {
    const awaited = action === undefined ? null : responsesOf(action);
    return awaited === null ? [] : [awaited.response, awaited.failure];
  });
  const resuming = states.flatMap(({ pause }) =>
    pause === undefined ? [] : ['resume', ...(pause.resumeOn === undefined ? [] : [pause.resumeOn])],
  );
  return [...new Set([...events, ...responses, ...resuming])];
}

/** What an event is called here that was imported under another name; as it is where it is called so here, too. */
export function eventOfOurs(plan: StateMachinePlan, type: string): string {
  if (eventsHeard(plan).some((event) => hears(event, type) && event !== '*')) return type;
  for (const kept of Object.values(plan.source ?? {})) {
    const names = isJsonObject(kept) ? own(kept, 'events') : undefined;
    const found = isJsonObject(names)
      ? Object.entries(names).find(([, theirs]) => theirs === type)
      : undefined;
    if (found !== undefined && isEventType(found[0])) return found[0];
  }
  return type;
}

/** Says that no state of a machine hears an event, and which are heard; null where one does. */
export function unheardEvent(plan: StateMachinePlan, type: string): string | null {
  const heard = eventsHeard(plan);
  if (heard.some((event) => hears(event, type))) return null;
  const known = heard.length === 0 ? 'It hears none' : `It hears ${heard.slice(0, 20).join(', ')}`;
  const more = heard.length > 20 ? `, and ${heard.length - 20} more` : '';
  return `"${type}" is no event of "${plan.id}". ${didYouMean(type, heard)}${known}${more}.`;
}

/**
 * Whether an event is one that a descriptor names (M1).
 *
 * @example hears('order.*', 'order.paid') // true, and so is hears('order.*', 'order')
 */
export function hears(descriptor: string, type: string): boolean {
  if (descriptor === '*' || descriptor === type) return true;
  if (!descriptor.endsWith('.*')) return false;
  const stem = descriptor.slice(0, -2);
  return type === stem || type.startsWith(`${stem}.`);
}
