import { attempting, begin, succeed } from './settle';
import type { Run, Turn } from './state';
import { planScope, seenFrom, stepsAround } from './values';

/** An attempt of a node starts (L2). */
export function startTurn(run: Run, turn: Turn): void {
  const { mutex, disabled, background } = turn.node;
  if (disabled === 'pass') {
    attempting(run, turn, () => succeed(run, turn, { result: begin(run, turn, true) ?? null }));
    return;
  }
  const runner = background === true && !turn.inBackground ? sentAway(run, turn) : turn;
  if (mutex !== undefined) run.mutexes[mutex] = { waiting: [], ...run.mutexes[mutex], holder: runner };
  attempting(run, runner, () => run.types[runner.node.type]?.start(run, runner));
}

/**
 * L2: it counts as succeeded for its scope, and goes on owned by the run. It sees what its scope saw, and what it
 * writes is dropped with a layer of its own.
 */
function sentAway(run: Run, turn: Turn): Turn {
  const { scope } = turn;
  const { plan, variables } = planScope(scope).plan;
  const isRoot = planScope(scope).owner === null;
  const away = {
    ...scope,
    locals: seenFrom(scope),
    layer: new Map(),
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
