/** Pieces of TypeScript text: literals and comments that no content of a document can break out of (case B2). */

/** A JSON value as a literal. */
export function literal(value: unknown): string {
  const lineEnds = /[\u2028\u2029]/g;
  return JSON.stringify(value, null, 2).replace(lineEnds, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

/** One line of comment, whatever the text holds. */
export function comment(text: string): string {
  return `// ${text.replace(/[\s\u0085\u2028\u2029]+/g, ' ').trim()}`;
}
