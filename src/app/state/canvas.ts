import type { Address } from '#base';
import type { CanvasHandle, Looks } from '#canvas';
import type { AttachedRun, Editor } from '#editor';

/** The canvas that is on the screen, for commands that move its view; null while none is. */
let shown: CanvasHandle | null = null;

export function canvasOfPage(): CanvasHandle | null {
  return shown;
}

export function setCanvasOfPage(handle: CanvasHandle | null): void {
  shown = handle;
}

/** Gives the focus to a node, the one that is chosen, or the canvas; false where no canvas is shown. */
export function focusOnCanvas(key: string | null): boolean {
  shown?.takeFocus(key);
  return shown !== null;
}

const LOOKS = new WeakMap<Editor, Looks>();

/** Where people have looked in what an editor shows: another view, or another panel in a hand, may take the canvas' place. */
export function looksOf(editor: Editor): Looks {
  const looks: Looks = LOOKS.get(editor) ?? new Map();
  LOOKS.set(editor, looks);
  return looks;
}

/** How much of a run is done again (D1): from a step on, that step alone, all up to it, or what has failed. */
export type Extent = 'onward' | 'only' | 'upTo' | 'failed';

/** A step of a run that something begins at, or ends with. */
export interface ChosenStep {
  readonly run: AttachedRun;
  /** With the rounds that are drawn, without attempt. */
  readonly address: Address;
}

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
