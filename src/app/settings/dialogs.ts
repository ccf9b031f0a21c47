import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    settings: {
      readonly section?:
        | 'connections'
        | 'models'
        | 'policies'
        | 'budget'
        | 'runs'
        | 'appearance'
        | 'keys'
        | 'storage';
      /** Id of the connection that is open, at its key. */
      readonly connection?: string;
    };
    /** A connection of the person; `next` hears its id. */
    connection: { readonly next?: (id: string) => void };
  }
}

export const SETTINGS_DIALOGS = {
  settings: { name: 'Settings', Dialog: lazily(() => import('./SettingsDialog')), isOfApp: true },
  connection: {
    name: 'New connection',
    Dialog: lazily(() => import('./NewConnectionDialog')),
    isOfApp: true,
  },
} satisfies DialogTable<'settings' | 'connection'>;
