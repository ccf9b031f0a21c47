import { type Address, errorsFirst, isAddress, withCall, withoutAttempt } from '#base';
import { type Commit, type Entry, recordIn } from '#kernel';
import { attemptOf, isInlinePlanner, scopeOf } from './addresses';
import { type Draft, endStates, endWaits, foldState, keepActive, nodeAt, touchNode } from './draft';
import { addAttempt, askBefore, closeCommand, dropWaiting, foldCommand } from './foldFact';
import { nodeInRun, type OpenedPlans } from './names';
import type { AttemptRecord, NodeRecord, NodeStatus, OpenedPlan, WaitRecord } from './runView';

/** What one entry changes in the view. Entries that only tell (refused, plan.absent) change nothing. */
export function foldEntry(draft: Draft, entry: Entry, commit: Commit): void {
  if (entry.kind.startsWith('run.')) {
    foldRun(draft, entry, commit);
    return;
  }
  if (entry.kind.startsWith('node.')) {
    const before = nodeAt(draft, entry.address).status;
    foldNode(draft, entry, commit);
    if (draft.machines.size > 0) foldActivity(draft, entry, commit);
    const handled = entry.kind === 'node.failed' && entry.data.handled;
    foldScopes(draft, withoutAttempt(entry.address), before, nodeAt(draft, entry.address).status, handled);
    return;
  }
  if (/^(?:state|machine|transition)\./.test(entry.kind)) {
    foldState(draft, entry, commit);
    return;
  }
  const { seq } = commit;
  switch (entry.kind) {
    case 'command':
      foldCommand(draft, entry.data.command, seq);
      return;
    case 'served':
      foldServed(draft, entry, seq);
      return;
    case 'variable.written': {
      const { variable: id, value, of, from } = entry.data;
      // A variable of a sub-plan is none of the run's plan, whatever it is called.
      if (of !== undefined) return;
      const writtenBy = withoutAttempt(entry.address);
      draft.variables.set(id, { id, value, writtenBy, seq, ...(from && { from }) });
      return;
    }
    case 'plan.opened': {
      const opened = openedPlan(entry, draft);
      draft.opened.set(opened.executor, opened);
      touchNode(draft, opened.executor, seq, { status: 'running' });
      return;
    }
    case 'policy.added':
      draft.runPolicies = [...draft.runPolicies, entry.data.policy];
      return;
    case 'policy.revoked':
      draft.runPolicies = draft.runPolicies.filter(({ at }) => at !== entry.address);
      return;
    case 'plan.chosen': {
      const planning = draft.planning.get(entry.address);
      if (planning === undefined) return;
      const { plan: accepted, ...chosen } = entry.data;
      const { machine: _machine, ...before } = planning;
      draft.planning.set(entry.address, { ...before, accepted, ...chosen });
      return;
    }
    case 'plan.doubted': {
      const executor = withoutAttempt(entry.address);
      const opened = draft.opened.get(executor);
      if (opened !== undefined) draft.opened.set(executor, { ...opened, doubt: entry.data.doubt });
      return;
    }
    case 'signal.taken':
      // A machine listens at that address itself (R16).
      closeCommand(draft, entry.address);
      // A call that waits within its attempt listens at an address of its own (L7).
      closeCommand(draft, withCall(entry.address, 'wait'));
      return;
    case 'late':
      noteLate(draft, entry.address, seq);
      return;
    case 'plan.refused': {
      const message = errorsFirst(entry.data.problems)[0]?.message ?? 'The plan was refused.';
      touchNode(draft, entry.address, seq, { message });
      return;
    }
    default:
      return;
  }
}

/** Only of a node that is known: what came for the run as a whole has no card. */
function noteLate(draft: Draft, address: Entry['address'], seq: number): void {
  const known = draft.nodes.get(withoutAttempt(address));
  if (known !== undefined) touchNode(draft, address, seq, { late: known.late + 1 });
}

/** A node in a machine, or one that runs a machine. */
function foldActivity(draft: Draft, entry: Entry, { at, seq }: Commit): void {
  keepActive(draft, entry.address, seq);
  if (entry.kind === 'node.cancelled') endStates(draft, entry.address, 'cancelled', at, seq);
  else if (entry.kind === 'node.succeeded') endStates(draft, entry.address, 'succeeded', at, seq);
  else if (entry.kind === 'node.failed') endStates(draft, entry.address, 'failed', at, seq);
}

