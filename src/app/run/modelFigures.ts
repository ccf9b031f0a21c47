import { estimatedTokens } from '#runtime';

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
