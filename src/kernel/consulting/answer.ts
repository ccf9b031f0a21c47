import { isJsonObject, type Json, LIMITS, own, parseJson } from '#base';

/** The words of a model's answer. */
export function textIn(result: Json): string {
  const text = isJsonObject(result) ? own(result, 'text') : result;
  return typeof text === 'string' ? text : '';
}

/**
 * A member of the JSON that a model answered with. An answer that does not fit what was asked for in everything may
 * still have it; then it is read from the text, the whole of it or what stands between its first and last brace.
 */
export function memberIn(result: Json, name: string): Json | undefined {
  const json = isJsonObject(result) ? own(result, 'json') : undefined;
  const value = json ?? jsonIn(textIn(result));
  return isJsonObject(value) ? own(value, name) : undefined;
}

function jsonIn(text: string): Json | undefined {
  const from = text.indexOf('{');
  const read = from < 0 ? null : parseJson(text.slice(from, text.lastIndexOf('}') + 1), LIMITS.jsonDepth);
  return read?.ok ? read.value : undefined;
}

/** The id that an answer chooses; null where it names none of them. The bare id is an answer too. */
export function choiceIn(result: Json, ids: readonly string[]): string | null {
  const named = memberIn(result, 'choice') ?? textIn(result).trim();
  return ids.find((id) => id === named) ?? null;
}

/** The score that a model's answer gives; null where it is no number. The bare number is an answer too. */
export function scoreIn(result: Json): number | null {
  const named = memberIn(result, 'score');
  if (named !== undefined) return typeof named === 'number' ? named : null;
  const text = textIn(result).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

/** The score that a capability gives: a number, or the member `score` of an object. */
export function scoreOf(result: Json): number | null {
  const score = isJsonObject(result) ? own(result, 'score') : result;
  return typeof score === 'number' ? score : null;
}
