import { say } from '../parts/Toasts';
import type { Session } from '../state/session';

/** What one item of a list of the workspace is called. */
export const NOUNS = {
  documents: 'document',
  features: 'feature',
  parsers: 'parser',
  prompts: 'prompt',
} as const;

export type ItemList = keyof typeof NOUNS;

/** Removes an item of the workspace; it can be undone, and says so. */
export function removeItem(
  { editor, closed }: Session,
  list: ItemList,
  { id, name }: { readonly id: string; readonly name?: string | undefined },
): void {
  editor.edit({ edit: 'remove-item', list, id }, { label: `Remove ${NOUNS[list]}` });
  say({
    tone: 'info',
    text: `“${name ?? id}” was removed.`,
    action: { label: 'Undo', run: () => editor.undo() },
    until: closed,
  });
}
