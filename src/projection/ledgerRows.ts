import { type Address, isWithin } from '#base';
import type { Commit, Entry, Fact } from '#kernel';
import { labelOf } from './labels';
import type { Names } from './names';
import type { NodeStatus, RunStatus } from './runView';

/** One line of the ledger view: the fact of a commit, or one of its entries. */
export interface LedgerRow {
  /** Unique in the ledger: seq, then the place in the commit, 0 for the fact. */
  readonly key: string;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly of: 'fact' | 'entry';
  readonly kind: Fact['type'] | Entry['kind'];
  /** `''` where the whole run is meant. */
  readonly address: Address | '';
  readonly label: string;
  /** What the node or the run reads after this line; null where it changes no status. */
  readonly status: NodeStatus | RunStatus | null;
}

/** All parts are optional, and a row must satisfy each that is there. */
export interface LedgerFilter {
  readonly status?: NodeStatus | RunStatus;
  /** A kind, or the beginning of one up to a dot: `node`, `plan.step`. */
  readonly kind?: string;
  /** Looked for in label and address, in any case. */
  readonly text?: string;
  /** Only what happened at this node or inside it. */
  readonly within?: Address;
}

/** The rows of a ledger in its order, each fact before its entries. */
export function ledgerRows(
  commits: readonly Commit[],
  filter: LedgerFilter = {},
  names?: Names,
): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (const commit of commits) {
    for (const row of rowsOfCommit(commit, names)) if (passes(row, filter)) rows.push(row);
  }
  return rows;
}

/** The rows of one commit, so that a live ledger can grow without starting again. */
export function rowsOfCommit(commit: Commit, names?: Names): readonly LedgerRow[] {
  const { seq, at, fact, entries } = commit;
  const rows: LedgerRow[] = [
    {
      key: `${seq}.0`,
      seq,
      at,
      of: 'fact',
      kind: fact.type,
      address: 'address' in fact ? fact.address : '',
      label: labelOf(fact, names),
      status: null,
    },
  ];
  for (const [index, entry] of entries.entries()) {
    const { kind, address } = entry;
    const label = labelOf(entry, names);
    const key = `${seq}.${index + 1}`;
    rows.push({ key, seq, at, of: 'entry', kind, address, label, status: STATUSES[kind] ?? null });
  }
  return rows;
}

/** Whether a row is shown under a filter. */
export function passes(row: LedgerRow, filter: LedgerFilter): boolean {
  const { status, kind, text, within } = filter;
  if (status !== undefined && row.status !== status) return false;
  if (kind !== undefined && row.kind !== kind && !row.kind.startsWith(`${kind}.`)) return false;
  if (within !== undefined && !isWithin(row.address, within)) return false;
  if (text === undefined || text === '') return true;
  const wanted = text.toLowerCase();
  return row.label.toLowerCase().includes(wanted) || row.address.toLowerCase().includes(wanted);
}

const STATUSES: Partial<Record<Entry['kind'], NodeStatus | RunStatus>> = {
  'run.started': 'running',
  'run.pending': 'pending',
  'run.begun': 'running',
  'run.completed': 'completed',
  'run.failed': 'failed',
  'run.cancelled': 'cancelled',
  'run.paused': 'paused',
  'run.resumed': 'running',
  'run.uncertain': 'uncertain',
  'state.entered': 'running',
  'state.left': 'succeeded',
  'node.started': 'running',
  'node.waiting': 'waiting',
  'node.continued': 'running',
  'node.retrying': 'retrying',
  'node.succeeded': 'succeeded',
  'node.failed': 'failed',
  'node.skipped': 'skipped',
  'node.cancelled': 'cancelled',
  'node.uncertain': 'uncertain',
};
