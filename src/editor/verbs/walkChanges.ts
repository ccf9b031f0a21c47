import type { GraphMark, GraphNode } from '#projection';
import type { Editor } from '../editor';

/** Marks of cards that a revision, or a person's edit of a plan that waits, has left as they were. */
const UNCHANGED: ReadonlySet<GraphMark | null> = new Set([null, 'kept', 'ghost', 'writing']);

/**
 * Moves the focus to the next or the previous card that a revision or an edit has added, changed or dropped, in the order in
 * which they are drawn; from the last it goes on with the first.
 *
 * @returns its key; null where nothing has changed
 */
export function walkChanges(editor: Editor, by: 1 | -1): string | null {
  const { nodes } = editor.scene.getState().graph;
  const { focus } = editor.selection.getState();
  const at = nodes.findIndex(({ key }) => key === focus);
  const before = nodes.slice(0, Math.max(0, at)).filter(isChanged);
  const after = nodes.slice(at + 1).filter(isChanged);
  // Around the card in focus, and past the last one to the first.
  const next = by === 1 ? (after[0] ?? before[0]) : (before.at(-1) ?? after.at(-1));
  if (next !== undefined) editor.select([next.key]);
  return next?.key ?? null;
}

function isChanged({ mark }: GraphNode): boolean {
  return !UNCHANGED.has(mark);
}
