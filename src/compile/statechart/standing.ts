import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { isJsonObject, type Json, type JsonObject, PersistentMap } from '#base';
import type { CompiledMachine } from './compileMachine';
import {
  type ChartContext,
  configurationOf,
  contextIn,
  type Pending,
  type Waiting,
  withConfiguration,
} from './configuration';
import type { MachineStanding } from './turn';

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
    waiting: listIn(saved.waiting).map((one) => {
      const { state, response, failure } = objectIn(one);
      return { state: String(state), response: String(response), failure: textOrNull(failure) };
    }),
    pending: listIn(saved.pending).map((one) => {
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

function listIn(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? json : [];
}

function textsIn(json: Json | undefined): readonly string[] {
  return listIn(json).map(String);
}

function textOrNull(json: Json | undefined): string | null {
  return typeof json === 'string' ? json : null;
}

type StateValue = string | { readonly [key: string]: StateValue };

/**
 * The value of active states as XState writes it, in the order in which they are given. What holds an active state is
 * added: after a deep history inside a parallel state, XState's list of active nodes has its regions and not itself.
 */
function stateValue(
  root: AnyStateNode,
  active: readonly AnyStateNode[],
): { [key: string]: StateValue } | string {
  const inside = new Map<AnyStateNode, AnyStateNode[]>();
  for (const node of withAncestors(active)) {
    if (node.parent === undefined) continue;
    const siblings = inside.get(node.parent);
    if (siblings) siblings.push(node);
    else inside.set(node.parent, [node]);
  }
  const valueIn = (node: AnyStateNode): { [key: string]: StateValue } | string => {
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
