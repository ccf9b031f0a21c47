import type { JsonObject } from '#base';
import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';
import type { TablePlace } from '../tables/TableTools';
import type { FormedList } from './items';

declare module '../state/dialogs' {
  interface Dialogs {
    /** `at`: where its table is looked at. */
    document: { readonly id: string | null; readonly at?: TablePlace };
    /** One of a list of the workspace, or a new one; `begins`: as what; `onAdded`: the node that it was added from uses it. */
    item: {
      readonly list: FormedList;
      readonly id: string | null;
      readonly begins?: JsonObject;
      readonly onAdded?: (id: string) => void;
    };
    /** `next` goes on with the run that they kept from starting; null: they are only looked at. */
    standIns: { readonly next: (() => void) | null };
  }
}

export const LIBRARY_DIALOGS = {
  document: { name: 'Document', Dialog: lazily(() => import('./DocumentDialog')) },
  item: { name: 'Item of the workspace', Dialog: lazily(() => import('./ItemDialog')) },
  standIns: { name: 'Missing capabilities', Dialog: lazily(() => import('./StandInsDialog')) },
} satisfies DialogTable<'document' | 'item' | 'standIns'>;
