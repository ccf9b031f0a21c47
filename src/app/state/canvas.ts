import type { CanvasHandle } from '#canvas';

/** The canvas that is on the screen, for commands that move its view; null while none is. */
let shown: CanvasHandle | null = null;

export function canvasOfPage(): CanvasHandle | null {
  return shown;
}

export function setCanvasOfPage(handle: CanvasHandle | null): void {
  shown = handle;
}
