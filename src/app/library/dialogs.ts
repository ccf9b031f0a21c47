import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';
import type { TablePlace } from '../tables/useTableQuery';

declare module '../state/dialogs' {
  interface Dialogs {
    /** `at`: where its table is looked at. */
    document: { readonly id: string | null; readonly at?: TablePlace };
    prompt: { readonly id: string | null };
    feature: { readonly id: string | null };
    /** `onAdded`: the planner that it was added from uses it. */
    parser: { readonly id: string | null; readonly onAdded?: (id: string) => void };
    /** `next` goes on with the run that they kept from starting; null: they are only looked at. */
    standIns: { readonly next: (() => void) | null };
  }
}

export const LIBRARY_DIALOGS = {
  document: { name: 'Document', Dialog: lazily(() => import('./DocumentDialog')) },
  prompt: { name: 'Prompt', Dialog: lazily(() => import('./PromptDialog')) },
  feature: { name: 'Feature', Dialog: lazily(() => import('./FeatureDialog')) },
  parser: { name: 'Parser', Dialog: lazily(() => import('./ParserDialog')) },
  standIns: { name: 'Missing capabilities', Dialog: lazily(() => import('./StandInsDialog')) },
} satisfies DialogTable<'document' | 'prompt' | 'feature' | 'parser' | 'standIns'>;
