/** What is needed of a keyboard event; a DOM event is one. */
export interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
  readonly isComposing?: boolean;
}

/**
 * A key as it is written in menus and stored in settings: modifiers in the order Mod, Alt, Shift, joined by `+`.
 * Mod is Ctrl, and Cmd on a Mac.
 *
 * @example 'Mod+Shift+Z', 'F2', 'ArrowLeft', '?'
 */
export type Chord = string;

/**
 * The chord that was pressed; null for a modifier alone and while an input method composes. A sign that is typed
 * with Shift (`?`, `+`) is the sign, because where it lies differs between keyboards.
 */
export function chordOf(press: KeyPress): Chord | null {
  if (press.isComposing === true || MODIFIERS.has(press.key)) return null;
  const key = keyOf(press);
  const letterOrName = key.length > 1 || /[A-Z0-9]/.test(key);
  const parts: string[] = [];
  if (press.ctrlKey === true || press.metaKey === true) parts.push('Mod');
  if (press.altKey === true) parts.push('Alt');
  if (press.shiftKey === true && letterOrName) parts.push('Shift');
  return [...parts, key].join('+');
}

/** How a chord is shown: "Ctrl+Shift+Z", or "⇧⌘Z" on a Mac. */
export function showChord(chord: Chord, mac = false): string {
  const parts = chord.split(/\+(?=.)/);
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1);
  const shown = SHOWN[key] ?? key;
  if (!mac) return [...modifiers.map((one) => (one === 'Mod' ? 'Ctrl' : one)), shown].join('+');
  const signs = { Alt: '⌥', Shift: '⇧', Mod: '⌘' } as const;
  const order = ['Alt', 'Shift', 'Mod'] as const;
  return `${order.map((one) => (modifiers.includes(one) ? signs[one] : '')).join('')}${shown}`;
}

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process']);

const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: 'Del',
};

/** With Alt held some keyboards type another sign (`å`); then the place of the key tells which letter it is. */
function keyOf(press: KeyPress): string {
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(press.code ?? '');
  const letter = place?.[1] ?? place?.[2];
  if (press.altKey === true && letter !== undefined) return letter;
  if (press.key === ' ') return 'Space';
  return press.key.length === 1 ? press.key.toUpperCase() : press.key;
}
