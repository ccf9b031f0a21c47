import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    history: object;
  }
}

export const HISTORY_DIALOGS = {
  history: { name: 'History', Dialog: lazily(() => import('./HistoryDialog')) },
} satisfies DialogTable<'history'>;
