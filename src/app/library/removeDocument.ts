import type { Editor } from '#editor';
import type { WorkspaceDocument } from '#plan';
import { say } from '../parts/Toasts';

/** Removes a document; it can be undone, and says so. */
export function removeDocument(editor: Editor, { id, name }: WorkspaceDocument): void {
  editor.edit({ edit: 'remove-item', list: 'documents', id }, { label: 'Remove document' });
  say({
    tone: 'info',
    text: `“${name ?? id}” was removed.`,
    action: { label: 'Undo', run: () => editor.undo() },
  });
}
