import { baseAddress, withLaterAttempt } from './find';
import { openScope } from './scopes';
import { fail, succeed } from './settle';
import type { Run, Turn } from './types';

/** Opens try, catch or finally. */
export function openPart(run: Run, turn: Turn, part: 'try' | 'catch' | 'finally'): void {
  const address = withLaterAttempt(turn, `${baseAddress(run, turn)}.${part}`);
  openScope(run, turn, { part, address, body: turn.node[part] ?? { nodes: [], edges: [] } });
}

/** Finally runs after success, failure and END, not after cancel (R12). */
export function finish(run: Run, turn: Turn, after: NonNullable<Turn['after']>): void {
  turn.after = after;
  if (turn.node.finally) openPart(run, turn, 'finally');
  else settleTry(run, turn);
}

export function settleTry(run: Run, turn: Turn): void {
  const { value = null, error = null } = turn.after ?? {};
  if (error) fail(run, turn, error);
  else succeed(run, turn, { result: value });
}
