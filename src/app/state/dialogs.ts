import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The dialogs of the app; at most one is open. */
export type OpenDialog =
  | { readonly kind: 'import'; readonly files?: readonly File[]; readonly text?: string }
  | { readonly kind: 'settings'; readonly section?: 'appearance' | 'models' | 'storage' }
  | { readonly kind: 'share' }
  | { readonly kind: 'trust'; readonly then: () => void }
  | { readonly kind: 'commands' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'adder'; readonly at?: { readonly from: string; readonly port: string } }
  | { readonly kind: 'document'; readonly id: string | null }
  | { readonly kind: 'inputs' }
  | { readonly kind: 'help'; readonly page: string };

const store = createStore<{ readonly open: OpenDialog | null }>(() => ({ open: null }));

export function openDialog(dialog: OpenDialog): void {
  store.setState({ open: dialog });
}

export function closeDialog(): void {
  store.setState({ open: null });
}

export function useOpenDialog(): OpenDialog | null {
  return useStore(store, (state) => state.open);
}
