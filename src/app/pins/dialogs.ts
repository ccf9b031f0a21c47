import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    /** What comes of a node instead of calling it (D10); `title` is what it is called. */
    pin: { readonly node: string; readonly plan: string; readonly title: string };
  }
}

export const PIN_DIALOGS = {
  pin: { name: 'Pin', Dialog: lazily(() => import('./PinDialog')) },
} satisfies DialogTable<'pin'>;
