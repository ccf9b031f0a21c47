import { type Address, withoutAttempt } from '#base';
import type { Commit, Entry, RunStarted } from '#kernel';
import { type CapabilityPlan, NODE_TYPES, type NodeTypeName } from '#plan';
import { nodeAtAddress, type OpenedPlan, openedPlan } from '#projection';

export type TimelineStatus =
  | 'running'
  | 'waiting'
  | 'retrying'
  | 'succeeded'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'late';

/** One line: a node's address without attempt, and what became of it. `atMs` is virtual. */
export interface TimelineLine {
  readonly atMs: number;
  readonly address: Address;
  readonly status: TimelineStatus;
}

/** H4: a line for each thing that became of a node, in the order of the ledger's entries. */
export function timelineOf(commits: readonly Commit[]): readonly TimelineLine[] {
  const started = commits[0]?.fact;
  if (started?.type !== 'run.started') return [];
  const types = new TypesOfNodes(started);
  const from = commits[0]?.at ?? 0;
  const starts = new Starts();
  const lines: TimelineLine[] = [];
  for (const { at, entries } of commits) {
    const say = (address: Address, status: TimelineStatus): void => {
      lines.push({ atMs: at - from, address: withoutAttempt(address), status });
    };
    for (const entry of entries) {
      if (entry.kind === 'plan.opened') types.open(entry);
      for (const again of starts.ofRounds(entry, types)) say(again, 'running');
      const status = statusOf(entry, types);
      if (status !== null && entry.address !== '' && !starts.isSaid(entry)) say(entry.address, status);
    }
  }
  return lines;
}

/** Guards are asked when the node has its turn, and before its call: its first attempt begins with the first of them. */
function asksGuard(entry: Entry): boolean {
  return entry.kind === 'command' && entry.data.command.kind === 'call' && /!pre-\d+$/.test(entry.address);
}

function startOf(address: Address, types: TypesOfNodes): TimelineStatus {
  const type = types.of(withoutAttempt(address));
  return type !== null && NODE_TYPES[type].waits ? 'waiting' : 'running';
}

function statusOf(entry: Entry, types: TypesOfNodes): TimelineStatus | null {
  switch (entry.kind) {
    case 'command':
      return asksGuard(entry) ? startOf(entry.address, types) : null;
    case 'node.started':
      return startOf(entry.address, types);
    // What waits for a person, a time or a signal has said so by its start.
    case 'node.waiting':
      return entry.data.for === 'mutex' ? 'waiting' : null;
    case 'node.retrying':
      return 'retrying';
    case 'node.succeeded':
      // R2: a failure that `continue` has handled is no success.
      return entry.data.handled === undefined ? 'succeeded' : 'failed';
    case 'node.failed':
      return 'failed';
    case 'node.skipped':
      return 'skipped';
    case 'node.cancelled':
      return 'cancelled';
    case 'late':
      // L9: an answer to a node that does not wait does nothing, also when nothing waits any more.
      return entry.data.fact === 'answer.given' ? null : 'late';
    default:
      return null;
  }
}

/** Starts of attempts that a ledger tells in another way than by one entry for each. */
class Starts {
  /** Nodes that have a start already, because a guard of theirs was asked. */
  readonly #guarded = new Set<Address>();
  /** What the addresses of the next round begin with, by that of the RETRY that waits for it. */
  readonly #next = new Map<Address, string>();
  readonly #failed = new Map<Address, number>();

  /** Whether an entry is a start that is in the timeline already: a first attempt begins with its first guard (L4). */
  isSaid(entry: Entry): boolean {
    const address = withoutAttempt(entry.address);
    if (entry.kind === 'node.started') return this.#guarded.delete(address);
    if (!asksGuard(entry)) return false;
    const isKnown = this.#guarded.has(address);
    this.#guarded.add(address);
    return isKnown;
  }

  /**
   * The RETRYs of which an entry shows that another round has begun. Rounds are its attempts, and nothing says that one
   * begins but what happens in it.
   */
  ofRounds({ kind, address }: Entry, types: TypesOfNodes): readonly Address[] {
    if (kind === 'node.retrying' && types.of(withoutAttempt(address)) === 'RETRY') {
      const failed = (this.#failed.get(address) ?? 0) + 1;
      this.#failed.set(address, failed);
      this.#next.set(address, `${address}[${failed}]/`);
      return [];
    }
    if (END_OR_START.has(kind)) this.#next.delete(address);
    if (this.#next.size === 0 || kind === 'late') return [];
    const begun = [...this.#next].filter(([, inside]) => address.startsWith(inside)).map(([retry]) => retry);
    for (const retry of begun) this.#next.delete(retry);
    return begun;
  }
}

/** With these a RETRY waits for no other round: it has settled, or begins an attempt of its own (L2). */
const END_OR_START: ReadonlySet<string> = new Set([
  'node.started',
  'node.succeeded',
  'node.failed',
  'node.cancelled',
]);

/** Types of nodes by address without attempt, also in plans that a run opened. */
class TypesOfNodes {
  readonly #started: RunStarted;
  readonly #plan: CapabilityPlan | null;
  readonly #opened = new Map<Address, OpenedPlan>();
  readonly #known = new Map<Address, NodeTypeName | null>();

  constructor(started: RunStarted) {
    this.#started = started;
    const plan = started.closure.plans[0];
    this.#plan = plan?.kind === 'capability' ? plan : null;
  }

  open(entry: Extract<Entry, { kind: 'plan.opened' }>): void {
    const opened = openedPlan(entry, { opened: this.#opened });
    this.#opened.set(opened.executor, opened);
  }

  of(address: Address): NodeTypeName | null {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const type =
      nodeAtAddress(address, this.#plan, { opened: this.#opened, started: this.#started })?.type ?? null;
    this.#known.set(address, type);
    return type;
  }
}
