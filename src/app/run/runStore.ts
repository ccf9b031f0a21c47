import { useStore } from 'zustand';
import type { AttachedRun } from '#editor';
import type { RunView, Waiting } from '#projection';
import { useRuns, useScene, useSession } from '../state/session';
import type { RunFacts } from '../state/shownRun';
import { callAsked } from './callAsked';

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
