import { isJsonObject, type Json, type JsonObject, own } from '#base';

/** What one line of a streamed plan says (P2), and the in-memory forms of reference 3. */
type StreamLine =
  | { readonly kind: 'step'; readonly step: Json }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'finish'; readonly result?: Json };

/**
 * Reads a line in one of the enveloped forms: `{"type":"step","step":…}`, `{"type":"reasoning","text":…}`,
 * `{"type":"finish","result":…}`, `{partialReasoning}`, `{finish}`. Null for anything else, a bare step too.
 */
export function streamLineOf(value: Json): StreamLine | null {
  if (!isJsonObject(value)) return null;
  const step = own(value, 'step');
  if (value.type === 'step' && isJsonObject(step)) return { kind: 'step', step };
  if (value.type === 'reasoning') return { kind: 'reasoning', text: textOf(own(value, 'text')) };
  const partial = own(value, 'partialReasoning');
  if (typeof partial === 'string') return { kind: 'reasoning', text: partial };
  // A finish with an id is a step of reference 3 and stays one.
  if (value.type === 'finish' && own(value, 'id') === undefined) return finish(value);
  const finished = own(value, 'finish');
  return isJsonObject(finished) && Object.keys(value).length === 1 ? finish(finished) : null;
}

function finish(value: JsonObject): StreamLine {
  const result = own(value, 'result');
  return result === undefined ? { kind: 'finish' } : { kind: 'finish', result };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
