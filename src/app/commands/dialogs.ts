import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    commands: object;
    keys: object;
  }
}

export const COMMAND_DIALOGS = {
  commands: { name: 'Commands', Dialog: lazily(() => import('./CommandsDialog')) },
  keys: { name: 'Keys', Dialog: lazily(() => import('./KeysDialog')), isOfApp: true },
} satisfies DialogTable<'commands' | 'keys'>;