function foldRun(draft: Draft, entry: Entry, { at, seq }: Commit): void {
  switch (entry.kind) {
    case 'run.pending':
      draft.pendingOn = entry.data.on;
      return;
    case 'run.begun':
      draft.pendingOn = [];
      return;
    case 'run.completed':
      draft.outputs = entry.data.outputs;
      endRun(draft, 'completed', at);
      endStates(draft, null, 'succeeded', at, seq);
      return;
    case 'run.failed':
      draft.error = entry.data.error;
      endRun(draft, 'failed', at);
      endStates(draft, null, 'failed', at, seq);
      return;
    case 'run.cancelled':
      endRun(draft, 'cancelled', at);
      endStates(draft, null, 'cancelled', at, seq);
      return;
    case 'run.paused':
      draft.pausedBecause = entry.data.reason;
      draft.usedUp = entry.data.of ?? null;
      return;
    case 'run.resumed':
      draft.pausedBecause = null;
      draft.usedUp = null;
      if (entry.data.budget) draft.budget = { ...draft.budget, ...entry.data.budget };
      return;
    default:
      return;
  }
}

function endRun(draft: Draft, settled: 'completed' | 'failed' | 'cancelled', at: number): void {
  draft.settled = settled;
  draft.endedAt = at;
  draft.pausedBecause = null;
  draft.waiting = [];
}

function foldNode(draft: Draft, entry: Entry, { at, seq }: Commit): void {
  const record = nodeAt(draft, entry.address);
  switch (entry.kind) {
    case 'node.started':
      touchNode(draft, entry.address, seq, startNode(record, entry, at));
      return;
    case 'node.waiting': {
      const { afterMs } = entry.data;
      const until = afterMs === undefined ? {} : { until: at + afterMs };
      const wait: WaitRecord = { for: entry.data.for, from: at, to: null, ...until };
      touchNode(draft, entry.address, seq, {
        status: 'waiting',
        startedAt: record.startedAt ?? at,
        message: entry.data.message ?? record.message,
        waits: [...endWaits(record, at), wait],
      });
      return;
    }
    case 'node.continued':
      touchNode(draft, entry.address, seq, { status: 'running', message: null, waits: endWaits(record, at) });
      return;
    case 'node.repeated':
      touchNode(draft, entry.address, seq, { attempts: repeatedAttempt(record) });
      return;
    case 'node.retrying': {
      const { error } = entry.data;
      closeCommand(draft, entry.address);
      touchNode(draft, entry.address, seq, {
        status: 'retrying',
        error,
        attempts: endAttempt(record, 'failed', error, at),
        waits: endWaits(record, at),
      });
      return;
    }
    case 'node.uncertain':
      touchNode(draft, entry.address, seq, { status: 'uncertain' });
      if (entry.data.again) askBefore(draft, entry.data.again);
      return;
    case 'node.succeeded':
    case 'node.failed':
    case 'node.cancelled':
    case 'node.skipped':
      closeCommand(draft, entry.address);
      dropWaiting(draft, entry.address);
      touchNode(draft, entry.address, seq, settleNode(record, entry, at));
      if (isFirstHalf(draft, entry))
        touchNode(draft, entry.address, seq, { status: 'running', endedAt: null });
      return;
    default:
      return;
  }
}

/** An inline PLANNER has its plan: what is left of it is to carry that out, before which the run may be held. */
function isFirstHalf(draft: Draft, { kind, address }: Entry): boolean {
  const place = withoutAttempt(address);
  if (kind !== 'node.succeeded' || place === address || draft.planning.get(place) === undefined) return false;
  const node = nodeInRun(place, draft);
  return node !== null && isInlinePlanner(node);
}

function startNode(
  record: NodeRecord,
  entry: Extract<Entry, { kind: 'node.started' }>,
  at: number,
): Partial<NodeRecord> {
  const attempt = attemptOf(entry.address);
  return {
    status: 'running',
    startedAt: record.startedAt ?? at,
    endedAt: null,
    input: entry.data.input ?? record.input,
    ...(entry.data.from && { inputFrom: entry.data.from }),
    attempts: attempt === null ? record.attempts : withAttempt(record.attempts, attempt, at),
    // It has its mutex now (L2).
    waits: endWaits(record, at),
  };
}

/** An attempt that is repeated after a crash is the same attempt (K6). */
function withAttempt(
  attempts: readonly AttemptRecord[],
  attempt: number,
  at: number,
): readonly AttemptRecord[] {
  if (attempts.at(-1)?.attempt === attempt) return attempts;
  return [...attempts, { attempt, startedAt: at, endedAt: null, status: 'running', error: null }];
}

function settleNode(record: NodeRecord, entry: Entry, at: number): Partial<NodeRecord> {
  const ended = { endedAt: at, waits: endWaits(record, at), message: null };
  switch (entry.kind) {
    case 'node.succeeded': {
      const { from, result, ports, handled } = entry.data;
      const how = handled === undefined ? 'succeeded' : 'failed';
      const attempts = endAttempt(record, how, handled ?? null, at);
      const told = from === undefined ? {} : { from };
      return { ...ended, status: 'succeeded', result, ...told, ports, error: handled ?? null, attempts };
    }
    case 'node.failed': {
      const { error, handled } = entry.data;
      const attempts = endAttempt(record, 'failed', error, at);
      return { ...ended, status: 'failed', error, ports: handled ? ['error'] : [], attempts };
    }
    case 'node.cancelled':
      return { ...ended, status: 'cancelled', attempts: endAttempt(record, 'cancelled', null, at) };
    case 'node.skipped':
      return { status: 'skipped', because: entry.data.because };
    default:
      return {};
  }
}

