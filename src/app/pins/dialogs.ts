import type { PinnedEnd, PinnedPlace } from '#kernel';
import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    /** What comes of a node, or of every call of a capability, instead of calling it (D10). */
    pin: {
      readonly place: PinnedPlace;
      /** What that is called. */
      readonly title: string;
      /** What it begins with where nothing is pinned there. */
      readonly begins?: PinnedEnd;
    };
  }
}

export const PIN_DIALOGS = {
  pin: { name: 'Pin', Dialog: lazily(() => import('./PinDialog')) },
} satisfies DialogTable<'pin'>;
