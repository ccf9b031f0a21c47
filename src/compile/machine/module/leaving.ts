import { insideOf, openScopes, ownerOf, partOf, scopeOfTurn, scopesIn, turnAt } from './find';
import { withdraw } from './outside';
import { cancelTurns, close, endScope, failScope, leave, openScope } from './scopes';
import type { Failure, Part, Place, Run, Scope, Turn } from './standing';
import type { Breaks, Value } from './types';

/**
 * END with `ends` plan or run: everything in what it ends is cancelled but the containers around the END, which are then
 * closed from inside out, each TRY_CATCH after its finally (R12, R15).
 */
export function leaveTo(run: Run, from: Scope, ends: string, result: Value | undefined): void {
  leaveUpTo(run, from, { result, breaks: null }, (scope) => isPlanOf(scope, ends));
}

/** As that END would do, but the first branch of an ASYNC GROUP on the way out only ends itself (L7). */
export function breakOut(run: Run, from: Scope, breaks: Breaks): void {
  if (breaks === 'scope') endScope(run, from);
  else
    leaveUpTo(
      run,
      from,
      { result: undefined, breaks },
      (scope) => isPlanOf(scope, breaks) || isBranchOfGroup(run, scope),
    );
}

function isPlanOf({ part }: Scope, ends: string): boolean {
  return ends === 'plan' && (part === 'plan' || part === 'dynamic');
}

function isBranchOfGroup(run: Run, scope: Scope): boolean {
  return scope.part === 'branch' && ownerOf(run, scope)?.node.type === 'GROUP';
}

function leaveUpTo(
  run: Run,
  from: Scope,
  { result, breaks }: { readonly result: Value | undefined; readonly breaks: Breaks | null },
  isTarget: (scope: Scope) => boolean,
): void {
  const path: (Place & { readonly part: Part })[] = [];
  const around: Turn[] = [];
  let target = from;
  // A late branch, and what the run owns, end only themselves (R11, L2).
  for (
    let owner = ownerOf(run, target);
    owner !== null && !target.isLate && !isTarget(target);
    owner = ownerOf(run, target)
  ) {
    path.push({ scope: owner.scope, place: owner.place, part: target.part });
    around.push(owner);
    target = scopeOfTurn(run, owner);
  }
  const scopes = target.id === run.root ? openScopes(run) : scopesIn(run, target);
  cancelTurns(
    run,
    scopes.flatMap(({ turns }) => turns).filter((turn) => turn.status === 'active' && !around.includes(turn)),
  );
  for (const scope of scopes) scope.isFrozen = true;
  for (const turn of around) withdraw(run, turn);
  target.leaving = { result, error: null, path, breaks: isBranchOfGroup(run, target) ? breaks : null };
  closeNext(run, target);
}

function closeNext(run: Run, target: Scope): void {
  const { leaving } = target;
  if (leaving === null) return;
  const [next] = leaving.path;
  if (next === undefined) {
    target.leaving = null;
    if (leaving.error) failScope(run, target, leaving.error);
    else endScope(run, target, { result: leaving.result, breaks: leaving.breaks });
    return;
  }
  leaving.path.shift();
  const turn = turnAt(run, next);
  const body = turn?.node.finally;
  if (turn !== null && body !== undefined && (next.part === 'try' || next.part === 'catch')) {
    leaving.path.unshift({ ...next, part: 'finally' });
    openPart(run, turn, 'finally');
    return;
  }
  if (turn !== null) {
    for (const scope of insideOf(run, turn)) close(run, scope);
    leave(run, turn, 'cancelled', []);
  }
  closeNext(run, target);
}

/** Opens try, catch or finally. */
export function openPart(run: Run, turn: Turn, part: 'try' | 'catch' | 'finally'): void {
  const address = partOf(run, turn, part);
  openScope(run, turn, { part, address, body: turn.node[part] ?? { nodes: [], edges: [] } });
}

/** A finally has ended: if it ran on the way out, the next container around it is closed. */
export function goesOnLeaving(run: Run, turn: Turn, error: Failure | null): boolean {
  for (const scope of openScopes(run)) {
    const [next] = scope.leaving?.path ?? [];
    if (scope.leaving === null || next?.scope !== turn.scope || next.place !== turn.place) continue;
    if (error) scope.leaving.error = error;
    closeNext(run, scope);
    return true;
  }
  return false;
}

/** Containers that an END was on its way out through have been cancelled; it goes on without their finally (R16). */
export function leaveWithoutCancelled(run: Run): void {
  for (const scope of openScopes(run)) {
    const { leaving } = scope;
    const [first] = leaving?.path ?? [];
    if (leaving === null || first === undefined) continue;
    leaving.path = leaving.path.filter((place) => turnAt(run, place)?.status === 'active');
    if (leaving.path[0] !== first) closeNext(run, scope);
  }
}
