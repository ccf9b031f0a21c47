import type { Json } from '#base';
import { baseAddress, firstAddress } from './addresses';
import type { Outcome, PlainFeature } from './language';
import { arrive, ask, attempting, begin, succeed } from './settle';
import type { Run, Turn } from './state';
import { evaluated, Failed, filled, inputOf, planScope, seenFrom, stepsAround } from './values';

/** The turn of a node has come, and it holds its mutex (L2). */
export function startTurn(run: Run, turn: Turn): void {
  const { mutex, disabled } = turn.node;
  if (disabled === 'pass') {
    attempting(run, turn, () => succeed(run, turn, { result: begin(run, turn, true) ?? null }));
    return;
  }
  if (mutex !== undefined) run.mutexes[mutex] = { waiting: [], ...run.mutexes[mutex], holder: turn };
  admit(run, turn, 0);
}

/** L4: its guards are asked in order, once, before its first attempt. */
export function admit(run: Run, turn: Turn, asked: number): void {
  const guard = guardsOf(run, turn)[asked];
  if (guard === undefined) startAttempt(run, turn);
  else attempting(run, turn, () => askGuard(run, turn, guard, asked));
}

/** An inline PLANNER is one node: it is asked about before its planning half (L1, L4). */
function guardsOf({ features }: Run, { node }: Turn): PlainFeature[] {
  if (node.id.endsWith('@1')) return [];
  const named = (node.features ?? []).map(({ feature }) => features.find(({ id }) => id === feature));
  return named.filter((feature) => feature !== undefined).filter(({ kind }) => kind === 'guard');
}

/** While it is asked the node is active, and has not started. */
function askGuard(run: Run, turn: Turn, guard: PlainFeature, asked: number): void {
  turn.status = 'active';
  turn.address = firstAddress(turn);
  try {
    const input = inputOf(turn) ?? null;
    if (guard.input !== undefined) filled(turn.scope, guard.input, false, { input });
  } catch (thrown) {
    throw thrown instanceof Failed ? thrown.forGood : thrown;
  }
  const address = `${baseAddress(turn)}!pre-${asked + 1}`;
  // H4: one that the script says nothing of passes, and takes no turn.
  if (!run.outcomes.isKnown(address)) {
    admit(run, turn, asked + 1);
    return;
  }
  const outcome = run.outcomes.next(address);
  ask(run, turn, address, { kind: 'guard', outcome, asked }, outcome.afterMs);
}

/** L4: an error, or the output false, fails the node without a retry; else the next is asked, or the node starts. */
export function guardAnswered(run: Run, turn: Turn, { error, output = null }: Outcome, asked: number): void {
  attempting(run, turn, () => {
    if (error) throw new Failed(error.code, error.message, true);
    const judge = guardsOf(run, turn)[asked]?.output;
    if (verdictOn(turn, judge, output) === false) throw new Failed('GUARD_REFUSED', 'No.', true);
    if (run.paused) run.held.push({ turn, afterMs: 0, kind: 'admission', asked: asked + 1 });
    else admit(run, turn, asked + 1);
  });
}

function verdictOn(turn: Turn, judge: string | undefined, result: Json): Json {
  return judge === undefined ? result : evaluated(turn.scope, judge, { result });
}

/** An attempt starts (L2). */
export function startAttempt(run: Run, turn: Turn): void {
  const { mutex, background } = turn.node;
  const runner = background === true && !turn.inBackground ? sentAway(run, turn) : turn;
  if (mutex !== undefined) run.mutexes[mutex] = { waiting: [], ...run.mutexes[mutex], holder: runner };
  attempting(run, runner, () => run.types[runner.node.type]?.start(run, runner));
  if (runner !== turn) arrive(run, turn);
}

/**
 * L2: it counts as succeeded for its scope, and goes on owned by the run. It sees what its scope saw, and what it
 * writes is dropped with a layer of its own.
 */
function sentAway(run: Run, turn: Turn): Turn {
  const { scope } = turn;
  const { plan, variables } = planScope(scope).plan;
  const isRoot = variables === run.root?.plan?.variables;
  const away = {
    ...scope,
    locals: seenFrom(scope),
    layer: new Map(),
    leaving: null,
    isFrozen: false,
    steps: stepsAround(scope),
    plan: { plan, variables: isRoot ? variables : { ...variables } },
  };
  const runner = { ...turn, scope: away, inside: [], ends: [], inBackground: true };
  run.background.push(runner);
  turn.status = 'succeeded';
  turn.ports = ['out'];
  turn.attempt = 1;
  return runner;
}
