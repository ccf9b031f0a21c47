import { type Json, type JsonObject, LIMITS, parseExactJson } from '#base';
import { validateJson } from '#plan';
import { failure } from '../fail';

/**
 * The JSON of a model's answer: the whole text, else the one fenced block in it. Nothing is repaired or guessed: an
 * answer that was asked for with a schema either is that JSON or is not.
 *
 * @throws CallError `REPLY_NOT_JSON` or `REPLY_INVALID` with the first thing that does not fit
 */
export function jsonInReply(text: string, schema: JsonObject): Json {
  const parsed = parseExactJson(fencedOrWhole(text), LIMITS.jsonDepth);
  if (!parsed.ok) {
    throw failure(
      'REPLY_NOT_JSON',
      parsed.problem.code === 'JSON_INVALID'
        ? 'The model answered with something that is no JSON.'
        : `The model answered with JSON that cannot be taken as it is written: ${parsed.problem.message}`,
      'Try again, or reword.',
    );
  }
  const [offence] = validateJson(schema, parsed.value);
  if (!offence) return parsed.value;
  throw failure(
    'REPLY_INVALID',
    `The model's JSON does not fit the schema at ${offence.path || 'its top'}: ${offence.message}`,
    'Try again, or simplify the schema.',
  );
}

/** The same where it may be missing. */
export function fittingJson(text: string, schema: JsonObject): Json | undefined {
  const parsed = parseExactJson(fencedOrWhole(text), LIMITS.jsonDepth);
  return parsed.ok && validateJson(schema, parsed.value).length === 0 ? parsed.value : undefined;
}

function fencedOrWhole(text: string): string {
  const fences = [...text.matchAll(/^```(?:json)?\s*\n([\s\S]*?)\n```\s*$/gm)];
  const only = fences.length === 1 ? fences[0]?.[1] : undefined;
  return (only ?? text).trim();
}
