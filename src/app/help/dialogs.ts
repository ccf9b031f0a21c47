import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    help: { readonly page: string };
  }
}

export const HELP_DIALOGS = {
  help: { name: 'Help', Dialog: lazily(() => import('./HelpDialog')), isOfApp: true },
} satisfies DialogTable<'help'>;
