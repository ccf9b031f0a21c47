import { type Address, withoutAttempt } from '#base';
import type { Commit, Entry, RunStarted } from '#kernel';
import type { CapabilityPlan, NodeTypeName } from '#plan';
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

/** The node types that wait from their start on. */
const WAITS: ReadonlySet<string> = new Set(['EVENT_WAIT', 'HUMAN_INPUT', 'DELAY']);

/** H4: a line for each thing that became of a node, in the order of the ledger's entries. */
export function timelineOf(commits: readonly Commit[]): readonly TimelineLine[] {
  const started = commits[0]?.fact;
  if (started?.type !== 'run.started') return [];
  const types = new TypesOfNodes(started);
  const from = commits[0]?.at ?? 0;
  const guarded = new Set<Address>();
  const lines: TimelineLine[] = [];
  for (const { at, entries } of commits) {
    for (const entry of entries) {
      if (entry.kind === 'plan.opened') types.open(entry);
      const status = statusOf(entry, types);
      if (status === null || entry.address === '') continue;
      const address = withoutAttempt(entry.address);
      if (isGuard(entry)) guarded.add(address);
      // Its first attempt has begun with its first guard (L4).
      else if (entry.kind === 'node.started' && guarded.delete(address)) continue;
      lines.push({ atMs: at - from, address, status });
    }
  }
  return lines;
}

/** Guards are asked when the node has its turn, and before its call: its first attempt begins there. */
function isGuard({ kind, address }: Entry): boolean {
  return kind === 'command' && address.endsWith('!pre-1');
}

function startOf(address: Address, types: TypesOfNodes): TimelineStatus {
  return WAITS.has(types.of(withoutAttempt(address)) ?? '') ? 'waiting' : 'running';
}

function statusOf(entry: Entry, types: TypesOfNodes): TimelineStatus | null {
  switch (entry.kind) {
    case 'command':
      return isGuard(entry) && entry.data.command.kind === 'call' ? startOf(entry.address, types) : null;
    case 'node.started':
      return startOf(entry.address, types);
    // What waits for a person, a time or a signal has said so by its start.
    case 'node.waiting':
      return entry.data.for === 'mutex' ? 'waiting' : null;
    case 'node.retrying':
      // The rounds of a RETRY are no attempts of it (K11).
      return types.of(withoutAttempt(entry.address)) === 'RETRY' ? null : 'retrying';
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
