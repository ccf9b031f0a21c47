import type { Plan } from '#plan';
import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    /** The plan of a run of a suite; `against` is the one that it is held against, null where there is none. */
    planGraph: { readonly title: string; readonly plan: Plan; readonly against: Plan | null };
  }
}

export const PROVING_DIALOGS = {
  planGraph: { name: 'Plans as graphs', Dialog: lazily(() => import('./PlanGraphDialog')) },
} satisfies DialogTable<'planGraph'>;
