import type { Diagnostic } from '#base';
import { type Fix, fixesFor, problemKey } from '#plan';
import type { Editor } from '../editor';

/**
 * The fixes of a problem of the document as it is now (E4), one at a time: each is tried on the whole document first, and null where
 * it does not hold. A problem that is told from inside its node, as forms do, is the same problem.
 */
export function* fixesOf(editor: Editor, diagnostic: Diagnostic): Generator<Fix | null> {
  const { workspace, revision } = editor.document.getState();
  const known = editor.problems.getState();
  const diagnostics = known.revision === revision ? known.diagnostics : editor.check();
  const key = problemKey(diagnostic);
  const found = diagnostics.find((one) => problemKey(one) === key);
  if (found === undefined) return;
  yield* fixesFor(found, { workspace, catalogue: editor.catalogue, diagnostics });
}

/**
 * Makes a fix that was offered, as one step of undo, and looks for problems anew.
 *
 * @param label what it was called; the document may have changed since it was offered
 * @returns false when it no longer holds; then nothing has changed
 */
export function applyFix(editor: Editor, diagnostic: Diagnostic, label: string): boolean {
  const fix = [...fixesOf(editor, diagnostic)].find((one) => one?.label === label);
  if (!fix || !editor.edit(fix.edit, { label }).ok) return false;
  editor.check();
  return true;
}
