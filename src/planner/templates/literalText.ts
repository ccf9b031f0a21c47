/** Braces that would open a hole: a pair, or a single one at an edge, where it could meet another. */
const OPENING = /\{\{|^\{|\{$/g;

/**
 * Writes a text so that a template gives it back unchanged: what a person typed into a goal is never read as an
 * expression later (case C6).
 *
 * @example literalText('a {{ b }}') // 'a {{ "\\u007b\\u007b" }} b }}'
 */
export function literalText(text: string): string {
  return text.includes('{')
    ? text.replace(OPENING, (braces) => `{{ "${'\\u007b'.repeat(braces.length)}" }}`)
    : text;
}
