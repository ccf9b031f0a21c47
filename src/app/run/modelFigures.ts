import { estimatedTokens } from '#base';
import type { ModelSpec } from '#plan';
import { isThisDevice } from '#runtime';

/** How fast a model writes is told from here on: before it is a guess. */
const SOONEST_MS = 1_000;

/** What a model has written, as it is told while it writes. */
export interface ModelFigures {
  /** Counted here by its bytes, since a service tells the count at the end. */
  readonly tokens: number;
  /** Tokens a second since it was asked; null while that says nothing. */
  readonly speed: number | null;
}

export function modelFigures(bytes: number, elapsedMs: number): ModelFigures {
  const tokens = estimatedTokens(bytes);
  const isTold = tokens > 0 && elapsedMs >= SOONEST_MS;
  return { tokens, speed: isTold ? Math.round((tokens * 1_000) / elapsedMs) : null };
}

const MICRO = 1_000_000;

/**
 * What so many tokens of an answer cost, in words; null where no price is known.
 *
 * @param url where the model is; null where that is not known: one on this device costs nothing
 */
export function costWords(tokens: number, price: ModelSpec['price'], url: string | null): string | null {
  if (price === undefined) return url !== null && isThisDevice(url) ? 'no cost' : null;
  if (price.output === 0) return 'no cost';
  return `≈ ${((tokens * price.output) / MICRO / MICRO).toFixed(4)} ${price.currency}`;
}
