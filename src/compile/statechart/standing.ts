import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { isJsonObject, itemsIn, type Json, type JsonObject, PersistentMap } from '#base';
import { type PlacedTransition, type State, type StateMachinePlan, targetsOf, transitionsOf } from '#plan';
import { holds, takeUnanswered } from './actions';
import { delayKey, invocationsOf } from './canonical';
import type { CompiledMachine } from './compileMachine';
import {
  type ChartContext,
  configurationOf,
  contextIn,
  type Pending,
  type Waiting,
  withConfiguration,
} from './configuration';
import { afterTimer, compiledType, type GuardAnswers, type MachineStanding } from './turn';

/** XState's own snapshots, by the value that stands for each: a standing that was restored has none yet. */
const LIVE = new WeakMap<object, AnyMachineSnapshot>();

/** Where a machine stands: a value. */
export function standingOf(snapshot: AnyMachineSnapshot, status: MachineStanding['status']): MachineStanding {
  const { variables, results, goalData, books } = contextIn(snapshot.context);
  const nodes = configurationOf(snapshot).filter((node) => node.parent !== undefined);
  const remembered = Object.entries(snapshot.historyValue);
  const saved: Saved = {
    nodes: nodes.map(({ id }) => id),
    history: Object.fromEntries(remembered.map(([id, states]) => [id, states.map((state) => state.id)])),
    ...books,
  };
  LIVE.set(saved, snapshot);
  return {
    status,
    configuration: nodes.toSorted((a, b) => a.order - b.order).map(({ id }) => id),
    value: snapshot.value,
    tags: [...snapshot.tags].sort(),
    variables,
    results,
    goalData,
    snapshot: saved,
  };
}

/** Where a machine stands that could not even be entered. */
export function nowhere({ variables, results, goalData }: ChartContext): MachineStanding {
  const snapshot: Saved = { nodes: [], history: {}, waiting: [], pending: [], asked: 0 };
  const seen = { configuration: [], value: null, tags: [] };
  return { status: 'failed', ...seen, variables, results, goalData, snapshot };
}

/** What XState goes on from. */
export interface Resumed {
  readonly snapshot: AnyMachineSnapshot;
  readonly context: ChartContext;
}

/**
 * A standing as XState's snapshot, and its context for one turn. Active states keep their order, which after a re-entry
 * is not that of the document, because XState asks parallel states in that order.
 */
export function resume(
  machine: CompiledMachine,
  standing: MachineStanding,
  { answers, handles }: Pick<ChartContext, 'answers' | 'handles'>,
): Resumed {
  const { variables, results, goalData } = standing;
  const saved = readSaved(standing.snapshot);
  const { waiting, pending, asked } = saved;
  const books = { waiting, pending, asked };
  const context = { variables, results, goalData, books, answers, otherwise: false, handles };
  const { snapshot } = standing;
  const live = typeof snapshot === 'object' && snapshot !== null ? LIVE.get(snapshot) : undefined;
  if (live !== undefined) return { snapshot: live, context };
  const restored = restore(machine, saved);
  if (typeof snapshot === 'object' && snapshot !== null) LIVE.set(snapshot, restored);
  return { snapshot: restored, context };
}

function restore({ logic }: CompiledMachine, { nodes, history }: Saved): AnyMachineSnapshot {
  const active = [logic.root, ...nodes.map((id) => logic.getStateNodeById(`#${id}`))];
  const value = stateValue(logic.root, active);
  const remembered = Object.entries(history).map(
    ([id, states]) => [id, states.map((state) => logic.getStateNodeById(`#${state}`))] as const,
  );
  const plain = logic.resolveState({
    value,
    context: {},
    historyValue: Object.fromEntries(remembered),
  });
  return withConfiguration({ ...plain, value }, active);
}

