import { type Address, withoutAttempt } from '#base';
import type { Commit, Entry, Usage } from '#kernel';
import { scopeOf, transitionKey } from './addresses';
import {
  isSettled,
  type MachineRecord,
  type NodeRecord,
  type NodeStatus,
  type RunStatus,
  type RunView,
  type WaitRecord,
} from './runView';

/** What an entry of a machine says of its states (M1): active ones read running, those that were left succeeded. */
export function foldState(draft: Draft, entry: Entry, { at, seq }: Commit): void {
  const { address } = entry;
  switch (entry.kind) {
    case 'state.entered': {
      const machine = machineAt(draft, scopeOf(address));
      setMachine(draft, { ...machine, active: [...machine.active, address] });
      touchNode(draft, address, seq, { status: 'running', startedAt: at, endedAt: null });
      return;
    }
    case 'state.left': {
      const machine = machineAt(draft, scopeOf(address));
      setMachine(draft, { ...machine, active: machine.active.filter((one) => one !== address) });
      settle(draft, address, 'succeeded', at, seq);
      return;
    }
    case 'transition.taken': {
      const machine = machineAt(draft, scopeOf(address));
      const key = transitionKey(entry.data.state, entry.data.path);
      if (!machine.taken.has(key)) setMachine(draft, { ...machine, taken: new Set([...machine.taken, key]) });
      return;
    }
    case 'machine.result': {
      const { key, value } = entry.data;
      const machine = machineAt(draft, draft.machines.has(address) ? address : scopeOf(address));
      setMachine(draft, { ...machine, results: { ...machine.results, [key]: value } });
      return;
    }
    case 'machine.done':
      // XState leaves the final state too; what it has come to is read on it.
      if (entry.data.state !== null) settle(draft, address, OUTCOMES[entry.data.outcome], at, seq);
      return;
    default:
      return;
  }
}

/** The machine at that place has ended from outside, or the run has: what was active in it did so too. */
export function endStates(
  draft: Draft,
  place: Address | null,
  status: NodeStatus,
  at: number,
  seq: number,
): void {
  for (const machine of draft.machines.values()) {
    if (place !== null && machine.place !== place) continue;
    for (const state of machine.active) {
      if (nodeAt(draft, state).endedAt === null) settle(draft, state, status, at, seq);
    }
  }
}

/** A state is active until it is left, whatever becomes of its action (M2), whose attempts are shown with it. */
export function keepActive(draft: Draft, address: Address, seq: number): void {
  const key = withoutAttempt(address);
  if (!draft.machines.get(scopeOf(key))?.active.includes(key)) return;
  const { status } = nodeAt(draft, key);
  if (isSettled(status)) touchNode(draft, key, seq, { status: 'running', endedAt: null });
}

const OUTCOMES = { completed: 'succeeded', failed: 'failed' } as const;

function settle(draft: Draft, address: Address, status: NodeStatus, at: number, seq: number): void {
  const waits = endWaits(nodeAt(draft, address), at);
  touchNode(draft, address, seq, { status, endedAt: at, message: null, waits });
}

/** The waits of a node that waits no more. */
export function endWaits({ waits }: NodeRecord, at: number): readonly WaitRecord[] {
  if (waits.length === 0) return waits;
  return waits.map((wait) => (wait.to === null ? { ...wait, to: at } : wait));
}

function machineAt(draft: Draft, place: Address): MachineRecord {
  return draft.machines.get(place) ?? { place, active: [], results: {}, taken: new Set() };
}

function setMachine(draft: Draft, machine: MachineRecord): void {
  draft.machines = new Map(draft.machines).set(machine.place, machine);
}

type MapField = 'nodes' | 'variables' | 'planning' | 'opened' | 'scopes' | 'rounds' | 'open';
type MapsOf = {
  -readonly [Field in MapField]: RunView[Field] extends ReadonlyMap<infer Key, infer Value>
    ? MapDraft<Key, Value>
    : never;
};

/** A view that is being changed by one commit or by many. `settled` is how the run ended, null while it lives. */
export type Draft = MapsOf & {
  -readonly [Field in Exclude<keyof RunView, MapField | 'status'>]: RunView[Field];
} & { settled: 'completed' | 'failed' | 'cancelled' | null };

export function openDraft(view: RunView): Draft {
  const { status, ...rest } = view;
  return {
    ...rest,
    nodes: new MapDraft(view.nodes),
    variables: new MapDraft(view.variables),
    planning: new MapDraft(view.planning),
    opened: new MapDraft(view.opened),
    scopes: new MapDraft(view.scopes),
    rounds: new MapDraft(view.rounds),
    open: new MapDraft(view.open),
    settled: status === 'completed' || status === 'failed' || status === 'cancelled' ? status : null,
  };
}

export function closeDraft(draft: Draft): RunView {
  const { settled, ...rest } = draft;
  return {
    ...rest,
    status: settled ?? runStatus(draft),
    nodes: draft.nodes.close(),
    variables: draft.variables.close(),
    planning: draft.planning.close(),
    opened: draft.opened.close(),
    scopes: draft.scopes.close(),
    rounds: draft.rounds.close(),
    open: draft.open.close(),
  };
}

/** Changes the record of the node that `address` ends at, which is made when it is not there yet. */
export function touchNode(draft: Draft, address: Address, seq: number, change: Partial<NodeRecord>): void {
  const key = withoutAttempt(address);
  draft.nodes.set(key, { ...(draft.nodes.get(key) ?? freshNode(key)), seq, ...change });
}

