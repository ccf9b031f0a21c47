import type { JsonObject } from '#base';
import type { TrialIn } from '#runtime';
import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    /** A node is run alone (D1), begun with what it was given; `isAgain`: it has succeeded in the run that is shown. */
    try: { readonly trial: TrialIn; readonly given: JsonObject; readonly isAgain: boolean };
  }
}

export const TRY_DIALOGS = {
  try: { name: 'Try it', Dialog: lazily(() => import('./TryDialog')) },
} satisfies DialogTable<'try'>;