/** What a standing holds for XState, besides what is seen of it anyway: plain JSON. */
type Saved = {
  /** Active states, in XState's order. */
  readonly nodes: readonly string[];
  /** By history state, what it remembers. */
  readonly history: { readonly [id: string]: readonly string[] };
  readonly waiting: readonly Waiting[];
  readonly pending: readonly Pending[];
  readonly asked: number;
};

/** Reads what `Saved` was written as; it comes from a ledger of ours, whose hashes were checked. */
function readSaved(json: Json): Saved {
  const saved = objectIn(json);
  return {
    nodes: textsIn(saved.nodes),
    history: Object.fromEntries(
      Object.entries(objectIn(saved.history)).map(([id, states]) => [id, textsIn(states)]),
    ),
    waiting: itemsIn(saved.waiting).map((one) => {
      const { state, response, failure } = objectIn(one);
      return { state: String(state), response: String(response), failure: textOrNull(failure) };
    }),
    pending: itemsIn(saved.pending).map((one) => {
      const { timer, id, isFound, to, isLost, event, data = null } = objectIn(one);
      return {
        timer: String(timer),
        id: textOrNull(id),
        isFound: isFound === true,
        to: textOrNull(to),
        ...(isLost === true ? { isLost } : {}),
        event: String(event),
        data,
      };
    }),
    asked: Number(saved.asked ?? 0),
  };
}

function objectIn(json: Json | undefined): JsonObject {
  return isJsonObject(json) ? json : {};
}

function textsIn(json: Json | undefined): readonly string[] {
  return itemsIn(json).map(String);
}

function textOrNull(json: Json | undefined): string | null {
  return typeof json === 'string' ? json : null;
}

type StateValue = string | { [key: string]: StateValue };

/**
 * The value of active states as XState writes it, in the order in which they are given. What holds an active state is
 * added: after a deep history inside a parallel state, XState's list of active nodes has its regions and not itself.
 */
function stateValue(root: AnyStateNode, active: readonly AnyStateNode[]): StateValue {
  const inside = new Map<AnyStateNode, AnyStateNode[]>();
  for (const node of withAncestors(active)) {
    if (node.parent === undefined) continue;
    const siblings = inside.get(node.parent);
    if (siblings) siblings.push(node);
    else inside.set(node.parent, [node]);
  }
  const valueIn = (node: AnyStateNode): StateValue => {
    const children = inside.get(node) ?? [];
    const [only] = children;
    if (node.type === 'compound' && only !== undefined && !inside.has(only) && isSimple(only))
      return only.key;
    return Object.fromEntries(children.map((child) => [child.key, valueIn(child)]));
  };
  return valueIn(root);
}

function isSimple({ type }: AnyStateNode): boolean {
  return type === 'atomic' || type === 'final';
}

function withAncestors(active: readonly AnyStateNode[]): ReadonlySet<AnyStateNode> {
  const all = new Set(active);
  for (const node of active) for (let around = node.parent; around; around = around.parent) all.add(around);
  return all;
}

/** A standing as JSON; `restoreStanding` gives one that goes on in the same way. */
export function persistStanding(standing: MachineStanding): JsonObject {
  const { status, configuration, value, tags, results, goalData, snapshot } = standing;
  const entries = [...standing.variables].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    status,
    configuration,
    value,
    tags,
    variables: Object.fromEntries(entries),
    results,
    goalData,
    snapshot,
  };
}

/** The inverse of `persistStanding`. Nothing is started. */
export function restoreStanding(json: Json): MachineStanding {
  const saved = isJsonObject(json) ? json : {};
  const { value = null, goalData = null, snapshot = null } = saved;
  return {
    status: saved.status === 'done' || saved.status === 'failed' ? saved.status : 'active',
    configuration: textsIn(saved.configuration),
    value,
    tags: textsIn(saved.tags),
    variables: PersistentMap.from(Object.entries(objectIn(saved.variables))),
    results: objectIn(saved.results),
    goalData,
    snapshot,
  };
}

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
