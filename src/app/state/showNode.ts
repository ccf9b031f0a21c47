import type { Editor } from '#editor';
import { canvasOfPage } from './canvas';

/** Opens the plan of a node, selects the node and brings it into view. */
export function showNode(editor: Editor, planId: string, key: string): void {
  const { view } = editor.scene.getState();
  if (editor.view.getState().planId !== planId) editor.openPlan(planId);
  // Inside a box that is entered, or in a run, other things are drawn.
  if (view === null) editor.enter(null);
  whenDrawn(() => {
    editor.select([key]);
    canvasOfPage()?.reveal(key);
    canvasOfPage()?.focus(key);
  });
}

/** The scene follows a change within two frames. */
export function whenDrawn(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}
