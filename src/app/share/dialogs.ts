import type { Budget } from '#kernel';
import { lazily } from '../parts/lazily';
import type { DialogTable } from '../state/dialogs';

declare module '../state/dialogs' {
  interface Dialogs {
    import: { readonly files?: readonly File[]; readonly text?: string; readonly link?: string };
    share: { readonly tab: 'link' | 'export' };
    /** `next` runs when the content was trusted, with the limits that were set. */
    trust: { readonly next: ((budget: Budget) => void) | null };
  }
}

export const SHARE_DIALOGS = {
  import: { name: 'Import', Dialog: lazily(() => import('./ImportDialog')), isOfApp: true },
  share: { name: 'Share', Dialog: lazily(() => import('./ShareDialog')) },
  trust: { name: 'Trust this workspace?', Dialog: lazily(() => import('./TrustDialog')) },
} satisfies DialogTable<'import' | 'share' | 'trust'>;
