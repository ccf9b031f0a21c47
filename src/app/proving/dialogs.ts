import type { Plan } from '#plan';
import type { EvalResults, EvalRun } from '#proving';
import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    /** The plan of a run of a suite; `against` is the one that it is held against, null where there is none. */
    planGraph: { readonly title: string; readonly plan: Plan; readonly against: Plan | null };
    /** What was asked and answered in a run of a suite. */
    planningOfRun: { readonly run: EvalRun; readonly prompts: EvalResults['prompts'] };
  }
}

export const PROVING_DIALOGS = {
  planGraph: { name: 'Plans as graphs', Dialog: lazily(() => import('./PlanGraphDialog')) },
  planningOfRun: { name: 'Prompt and reply', Dialog: lazily(() => import('./PlanningDialog')) },
} satisfies DialogTable<'planGraph' | 'planningOfRun'>;
