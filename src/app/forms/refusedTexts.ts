import type { Diagnostic } from '#base';

/** A text that its field did not take, and the value that stands until it does. */
interface RefusedText {
  readonly value: string;
  readonly text: string;
  readonly refusal: Diagnostic;
}

/** Refused texts that are kept; the oldest go first. */
const MOST = 200;

/** By the path of their field. Kept while the page is open, so that looking at another node loses nothing. */
const kept = new Map<string, RefusedText>();

/** The text that was refused here; null when there is none, or when the value has changed since. */
export function refusedText(path: string, value: string): RefusedText | null {
  const found = kept.get(path);
  return found?.value === value ? found : null;
}

/** @param path empty where a field has no place of its own: nothing is kept then */
export function keepRefused(path: string, refused: RefusedText): void {
  if (path === '') return;
  kept.delete(path);
  kept.set(path, refused);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

export function forgetRefused(path: string): void {
  kept.delete(path);
}
