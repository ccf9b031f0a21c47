import { attempting, begin, succeed } from './settle';
import type { Run, Turn } from './state';

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

/** L2: it counts as succeeded for its scope, and goes on owned by the run. */
function sentAway(run: Run, turn: Turn): Turn {
  const runner = { ...turn, inBackground: true };
  run.background.push(runner);
  turn.status = 'succeeded';
  turn.ports = ['out'];
  return runner;
}
