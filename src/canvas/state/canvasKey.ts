import type { Direction } from './gestures';

/** What a key means on the canvas. */
export type CanvasKey =
  | { readonly does: 'zoom-in' | 'zoom-out' | 'reset' | 'fit' | 'open' | 'delete' }
  | { readonly does: 'walk'; readonly direction: Direction; readonly extend: boolean };

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const PLAIN: Readonly<Record<string, Exclude<CanvasKey['does'], 'walk'>>> = {
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  '0': 'reset',
  '1': 'fit',
  Enter: 'open',
  Delete: 'delete',
  Backspace: 'delete',
};

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Reads a pressed key; null when it is none of the canvas' own. Keys with Ctrl, Alt or Meta are the app's. */
export function canvasKey(event: Pressed): CanvasKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const direction = ARROWS[event.key];
  // Shift with left and right selects everything up- or downstream: the app's own keys.
  if (direction) return event.shiftKey ? null : { does: 'walk', direction, extend: false };
  const does = PLAIN[event.key];
  return does === undefined ? null : { does };
}
