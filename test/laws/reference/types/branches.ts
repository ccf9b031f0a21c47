import type { Json, JsonObject } from '#base';
import { indexed } from '../addresses';
import { branchesOf } from '../edges';
import type { Breaks, PlainBody } from '../language';
import { breakOut } from '../leaving';
import { cancelScopes, openScope } from '../scopes';
import { askMerge, attempting, beginContainer, fail, succeed } from '../settle';
import type { Behaviour, BranchEnd, Due, Failure, Layer, Run, Scope, Turn } from '../state';
import { evaluated, Failed, keep, planScope } from '../values';

/** GROUP (R1, R9–R11): in order one scope, else one per branch. */
export const GROUP: Behaviour = {
  start(run, turn) {
    beginContainer(run, turn);
    const { body = { nodes: [], edges: [] }, params } = turn.node;
    if (params?.mode === 'ASYNC') openFirst(run, turn);
    else openScope(run, turn, { part: 'body', address: turn.address, body, isSequence: true });
  },
  ended(run, turn, scope, _ended, breaks) {
    if (scope.part === 'body') succeed(run, turn, { result: scope.value });
    else branchSucceeded(run, turn, scope, breaks);
  },
  failed(run, turn, scope, error) {
    if (scope.part === 'body') fail(run, turn, error);
    else branchEnded(run, turn, scope, { status: 'failed', value: null, error });
  },
  came: (run, turn, due) => merged(run, turn, due),
};

/** ITERATOR: a scope per item; the items are known when it starts. */
export const ITERATOR: Behaviour = {
  start(run, turn) {
    beginContainer(run, turn);
    const items = evaluated(turn.scope, turn.node.params?.items ?? '[]');
    if (!Array.isArray(items)) throw new Failed('EXPRESSION_ERROR', 'The items are no list.');
    turn.items = items;
    openFirst(run, turn);
  },
  ended: (run, turn, scope) => branchSucceeded(run, turn, scope),
  failed(run, turn, scope, error) {
    branchEnded(run, turn, scope, { status: 'failed', value: null, error });
  },
  came: (run, turn, due) => merged(run, turn, due),
};

/** R9: where nothing was tried it is no success; a node that its guard refused has settled without an attempt. */
function hasStarted({ turns }: Scope): boolean {
  return turns.some(
    ({ attempt, status }) => attempt > 0 || ['succeeded', 'handled', 'failed'].includes(status),
  );
}

function branchSucceeded(run: Run, turn: Turn, scope: Scope, breaks: Breaks | null = null): void {
  const status = hasStarted(scope) ? 'succeeded' : 'skipped';
  branchEnded(run, turn, scope, { status, value: scope.value, breaks });
}

function bodies(turn: Turn): PlainBody[] {
  const body = turn.node.body ?? { nodes: [], edges: [] };
  return turn.node.type === 'GROUP' ? branchesOf(body) : turn.items.map(() => body);
}

function limitOf({ node }: Turn): number {
  return node.type === 'GROUP' ? (node.params?.maxConcurrency ?? Infinity) : (node.params?.concurrency ?? 1);
}

/** R8, R10: with no branches, or too few for N_OF, it is decided at once, without starting one. */
function openFirst(run: Run, turn: Turn): void {
  const count = bodies(turn).length;
  const need = needOf(turn);
  if (need !== null && need > count) fail(run, turn, unreachable());
  else if (count === 0) attempting(run, turn, () => complete(run, turn));
  else openMore(run, turn);
}

/** R9: at most so many are open, started in order. */
function openMore(run: Run, turn: Turn): void {
  const all = bodies(turn);
  while (turn.opened < all.length && turn.inside.length < limitOf(turn)) {
    openBranch(run, turn, all[turn.opened] ?? { nodes: [], edges: [] }, turn.opened++);
  }
}

function openBranch(run: Run, turn: Turn, body: PlainBody, slot: number): void {
  const { params } = turn.node;
  const isGroup = turn.node.type === 'GROUP';
  const locals: Record<string, Json> = {};
  if (params?.itemVariable) locals[params.itemVariable] = turn.items[slot] ?? null;
  if (params?.indexVariable) locals[params.indexVariable] = slot;
  openScope(run, turn, {
    part: 'branch',
    address: isGroup ? turn.address : indexed(turn, slot),
    body,
    slot,
    locals,
    ...(isGroup && turn.node.body ? { among: turn.node.body } : {}),
    ...(params?.merge === 'SHARED' ? {} : { layer: new Map() }),
  });
}

function branchEnded(
  run: Run,
  turn: Turn,
  scope: Scope,
  end: { status: BranchEnd['status']; value: Json; error?: Failure; breaks?: Breaks | null },
): void {
  if (turn.isDecided) return;
  const writes: Layer = end.status === 'succeeded' && scope.layer ? scope.layer : new Map();
  turn.ends.push({ error: null, breaks: null, ...end, slot: scope.slot, writes });
  const verdict = verdictOf(turn, bodies(turn).length);
  if (verdict === 'open') openMore(run, turn);
  else if (verdict === 'complete') attempting(run, turn, () => complete(run, turn));
  else fail(run, turn, verdict);
}

