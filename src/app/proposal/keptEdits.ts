import type { Plan } from '#plan';
import { keyOfWaiting } from '../run/keyOfWaiting';
import type { Session } from '../state/session';
import { answerOfPlan } from './planOfProposal';

/** Which plan waits, and in which run. */
interface Question {
  readonly runId: string;
  readonly question: string;
}

/**
 * Keeps what a person edits of a plan that waits beside its run, so that it is there when the run is opened again (D9).
 *
 * @param now the plan as it was edited; undefined where nothing of it is
 */
export function keepEdits(
  { storage }: Session,
  { runId, question }: Question,
  now: () => Plan | undefined,
): { readonly keep: () => void; readonly isKept: () => boolean } {
  let unkept = 0;
  const keep = async (): Promise<void> => {
    unkept += 1;
    const begun = unkept;
    const plan = now();
    const edit = plan === undefined ? null : { question, plan: answerOfPlan(plan) };
    await storage.runs.keepPlanEdit(runId, edit);
    if (begun === unkept) unkept = 0;
  };
  return {
    // What could not be kept is warned of when the page is left.
    keep: () => void keep().catch(() => {}),
    isKept: () => storage.kind === 'indexeddb' && unkept === 0,
  };
}

/** Tells once the plan waits no more, here or in another tab; what was edited of it is forgotten then. */
export function whenDecided(
  { editor, storage }: Session,
  { runId, question }: Question,
  then: () => void,
): () => void {
  return editor.runs.subscribe(({ runs }) => {
    const run = runs.get(runId);
    if (run === undefined || run.live.waiting.some((waiting) => keyOfWaiting(waiting) === question)) return;
    void storage.runs.keepPlanEdit(runId, null).catch(() => {});
    then();
  });
}