function repeatedAttempt({ attempts }: NodeRecord): readonly AttemptRecord[] {
  const last = attempts.at(-1);
  if (last === undefined) return attempts;
  return [...attempts.slice(0, -1), { ...last, repeated: (last.repeated ?? 0) + 1 }];
}

function endAttempt(
  record: NodeRecord,
  status: AttemptRecord['status'],
  error: AttemptRecord['error'],
  at: number,
): readonly AttemptRecord[] {
  const last = record.attempts.at(-1);
  if (last === undefined || last.endedAt !== null) return record.attempts;
  return [...record.attempts.slice(0, -1), { ...last, endedAt: at, status, error }];
}

/** `/each[3]#2`: the container, the number of the round and the container's attempt. */
const NUMBERED = /^(.*\/[^/.[@#]+)(?:\.(?:try|catch|finally))?(?:\[(\d+)\])?(?:@\d+)?(?:#(\d+))?$/;

const ACTIVE: ReadonlySet<NodeStatus> = new Set([
  'running',
  'waiting',
  'retrying',
  'paused',
  'uncertain',
] satisfies NodeStatus[]);

/**
 * A node has another status: what that says of the round, and of the attempt of the container, that it lies in. Only
 * scopes whose address has a number are kept, so that plans without rounds pay nothing.
 *
 * @param address of the node, without its own attempt
 * @param handled whether a failure was routed or passed over
 */
function foldScopes(
  draft: Draft,
  address: Address,
  before: NodeStatus,
  after: NodeStatus,
  handled: boolean,
): void {
  const scope = scopeOf(address);
  const last = scope.slice(scope.lastIndexOf('/') + 1);
  if (!last.includes('[') && !last.includes('#')) return;
  const [, container, index, attempt] = NUMBERED.exec(scope) ?? [];
  if (container === undefined) return;
  const at = index === undefined ? null : Number(index);
  foldContainer(draft, container as Address, at, Number(attempt ?? 1));
  if (index === undefined) return;
  const round = draft.rounds.get(scope) ?? { active: 0, failed: false, cancelled: false };
  const change = Number(ACTIVE.has(after)) - Number(ACTIVE.has(before));
  draft.rounds.set(scope, {
    active: round.active + change,
    failed: round.failed || (after === 'failed' && !handled),
    cancelled: round.cancelled || after === 'cancelled',
  });
}

function foldContainer(draft: Draft, container: Address, index: number | null, attempt: number): void {
  const known = draft.scopes.get(container);
  const at = index ?? 0;
  if (known === undefined || attempt > known.attempt) {
    draft.scopes.set(container, { attempt, indexed: index !== null, highest: at, latest: at });
    return;
  }
  // Items that run side by side report in turns: what began last is the one with the highest number.
  if (attempt < known.attempt || at <= known.highest) return;
  draft.scopes.set(container, { ...known, highest: at, latest: at });
}

/** A planner that was served has the attempt of the record. */
function foldServed(draft: Draft, { address, data }: Extract<Entry, { kind: 'served' }>, seq: number): void {
  if ('pin' in data) {
    foldPin(draft, address, seq);
    return;
  }
  const served = draft.started === null ? undefined : recordIn(draft.started)?.served[data.record];
  if (served === undefined || 'output' in served || served.fact.type !== 'plan.replied') return;
  addAttempt(draft, { ...served.fact, address }, seq);
}

/** D10: a planner is asked at `!1`; what its guard or its merge asks is not what came of a node. */
function foldPin(draft: Draft, address: Address, seq: number): void {
  const place = address.replace(/!\d+$/, '');
  if (isAddress(place) && !place.includes('!')) touchNode(draft, place, seq, { pinned: true });
}

/** What an executor has opened, after what it had open before: nodes that were kept stay where they ran (R13). */
export function openedPlan(
  { address, data }: Extract<Entry, { kind: 'plan.opened' }>,
  before: OpenedPlans,
): OpenedPlan {
  const executor = executorOf(address);
  const { plan, machine, planHash, revision, kept = [] } = data;
  const last = before.opened.get(executor);
  const began = new Map(last === undefined ? [] : kept.map((id) => [id, last.began.get(id) ?? last.scope]));
  const opened = {
    ...{ executor, scope: address, began, plan, planHash, revision },
    before: last ?? null,
    doubt: null,
  };
  return machine === undefined ? opened : { ...opened, machine };
}

/** `plan.opened` stands under the scope, whose revision is the last thing in its address. */
function executorOf(scope: Address): Address {
  const at = scope.lastIndexOf('@');
  return at > scope.lastIndexOf('/') ? (scope.slice(0, at) as Address) : scope;
}
