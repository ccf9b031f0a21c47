import type { Plan } from '#plan';
import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    /** `plan` as it shall be changed; `of` is the plan of the document that this will be a change of. */
    changePlan: { readonly plan: Plan; readonly of: Plan };
  }
}

export const PROPOSAL_DIALOGS = {
  changePlan: { name: 'Change the plan', Dialog: lazily(() => import('./ChangePlanDialog')) },
} satisfies DialogTable<'changePlan'>;
