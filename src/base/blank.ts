const NOTHING = /^(?:n\/?a|n\.a\.|#n\/a|null|nan|[-–—]+)?$/i;
/** Longer than any of these: what is longer is text. */
const LONGEST = 8;

/** Whether a text is nothing, or what people write where there is nothing: `n/a`, `-`, `null`. */
export function isBlank(text: string): boolean {
  return text.length <= LONGEST && NOTHING.test(text.trim());
}
