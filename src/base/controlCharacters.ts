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
