import { lazily } from '../../parts/lazily';
import type { DialogTable } from '../../state/dialogs';

declare module '../../state/dialogs' {
  interface Dialogs {
    /** Of the phone: what has no tab there. */
    menu: object;
  }
}

export const PHONE_DIALOGS = {
  menu: { name: 'Menu', Dialog: lazily(() => import('./PhoneMenu')) },
  panel: { name: 'Panel', Dialog: lazily(() => import('./PanelDialog')) },
} satisfies DialogTable<'menu' | 'panel'>;
