import type { Json } from '#base';
import { partOf } from './addresses';
import type { Breaks } from './language';
import { cancelTurns, endScope, failScope, leave, openScope, withdraw } from './scopes';
import { allScopes, type Failure, type Run, type Scope, say, scopesIn, type Turn } from './state';

/**
 * R12, R15: END with `ends` plan or run. Everything in what it ends is cancelled but the containers around the END,
 * which are then closed from inside out, each TRY_CATCH after its finally.
 */
export function leaveTo(run: Run, from: Scope, ends: 'plan' | 'run', result: Json | undefined): void {
  leaveUpTo(run, from, result, null, (scope) => isEnd(scope, ends));
}

/** L7: as that END would do, but the first branch of an ASYNC GROUP on the way out only ends itself. */
export function breakOut(run: Run, from: Scope, breaks: Breaks): void {
  if (breaks === 'scope') endScope(run, from);
  else leaveUpTo(run, from, undefined, breaks, (scope) => isEnd(scope, breaks) || isBranch(scope));
}

function isBranch({ part, owner }: Scope): boolean {
  return part === 'branch' && owner?.node.type === 'GROUP';
}

function leaveUpTo(
  run: Run,
  from: Scope,
  result: Json | undefined,
  breaks: Breaks | null,
  isTarget: (scope: Scope) => boolean,
): void {
  const path: { turn: Turn; part: Scope['part'] }[] = [];
  let target = from;
  let isAway = false;
  // R11: a late branch ends only itself.
  while (target.owner !== null && !isAway && !target.isLate && !isTarget(target)) {
    path.push({ turn: target.owner, part: target.part });
    // A background node is closed too, and nothing outside of it is ended (L2).
    isAway = target.owner.inBackground;
    if (!isAway) target = target.owner.scope;
  }
  const around = new Set(path.map(({ turn }) => turn));
  // L2: in the background the whole node is ended.
  const scopes = isAway && target.owner ? target.owner.inside.flatMap(scopesIn) : scopesIn(target);
  // L2: with the plan that the run is of ends what goes on in the background.
  const away = target === run.root ? run.background : [];
  const turns = [...scopes.flatMap((scope) => scope.turns), ...away];
  cancelTurns(
    run,
    turns.filter((turn) => turn.status === 'active' && !around.has(turn)),
  );
  for (const scope of scopes) scope.isFrozen = true;
  for (const turn of around) withdraw(run, turn);
  const home = isAway && target.owner ? target.owner.scope : target;
  home.leaving = { result, error: null, path, isAway, breaks: isBranch(target) ? breaks : null };
  closeNext(run, home);
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
    else endScope(run, target, leaving.result, leaving.breaks);
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
  const away = run.background.map(({ scope }) => scope);
  for (const scope of [...allScopes(run), ...away]) {
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