/** The record of the node that `address` ends at, or that of one that nothing is known of. */
export function nodeAt(draft: Draft, address: Address): NodeRecord {
  const key = withoutAttempt(address);
  return draft.nodes.get(key) ?? freshNode(key);
}

export function addUsage(sum: Usage, usage: Usage | undefined): Usage {
  if (usage === undefined) return sum;
  const currency = usage.currency ?? sum.currency;
  return {
    inputTokens: (sum.inputTokens ?? 0) + (usage.inputTokens ?? 0),
    outputTokens: (sum.outputTokens ?? 0) + (usage.outputTokens ?? 0),
    microUnits: (sum.microUnits ?? 0) + (usage.microUnits ?? 0),
    ...(currency === undefined ? {} : { currency }),
    ...(sum.estimated || usage.estimated ? { estimated: true } : {}),
  };
}

function freshNode(address: Address): NodeRecord {
  return {
    address,
    node: address.slice(address.lastIndexOf('/') + 1),
    status: 'pending',
    startedAt: null,
    endedAt: null,
    input: undefined,
    result: undefined,
    error: null,
    ports: [],
    attempts: [],
    waits: [],
    message: null,
    calls: 0,
    usage: {},
    because: null,
    late: 0,
    seq: 0,
  };
}

/**
 * Above this many changed keys a layered map is flattened. Copying 256 keys takes about 8 µs, flattening
 * 10,000 keys about 1 ms; so an advance costs some 12 µs on average however long the run is.
 */
const MOST_ON_TOP = 256;

/** A change to one key: a new value, or that the key is gone. */
type Change<Value> = { readonly value: Value } | null;

/**
 * A read-only map that shares all it can with the map it was made from: a large map below that nobody changes
 * any more, and a small one of changes on top. Iterates in the order in which keys were first set.
 */
class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly below: ReadonlyMap<Key, Value>;
  readonly top: ReadonlyMap<Key, Change<Value>>;
  readonly size: number;

  constructor(below: ReadonlyMap<Key, Value>, top: ReadonlyMap<Key, Change<Value>>) {
    this.below = below;
    this.top = top;
    this.size = sizeOf(below, top);
  }

  get(key: Key): Value | undefined {
    const change = this.top.get(key);
    if (change === undefined) return this.below.get(key);
    return change === null ? undefined : change.value;
  }

  has(key: Key): boolean {
    const change = this.top.get(key);
    return change === undefined ? this.below.has(key) : change !== null;
  }

  *entries(): MapIterator<[Key, Value]> {
    for (const [key, value] of this.below) {
      const change = this.top.get(key);
      if (change === undefined) yield [key, value];
      else if (change !== null) yield [key, change.value];
    }
    for (const [key, change] of this.top) {
      if (change !== null && !this.below.has(key)) yield [key, change.value];
    }
  }

  *keys(): MapIterator<Key> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }
}

/** Collects changes to a read-only map; `close` gives the changed map and leaves the first one as it was. */
class MapDraft<Key, Value> {
  readonly #base: ReadonlyMap<Key, Value>;
  readonly #changes = new Map<Key, Change<Value>>();

  constructor(base: ReadonlyMap<Key, Value>) {
    this.#base = base;
  }

  get(key: Key): Value | undefined {
    const change = this.#changes.get(key);
    if (change === undefined) return this.#base.get(key);
    return change === null ? undefined : change.value;
  }

  set(key: Key, value: Value): void {
    this.#changes.set(key, { value });
  }

  delete(key: Key): void {
    if (this.get(key) !== undefined) this.#changes.set(key, null);
  }

  close(): ReadonlyMap<Key, Value> {
    if (this.#changes.size === 0) return this.#base;
    const under = this.#base instanceof LayeredMap ? this.#base : null;
    const below: ReadonlyMap<Key, Value> = under === null ? this.#base : under.below;
    const top = new Map<Key, Change<Value>>(under?.top);
    for (const [key, change] of this.#changes) {
      // What is gone again before it was ever below leaves no trace: open commands come and go.
      if (change === null && !below.has(key)) top.delete(key);
      else top.set(key, change);
    }
    const layered = new LayeredMap<Key, Value>(below, top);
    return top.size > MOST_ON_TOP || below.size === 0 ? new Map(layered.entries()) : layered;
  }
}

function sizeOf<Key, Value>(below: ReadonlyMap<Key, Value>, top: ReadonlyMap<Key, Change<Value>>): number {
  let size = below.size;
  for (const [key, change] of top) {
    if (change === null) size -= below.has(key) ? 1 : 0;
    else if (!below.has(key)) size++;
  }
  return size;
}

type Living = Pick<
  RunView,
  'started' | 'pendingOn' | 'pausedBecause' | 'waiting' | 'inFlight' | 'serverWaits'
>;

/** D6: what a run that has not ended reads. Paused goes first, because then nothing leaves whatever waits. */
function runStatus(run: Living): RunStatus {
  if (run.started === null) return 'pending';
  if (run.pausedBecause !== null) return 'paused';
  if (run.pendingOn.length > 0) return 'pending';
  if (run.waiting.some((one) => one.kind === 'uncertain')) return 'uncertain';
  const waits = run.waiting.length > 0 || run.serverWaits > 0;
  return run.inFlight === 0 && waits ? 'waiting' : 'running';
}
