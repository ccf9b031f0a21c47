const NOTHING = /^(?:n\/?a|n\.a\.|#n\/a|null|nan|[-–—]+)?$/i;
/** Longer than any of these: what is longer is text. */
const LONGEST = 8;

/** Whether a text is nothing, or what people write where there is nothing: `n/a`, `-`, `null`. */
export function isBlank(text: string): boolean {
  return text.length <= LONGEST && NOTHING.test(text.trim());
}

/** "1 row", "2 rows". */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/**
 * Characters that act instead of being seen: controls (a terminal obeys them), marks of direction (they reorder what is read),
 * line and paragraph separators, and invisible ones. Joiners and variation selectors are left, because scripts and emoji need
 * them.
 *
 * @see https://www.unicode.org/reports/tr36/ (Unicode security considerations)
 */
const ACTING =
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

/**
 * Writes control characters as escapes, so that a text of a document does nothing where it is printed (case B2).
 *
 * @param write how the syntax around it writes one; by default as JSON and JavaScript do in strings, in UTF-16 units
 * @example escapeControls('a\u001b[2J') // 'a\\u001b[2J'
 */
export function escapeControls(text: string, write: (character: string) => string = unicodeEscape): string {
  return text.replace(ACTING, write);
}

/**
 * The same for text that is JSON: line feeds are left, because in JSON they only stand between values. What it gives reads
 * back equal.
 */
export function escapeControlsInJson(json: string): string {
  return escapeControls(json, (character) => (character === '\n' ? character : unicodeEscape(character)));
}

function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** A span of time in the shortest words that keep it readable: "61 ms", "2.4 s", "12 s", "3 min 20 s", "5 h 4 min". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, for people: "1 byte", "812 bytes", "3.4 kB", "127 kB", "50 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let size = bytes / 1_000;
  let unit = 0;
  // What would be rounded to 1,000 of a unit is one of the next.
  for (; size >= 999.5 && unit < UNITS.length - 1; unit++) size /= 1_000;
  return `${size < 99.95 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} ${UNITS[unit]}`;
}

/** Four bytes of UTF-8 a token, the usual rule of thumb. */
const BYTES_A_TOKEN = 4;

/** How many tokens a text of so many bytes of UTF-8 is, about. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_A_TOKEN);
}