function needOf({ node }: Turn): number | null {
  const completion = node.params?.completion ?? 'ALL';
  if (completion === 'FIRST_SUCCESS') return 1;
  const match = /^N_OF\((\d+)\)$/.exec(completion);
  return match ? Number(match[1]) : null;
}

/** R8, R10: whether it goes on, completes, or fails with an error. */
function verdictOf(turn: Turn, count: number): 'open' | 'complete' | Failure {
  const { ends } = turn;
  const failure = ends.find(({ error }) => error !== null)?.error ?? null;
  const allEnded = ends.length === count;
  const need = needOf(turn);
  if (need !== null) {
    const successes = ends.filter(({ status }) => status === 'succeeded').length;
    if (successes >= need) return 'complete';
    if (successes + count - ends.length >= need) return 'open';
    return ends.at(-1)?.error ?? unreachable();
  }
  switch (turn.node.params?.completion ?? 'ALL') {
    case 'ALL_SETTLED':
      return allEnded ? 'complete' : 'open';
    case 'FIRST_FAILURE':
      return failure ?? (allEnded ? 'complete' : 'open');
    default:
      return allEnded ? (failure ?? 'complete') : 'open';
  }
}

function unreachable(): Failure {
  return { code: 'COMPLETION_UNREACHABLE', message: 'Too few branches can succeed.' };
}

/** R11, R21: the rest is cancelled or goes on unheard; then the layers merge. */
function complete(run: Run, turn: Turn): void {
  if (turn.node.params?.rest !== 'ignore') cancelScopes(run, turn.inside);
  turn.isDecided = true;
  const merge = turn.node.params?.merge ?? (turn.node.type === 'GROUP' ? 'LAST_WINS' : 'COLLECT');
  const good = turn.ends.filter(({ status }) => status === 'succeeded');
  switch (merge) {
    case 'COLLECT':
      merges(run, turn, { result: collected(turn) });
      return;
    case 'PREFIX_BY_ACTIVITY':
      merges(run, turn, {
        result: prefixed(
          turn,
          good.toSorted((a, b) => a.slot - b.slot),
        ),
      });
      return;
    case 'SHARED':
      merges(run, turn, { result: good.at(-1)?.value ?? null });
      return;
    case 'LAST_WINS':
    case 'FIRST_WINS': {
      const inOrder = merge === 'LAST_WINS' ? good : good.toReversed();
      const writes = new Map(inOrder.flatMap((end) => [...end.writes]));
      keep(run, turn, writes);
      merges(run, turn, { result: inOrder.at(-1)?.value ?? null });
      return;
    }
    default:
      askMerge(run, turn);
  }
}

/** L7: when a `break` has ended every branch, the group succeeds and itself breaks with the narrowest request. */
function merges(run: Run, turn: Turn, { result }: { readonly result: Json }): void {
  const requests = turn.ends.map(({ breaks }) => breaks);
  const isAll = turn.node.type === 'GROUP' && requests.length > 0 && requests.length === bodies(turn).length;
  const breaks = requests.includes('plan') ? 'plan' : 'run';
  if (!isAll || requests.includes(null)) succeed(run, turn, { result });
  else if (succeed(run, turn, { ports: [], result }) && !turn.inBackground) breakOut(run, turn.scope, breaks);
}

function collected(turn: Turn): Json[] {
  return bodies(turn).map((_, slot) => {
    const end = turn.ends.find((one) => one.slot === slot);
    if (turn.node.params?.completion !== 'ALL_SETTLED') return end?.status === 'succeeded' ? end.value : null;
    if (end?.status === 'succeeded') return { status: 'succeeded', value: end.value };
    if (end?.error) return { status: 'failed', error: { code: end.error.code, message: end.error.message } };
    return { status: 'skipped' };
  });
}

function prefixed(turn: Turn, good: readonly BranchEnd[]): JsonObject {
  const all = bodies(turn);
  const entries = good.map(({ slot, writes }): [string, Json] => {
    const first = all[slot]?.nodes.find(({ type }) => type !== 'NOTE');
    const sorted = [...writes].sort(([a], [b]) => (a < b ? -1 : 1));
    return [first?.id ?? '', Object.fromEntries(sorted)];
  });
  return Object.fromEntries(entries);
}

/** CAPABILITY(id): what it returns is written variable by variable. */
function merged(run: Run, turn: Turn, { what }: Due): void {
  if (what.kind !== 'merge') return;
  const { error, output = null } = what.outcome;
  if (error) {
    fail(run, turn, error);
  } else if (typeof output !== 'object' || output === null || Array.isArray(output)) {
    fail(run, turn, { code: 'RESULT_INVALID', message: 'A merge returns an object.' });
  } else {
    const { plan } = planScope(turn.scope).plan;
    const known = new Set(plan.variables.map(({ id }) => id));
    keep(
      run,
      turn,
      Object.entries(output).filter(([name]) => known.has(name)),
    );
    merges(run, turn, { result: output });
  }
}
