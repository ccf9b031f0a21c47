import type { FinishReason } from '#runtime';

/** Words of services that stop in the middle, beside those of OpenAI. */
const WORDS: readonly (readonly [RegExp, FinishReason])[] = [
  [/length|max_?(output_?)?tokens|token_?limit/i, 'length'],
  [/refus/i, 'refusal'],
  [/filter|safety|blocked|prohibited|recitation|blocklist|spii|sensitive/i, 'content-filter'],
  [/tool|function/i, 'tool-calls'],
  [/^(stop|eos|eos_token|end_turn|stop_sequence|end|complete|completed|finished|done)$/i, 'stop'],
];

/** Words that say that nothing whole has come. */
const BROKEN = /error|abort|cancel|interrupt|timeout|insufficient|overload/i;

/**
 * Why a model stopped, out of the service's own word.
 *
 * @param hasRefused OpenAI says `stop` also where the model refused
 * @returns null where the word says that the answer broke off
 */
export function finishReasonOf(said: string, hasRefused: boolean): FinishReason | null {
  if (hasRefused) return 'refusal';
  if (BROKEN.test(said)) return null;
  return WORDS.find(([word]) => word.test(said))?.[1] ?? 'other';
}
