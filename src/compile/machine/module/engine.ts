import { complete, merged, UNREACHABLE } from './branches';
import { approved, ended, failedInside } from './containers';
import { isDead, isReady, isStarved } from './edges';
import { addressOf, byOrder, depthOf, openScopes, scopeOfTurn } from './find';
import { came, startTurn, timedOut } from './nodes';
import { openRound } from './rounds';
import { endScope, openScope } from './scopes';
import { attempting, fail } from './settle';
import type {
  Effect,
  Failure,
  Implementations,
  Plan,
  Run,
  Scope,
  Standing,
  Turn,
  Value,
  Variables,
} from './types';

/** What happens outside: an activity has ended, or a timer has. */
export type Fact =
  | { readonly kind: 'done'; readonly address: string; readonly value: Value }
  | { readonly kind: 'failed'; readonly address: string; readonly error: Failure }
  | { readonly kind: 'timer'; readonly address: string; readonly what: 'timeout' | 'retry' | 'round' };

/** One step: where the run stands then, and what it asks for. Nothing is done here. */
export interface Step {
  readonly standing: Standing;
  readonly effects: readonly Effect[];
}

const AFTER = { ended, failed: failedInside };

/** Opens a run of the first plan with its input. */
export function beginRun(plans: readonly Plan[], given: Implementations, input: Variables): Step {
  const [plan] = plans;
  const run: Run = {
    scopes: {},
    next: 0,
    phase: 'going',
    output: null,
    error: null,
    outputs: plan?.outputs ?? [],
    visited: [],
    effects: [],
    given: { ...given, subPlans: plans },
    after: AFTER,
  };
  if (plan !== undefined)
    openScope(run, null, {
      part: 'plan',
      address: '',
      body: plan,
      variables: { ...plan.variables, ...input },
    });
  return settled(run);
}

/** Takes one fact, whole, with all that follows from it (R22). */
export function takeFact(before: Standing, plans: readonly Plan[], given: Implementations, fact: Fact): Step {
  const copy: Standing = JSON.parse(JSON.stringify(before));
  const run: Run = { ...copy, effects: [], given: { ...given, subPlans: plans }, after: AFTER };
  const turn = openScopes(run)
    .flatMap(({ turns }) => turns)
    .find(({ status, address }) => status === 'active' && address === fact.address);
  if (turn !== undefined && run.phase === 'going') attempting(run, turn, () => apply(run, turn, fact));
  return settled(run);
}

function apply(run: Run, turn: Turn, fact: Fact): void {
  if (fact.kind === 'failed') fail(run, turn, fact.error);
  else if (fact.kind === 'done') answered(run, turn, fact.value);
  else if (fact.what === 'timeout') timedOut(run, turn);
  else if (fact.what === 'round') openRound(run, turn);
  else startTurn(run, turn);
}

/** Containers ask for an approval, or for a merge; all others for what they are. */
function answered(run: Run, turn: Turn, value: Value): void {
  if (turn.node.type === 'PLAN_EXECUTOR') approved(run, turn, value);
  else if (turn.node.type === 'GROUP' || turn.node.type === 'ITERATOR') merged(run, turn, value);
  else came(run, turn, value);
}

function settled(run: Run): Step {
  for (let left = 100_000; run.phase === 'going' && goOn(run); left--)
    if (left === 0) throw new Error('The plan never comes to rest.');
  const { given: _, after: _after, effects, ...standing } = run;
  return { standing: { ...standing, effects: [] }, effects };
}

/** Does the next thing that follows; false when there is none (R14, R22). */
function goOn(run: Run): boolean {
  const scopes = openScopes(run);
  for (const scope of scopes)
    if (scope.restSince === null && isAtRest(run, scope)) scope.restSince = run.next++;
  const turns = scopes.flatMap((scope) => scope.turns).sort(byOrder);
  const dead = turns.find((turn) => isDead(run, turn));
  if (dead !== undefined) {
    dead.status = 'skipped';
    return true;
  }
  const starved = turns.find((turn) => isStarved(run, turn));
  if (starved !== undefined) {
    starved.address = addressOf(run, { ...starved, attempt: 1 });
    fail(run, starved, { code: 'JOIN_STARVED', message: 'Too few paths can still arrive.' }, true);
    return true;
  }
  const ready = turns.find((turn) => isReady(run, turn));
  if (ready !== undefined) {
    startTurn(run, ready);
    return true;
  }
  return endOne(run, scopes, turns);
}

function isAtRest(run: Run, scope: Scope): boolean {
  return !scope.isFrozen && !scope.turns.some((turn) => turn.status === 'active' || isReady(run, turn));
}

/** Of several scopes at rest the deepest ends first, of equals the one that came to rest first. */
function endOne(run: Run, scopes: readonly Scope[], turns: readonly Turn[]): boolean {
  const resting = scopes
    .filter((scope) => scope.restSince !== null && isAtRest(run, scope))
    .map((scope) => ({
      depth: depthOf(run, scope),
      since: scope.restSince ?? 0,
      end: () => endScope(run, scope),
    }));
  const decided = turns
    .filter(({ verdict }) => verdict !== null)
    .map((turn) => ({
      depth: depthOf(run, scopeOfTurn(run, turn)) + 1,
      since: 0,
      end: () => {
        if (turn.verdict === 'unreachable') fail(run, turn, UNREACHABLE);
        else attempting(run, turn, () => complete(run, turn, []));
      },
    }));
  const [first] = [...decided, ...resting].sort((a, b) => b.depth - a.depth || a.since - b.since);
  first?.end();
  return first !== undefined;
}
