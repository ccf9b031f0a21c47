/** A paragraph that begins as a heading, a list or code of Markdown would, and is none. */
export function unmarked(text: string): string {
  return /^(?:#{1,6}\s|[-+*>]\s|```|~~~)/.test(text) ? `\\${text}` : text;
}
