import { type Address, nodeOf, within, withoutAttempt } from '#base';
import type { AttachedRun, Scene } from '#editor';
import { type GraphNode, nodeAtAddress, scopeOf } from '#projection';
import type { ChosenStep, Extent } from '../state/extent';
import { canRetry } from './canRetry';
import { isSettledRun } from './isSettledRun';

/** The step that a card of the canvas stands for; null where no run is shown. A state has the round in which it was entered last. */
export function stepOf({ run: shown, stands, graph }: Scene, key: string | null): ChosenStep | null {
  const card = graph.nodes.find((node) => node.key === key);
  const run = shown ?? stands?.run ?? null;
  if (card === undefined || run === null) return null;
  const address = card.type === 'STATE' ? stateOf(card, run, stands?.place) : withoutAttempt(card.address);
  return { run, address: address.replace(/\.(?:try|catch|finally)$/, '') as Address };
}

function stateOf(card: GraphNode, { live }: AttachedRun, place = scopeOf(card.address)): Address {
  const entered = [...live.nodes.values()].findLast(
    ({ address }) => nodeOf(address) === card.node.id && scopeOf(address) === place,
  );
  return entered?.address ?? within(place, card.node.id);
}

/**
 * Why a run cannot be gone on from in that way, in one sentence; null where it can.
 *
 * @param isHere whether this workspace has its plan
 */
export function whyNot(
  { live }: AttachedRun,
  extent: Extent,
  step: Address | null,
  isHere: boolean,
): string | null {
  const { started } = live;
  if (started === null) return 'This run has not begun.';
  if (started.simulated) return 'This run was simulated: nothing outside has answered it.';
  if (started.reduced)
    return 'This record was shortened when it was handed on, so nothing can continue from it.';
  if (!isHere) return 'This run came from a file, and its plan is not in this workspace.';
  if (live.status === 'running' || live.status === 'pending')
    return 'This run is still running: pause or cancel it first.';
  if (extent === 'failed') return whatFailed(live.status, canRetry({ live }));
  if (step === null) return 'Choose a step first.';
  if (isInBackground(step, { live }))
    return 'This step runs in the background, where nothing waits for it: a run cannot stand there.';
  if (extent !== 'onward' && isState(step, live))
    return 'A state machine goes where its events lead it: it can only continue from a state.';
  return extent === 'upTo' || live.nodes.has(step)
    ? null
    : 'This step had not begun in that run, so there is no record of what comes before it.';
}

function whatFailed(status: AttachedRun['live']['status'], isRetried: boolean): string | null {
  if (isRetried) return null;
  return isSettledRun(status) ? 'Nothing in this run failed or was cancelled.' : 'This run is not over.';
}

function isState(step: Address, { machines }: AttachedRun['live']): boolean {
  return machines.has(scopeOf(step));
}

/** Whether it, or what it lies in, was sent into the background (L2). */
function isInBackground(step: Address, { live }: Pick<AttachedRun, 'live'>): boolean {
  const main = live.started?.closure.plans[0];
  const plan = main?.kind === 'capability' ? main : null;
  for (let end = step.length; end > 0; end = step.lastIndexOf('/', end - 1)) {
    if (nodeAtAddress(step.slice(0, end) as Address, plan, live)?.background === true) return true;
  }
  return false;
}
