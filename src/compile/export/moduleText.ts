/** Pieces of TypeScript text: literals and comments that no content of a document can break out of (case B2). */

import { escapeControls, escapeControlsInJson } from '#base';

/** A JSON value as a literal. */
export function literal(value: unknown): string {
  return escapeControlsInJson(JSON.stringify(value, null, 2));
}

/** One line of comment, whatever the text holds. */
export function comment(text: string): string {
  return `// ${escapeControls(text.replace(/[\s\u0085]+/g, ' ').trim())}`;
}
