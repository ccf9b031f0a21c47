import { isJsonObject, type Json, type JsonObject } from '#base';

/** What comes of a call; only a capability's may wait, or end more than its own node (L7). */
export type Ending = 'succeeds' | 'fails' | 'waits' | 'scope' | 'plan' | 'run';

export const ENDINGS: readonly { readonly ending: Ending; readonly words: string }[] = [
  { ending: 'succeeds', words: 'succeeds' },
  { ending: 'fails', words: 'fails' },
  { ending: 'waits', words: 'waits for a signal' },
  { ending: 'scope', words: 'succeeds and ends its scope' },
  { ending: 'plan', words: 'succeeds and ends the plan' },
  { ending: 'run', words: 'succeeds and ends the run' },
];

/** The endings that every call may have. */
export const PLAIN_ENDINGS = ENDINGS.slice(0, 2);

export function endingOf({ error, waitFor, break: ends }: JsonObject): Ending {
  if (isJsonObject(error)) return 'fails';
  if (isJsonObject(waitFor)) return 'waits';
  return ends === 'scope' || ends === 'plan' || ends === 'run' ? ends : 'succeeds';
}

/**
 * The outcome with another ending: how long it takes stays, and what it gives back where it still does.
 *
 * @param sample what it gives back when it stops failing
 */
export function withEnding(outcome: JsonObject, ending: Ending, sample: Json): JsonObject {
  const afterMs = typeof outcome.afterMs === 'number' ? outcome.afterMs : 0;
  if (ending === 'fails') return failing(afterMs);
  const output = outcome.output ?? sample;
  if (ending === 'succeeds') return { afterMs, output };
  return ending === 'waits'
    ? { afterMs, output: null, waitFor: { event: 'go' } }
    : { afterMs, output, break: ending };
}

/** What an outcome that fails begins with. */
export function failing(afterMs: number): JsonObject {
  return { afterMs, error: { code: 'UNAVAILABLE', message: 'It did not answer.' } };
}
