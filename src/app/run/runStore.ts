import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Address, Json } from '#base';
import type { AttachedRun } from '#editor';
import type { AskingCall, Budget } from '#kernel';
import { type AskedPlanner, askedPlanners, type RunStatus, type RunView, type Waiting } from '#projection';
import type { RunHandle, Settlement } from '#runtime';
import { say } from '../parts/Toasts';
import { openSessionStore, useRuns, useScene, useSession } from '../state/session';
import type { RunFacts } from '../state/shownRun';

/** What is known of the shown run besides its ledger. */
export function useRunFacts<T>(select: (facts: RunFacts) => T): T {
  return useStore(useSession().shown.facts, select);
}

/** The run that is shown on the canvas; null while the plan is. */
export function useShownRun<T>(select: (run: AttachedRun | null) => T): T {
  return useScene((scene) => select(scene.run));
}

/** The view at the shown position; null while no run is shown. */
export function useView(): RunView | null {
  return useScene((scene) => scene.view);
}

/** Whether the newest position is followed. */
export function useLive(): boolean {
  return useRuns((runs) => runs.position === null);
}

/** Whether this tab may answer and steer the shown run now: it writes it, and the newest position is shown. */
export function useCanSteer(): boolean {
  const here = useRunFacts((facts) => facts.standing === 'here');
  const live = useLive();
  return here && live;
}

/** Whether a person is asked in words, with evidence, a form and decisions (L9, M4, K15): the rest is told in a sentence. */
export function isAsked(waiting: Waiting): boolean {
  return waiting.kind === 'answer' || waiting.kind === 'resume' || callAsked(waiting) !== null;
}

/** The call that waits for leave (K15); null for whatever else waits. */
export function callAsked({ command }: Waiting): AskingCall | null {
  return command?.kind === 'wait' ? (command.call ?? null) : null;
}

const SETTLED: ReadonlySet<RunStatus> = new Set(['completed', 'failed', 'cancelled']);

/** Whether a run is over and can never go on. */
export function isSettledRun(status: RunStatus): boolean {
  return SETTLED.has(status);
}

/** The planner whose model is at work in the shown run, of several the latest; null at an earlier position. */
export function useAskedPlanner(): AskedPlanner | null {
  const view = useView();
  const live = useLive();
  return useMemo(() => (view === null || !live ? null : (askedPlanners(view).at(-1) ?? null)), [view, live]);
}

/**
 * What is said while the slider stands before the end (D3): where it stands, and how the run itself does, which the
 * status at that position does not tell. Null at the end.
 *
 * @example 'Looking at 5 of 8 · completed'
 */
export function useLookingBack(): string | null {
  const live = useLive();
  const position = useView()?.position ?? 0;
  const length = useShownRun((run) => run?.commits.length ?? 0);
  const status = useShownRun((run) => run?.live.status ?? null);
  if (live || status === null || position === length) return null;
  return `Looking at ${position} of ${length} · ${status}`;
}

/** Whether a plan was made in the run that is shown, so that it can be promoted (P11). */
export function useMadePlan(): boolean {
  return useShownRun((run) => (run?.live.opened.size ?? 0) > 0);
}

/** Sends a command to the run that is shown, where this tab drives it; says so where it does not. */
function steer(command: (handle: RunHandle) => Promise<void>): void {
  const steered = openSessionStore.getState().session?.shown.facts.getState().steered ?? null;
  if (steered === null) {
    say({
      tone: 'bad',
      text: 'This tab does not write this run.',
      help: 'Take it over first, or open it where it runs.',
    });
    return;
  }
  command(steered).catch((error: unknown) => {
    say({ tone: 'bad', text: error instanceof Error ? error.message : 'The run did not take the command.' });
  });
}

export const pauseRun = (): void => steer((run) => run.pause());
/** Writes what could not be written. A run that was paused stays so; one that was going goes on by itself. */
export const retryStorage = (): void => steer((run) => run.retryStorage());
export const resumeRun = (): void => steer((run) => run.resume());
export const cancelRun = (): void => steer((run) => run.cancel());
/** P5: the models of that planner are not waited for. */
export const planByRules = (call: Address): void => steer(async (run) => run.planByRules(call));
export const stepRun = (mode: 'over' | 'into' | 'out'): void => steer((run) => run.step(mode));
export const raiseBudget = (budget: Budget): void =>
  steer((run) => run.send({ type: 'budget.raised', budget }));
/** K15: what was allowed for the run asks again. */
export const revokePolicy = (address: Address): void =>
  steer((run) => run.send({ type: 'policy.revoked', address }));
export const answerWait = (address: Address, value: Json): void => steer((run) => run.answer(address, value));
export const sendSignal = (event: string, data: Json): void => steer((run) => run.signal(event, data));
export const settleEffect = (address: Address, as: Settlement): void =>
  steer((run) => run.settle(address, as));
