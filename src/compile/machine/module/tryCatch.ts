import { param, writeInside } from './find';
import { goesOnLeaving, openPart } from './leaving';
import { fail, succeed } from './settle';
import type { Failure, Run, Scope, Turn } from './standing';

/** What the end of try, catch or finally means (R12). */
export function partEnded(run: Run, turn: Turn, scope: Scope): void {
  if (scope.part !== 'finally') finish(run, turn, { value: scope.value, error: null });
  else if (!goesOnLeaving(run, turn, null)) settleTry(run, turn);
}

/** An error in try is caught where there is a catch; one in finally wins (R12, L9). */
export function partFailed(run: Run, turn: Turn, scope: Scope, error: Failure): void {
  if (scope.part === 'finally') {
    if (!goesOnLeaving(run, turn, error)) fail(run, turn, error);
    return;
  }
  if (scope.part !== 'try' || turn.node.catch === undefined) {
    finish(run, turn, { value: null, error });
    return;
  }
  const name = param(turn.node, 'errorVariable');
  if (typeof name === 'string')
    writeInside(run, turn, { [name]: { code: error.code, message: error.message } });
  openPart(run, turn, 'catch');
}

/** Finally runs after success, failure and END, not after cancel (R12). */
function finish(run: Run, turn: Turn, after: NonNullable<Turn['after']>): void {
  turn.after = after;
  if (turn.node.finally) openPart(run, turn, 'finally');
  else settleTry(run, turn);
}

function settleTry(run: Run, turn: Turn): void {
  const { value = null, error = null } = turn.after ?? {};
  if (error) fail(run, turn, error);
  else succeed(run, turn, { result: value });
}
