import { branchEnded, openFirst, openItems } from './branches';
import { param } from './find';
import { openPart } from './leaving';
import { beginExecutor, openSubPlan, runEnded, runFailed, subPlanEnded } from './plans';
import { nextRound, openRound, retryRound, roundEnded } from './rounds';
import { openScope } from './scopes';
import { begin, fail, startTimeout, succeed } from './settle';
import type { End, Failure, Run, Scope, Turn } from './standing';
import { partEnded, partFailed } from './tryCatch';
import type { Body } from './types';

const EMPTY: Body = { nodes: [], edges: [] };

/** Starts a container; false where the node is none. */
export function beginContainer(run: Run, turn: Turn): boolean {
  if (turn.node.type === 'PLAN_EXECUTOR') {
    beginExecutor(run, turn);
    return true;
  }
  const opens = OPENS[turn.node.type];
  if (opens === undefined) return false;
  begin(run, turn);
  startTimeout(run, turn);
  Object.assign(turn, { ends: [], opened: 0, after: null, isDecided: false });
  opens(run, turn);
  return true;
}

const OPENS: { readonly [type: string]: ((run: Run, turn: Turn) => void) | undefined } = {
  GROUP(run, turn) {
    const body = turn.node.body ?? EMPTY;
    if (param(turn.node, 'mode') === 'ASYNC') openFirst(run, turn);
    else openScope(run, turn, { part: 'body', address: turn.address, body, isSequence: true });
  },
  ITERATOR: openItems,
  LOOP: (run, turn) => nextRound(run, turn, null),
  RETRY: openRound,
  TRY_CATCH: (run, turn) => openPart(run, turn, 'try'),
  SUB_PLAN: openSubPlan,
};

/** A scope inside a container has ended. */
export function ended(run: Run, turn: Turn | null, scope: Scope, end: End): void {
  if (turn === null) {
    runEnded(run, scope, end);
    return;
  }
  switch (scope.part) {
    case 'branch':
      branchEnded(run, turn, scope, { breaks: end.breaks ?? null });
      return;
    case 'round':
      roundEnded(run, turn, scope);
      return;
    case 'try':
    case 'catch':
    case 'finally':
      partEnded(run, turn, scope);
      return;
    case 'plan':
      subPlanEnded(run, turn, scope, end);
      return;
    default:
      succeed(run, turn, { result: scope.value });
  }
}

/** A scope inside a container has failed (R8). */
export function failedInside(run: Run, turn: Turn | null, scope: Scope, error: Failure): void {
  if (turn === null) runFailed(run, scope, error);
  else if (scope.part === 'branch') branchEnded(run, turn, scope, { error });
  else if (scope.part === 'round' && turn.node.type === 'RETRY') retryRound(run, turn, error);
  else if (scope.part === 'try' || scope.part === 'catch' || scope.part === 'finally')
    partFailed(run, turn, scope, error);
  else fail(run, turn, error);
}
