import { partOf } from '../addresses';
import { goesOnLeaving } from '../leaving';
import { openScope } from '../scopes';
import { beginContainer, fail, succeed } from '../settle';
import type { Behaviour, Run, Turn } from '../state';
import { insideOf, writeVariable } from '../values';

/** TRY_CATCH (R12): a failed try's writes are kept; finally runs after success, failure and END, not after cancel. */
export const TRY_CATCH: Behaviour = {
  start(run, turn) {
    beginContainer(run, turn);
    turn.after = null;
    open(run, turn, 'try');
  },
  ended(run, turn, scope) {
    if (scope.part !== 'finally') finish(run, turn, { value: scope.value, error: null });
    else if (!goesOnLeaving(run, turn, null)) settle(run, turn);
  },
  failed(run, turn, scope, error) {
    if (scope.part === 'finally') {
      if (!goesOnLeaving(run, turn, error)) fail(run, turn, error);
      return;
    }
    if (scope.part !== 'try' || turn.node.catch === undefined) {
      finish(run, turn, { value: null, error });
      return;
    }
    const { errorVariable } = turn.node.params ?? {};
    const { code, message } = error;
    if (errorVariable !== undefined) {
      writeVariable(run, insideOf(turn), turn.address, errorVariable, { code, message });
    }
    open(run, turn, 'catch');
  },
};

function open(run: Run, turn: Turn, part: 'try' | 'catch' | 'finally'): void {
  const body = turn.node[part] ?? { nodes: [], edges: [] };
  openScope(run, turn, { part, address: partOf(turn, part), body });
}

function finish(run: Run, turn: Turn, after: NonNullable<Turn['after']>): void {
  turn.after = after;
  if (turn.node.finally) open(run, turn, 'finally');
  else settle(run, turn);
}

function settle(run: Run, turn: Turn): void {
  const { value = null, error = null } = turn.after ?? {};
  if (error) fail(run, turn, error);
  else succeed(run, turn, { result: value });
}
