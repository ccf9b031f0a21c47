import type { Json } from '#base';
import { partOf } from './addresses';
import { cancelTurns, endScope, failScope, leave, openScope, withdraw } from './scopes';
import { allScopes, type Failure, type Run, type Scope, say, scopesIn, type Turn } from './state';

/**
 * R12, R15: END with `ends` plan or run. Everything in what it ends is cancelled but the containers around the END,
 * which are then closed from inside out, each TRY_CATCH after its finally.
 */
export function leaveTo(run: Run, from: Scope, ends: 'plan' | 'run', result: Json | undefined): void {
  const path: { turn: Turn; part: Scope['part'] }[] = [];
  let target = from;
  let isAway = false;
  while (target.owner !== null && !isAway && !isEnd(target, ends)) {
    path.push({ turn: target.owner, part: target.part });
    // A background node is closed too, and nothing outside of it is ended (L2).
    isAway = target.owner.inBackground;
    if (!isAway) target = target.owner.scope;
  }
  const around = new Set(path.map(({ turn }) => turn));
  const scopes = scopesIn(target);
  // L2: with the plan that the run is of ends what goes on in the background.
  const away = target === run.root ? run.background : [];
  const turns = [...scopes.flatMap((scope) => scope.turns), ...away];
  cancelTurns(
    run,
    turns.filter((turn) => turn.status === 'active' && !around.has(turn)),
  );
  for (const scope of scopes) scope.isFrozen = true;
  for (const turn of around) withdraw(run, turn);
  target.leaving = { result, error: null, path, isAway };
  closeNext(run, target);
}

function isEnd(scope: Scope, ends: 'plan' | 'run'): boolean {
  return ends === 'plan' && (scope.part === 'plan' || scope.part === 'dynamic');
}

function closeNext(run: Run, target: Scope): void {
  const { leaving } = target;
  if (leaving === null) return;
  const [next] = leaving.path;
  if (next === undefined) {
    target.leaving = null;
    if (leaving.isAway) return;
    if (leaving.error) failScope(run, target, leaving.error);
    else endScope(run, target, leaving.result);
    return;
  }
  const { turn, part } = next;
  const body = turn.node.finally;
  if (body && (part === 'try' || part === 'catch')) {
    leaving.path[0] = { turn, part: 'finally' };
    openScope(run, turn, { part: 'finally', address: partOf(turn, 'finally'), body });
    return;
  }
  leaving.path.shift();
  for (const scope of turn.inside) scope.isOpen = false;
  say(run, `cancel ${turn.address}`);
  leave(run, turn, 'cancelled', []);
  closeNext(run, target);
}

/** R16: containers that an END was on its way out through have been cancelled; it goes on without their finally. */
export function leaveWithoutCancelled(run: Run): void {
  for (const scope of allScopes(run)) {
    const [next] = scope.leaving?.path ?? [];
    if (scope.leaving === null || next === undefined) continue;
    scope.leaving.path = scope.leaving.path.filter(({ turn }) => turn.status !== 'cancelled');
    if (scope.leaving.path[0] !== next) closeNext(run, scope);
  }
}

/** A finally has ended: if it ran on the way out, the next container around it is closed. */
export function goesOnLeaving(run: Run, turn: Turn, error: Failure | null): boolean {
  for (let scope: Scope | null = turn.scope; scope !== null; scope = scope.owner?.scope ?? null) {
    if (scope.leaving?.path[0]?.turn !== turn) continue;
    if (error) scope.leaving.error = error;
    closeNext(run, scope);
    return true;
  }
  return false;
}
