import type { AddOptions } from '#editor';
import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    problems: object;
    /** `options` say where the node goes; `replace` puts it in place of the selected one. */
    adder: { readonly options?: AddOptions; readonly replace?: boolean };
  }
}

export const DESIGN_DIALOGS = {
  problems: { name: 'Problems', Dialog: lazily(() => import('./ProblemsDialog')) },
  adder: { name: 'Add a node', Dialog: lazily(() => import('./AdderDialog')) },
} satisfies DialogTable<'problems' | 'adder'>;
