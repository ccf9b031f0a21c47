import { isJsonObject, type Json, LIMITS, own, parseExactJson, parseJson } from '#base';
import type { Draft } from '../draft';

/** The words of a model's answer. */
export function textIn(result: Json): string {
  const text = isJsonObject(result) ? own(result, 'text') : result;
  return typeof text === 'string' ? text : '';
}

/**
 * A member of the JSON that a model answered with. An answer that does not fit what was asked for in everything may
 * still have it; then it is read from the text, the whole of it or what stands between its first and last brace.
 */
export function memberIn(draft: Draft, result: Json, name: string): Json | undefined {
  const json = isJsonObject(result) ? own(result, 'json') : undefined;
  const value = json ?? jsonIn(draft, textIn(result));
  return isJsonObject(value) ? own(value, name) : undefined;
}

function jsonIn(draft: Draft, text: string): Json | undefined {
  const from = text.indexOf('{');
  return from < 0 ? undefined : read(draft, text.slice(from, text.lastIndexOf('}') + 1));
}

/** Fault X7: taken exactly as it reads, or not at all; not so in a run that was recorded before (K5). */
function read(draft: Draft, text: string): Json | undefined {
  const found = (draft.has('exactAnswers') ? parseExactJson : parseJson)(text, LIMITS.jsonDepth);
  return found.ok ? found.value : undefined;
}

/** The id that an answer chooses; null where it names none of them. The bare id is an answer too. */
export function choiceIn(draft: Draft, result: Json, ids: readonly string[]): string | null {
  const named = memberIn(draft, result, 'choice') ?? textIn(result).trim();
  return ids.find((id) => id === named) ?? null;
}

/** The score that a model's answer gives; null where it is no number. The bare number is an answer too. */
export function scoreIn(draft: Draft, result: Json): number | null {
  const named = memberIn(draft, result, 'score');
  if (named !== undefined) return typeof named === 'number' ? named : null;
  const text = textIn(result).trim();
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
  const score = draft.has('exactAnswers') ? read(draft, text) : Number(text);
  return typeof score === 'number' ? score : null;
}

/** The score that a capability gives: a number, or the member `score` of an object. */
export function scoreOf(result: Json): number | null {
  const score = isJsonObject(result) ? own(result, 'score') : result;
  return typeof score === 'number' ? score : null;
}
