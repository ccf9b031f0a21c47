import { isJsonObject, type Json, type JsonObject, LIMITS, own, parseJson } from '#base';
import { isStep, streamLineOf } from '#plan';

/** A plan that came line by line (reference 3, P2): what its steps are, and what else the lines say. */
export interface ReadLines {
  readonly steps: readonly Json[];
  /** Lines that are no steps, each with its place, and with the number of steps before it. */
  readonly others: readonly { readonly at: number; readonly before: number; readonly line: Json }[];
}

/**
 * The lines of a text that is NDJSON; null where a line is no JSON, or where there is only one.
 *
 * @param text of the size that may be read
 */
export function linesIn(text: string): readonly Json[] | null {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length < 2) return null;
  const values: Json[] = [];
  for (const line of lines) {
    const parsed = parseJson(line, LIMITS.jsonDepth);
    if (!parsed.ok) return null;
    values.push(parsed.value);
  }
  return values;
}

/**
 * Reads values as the lines of a stream: steps in an envelope, bare steps, reasoning and the finish, in the forms that lines
 * have and in those of memory. Null where none of them stands in an envelope: then it is a list of steps.
 */
export function readLines(value: Json): ReadLines | null {
  const values: readonly Json[] = Array.isArray(value) ? value : [value];
  if (!values.some((one) => streamLineOf(one) !== null)) return null;
  const steps: Json[] = [];
  const others: { at: number; before: number; line: Json }[] = [];
  for (const [at, one] of values.entries()) {
    const line = streamLineOf(one);
    if (line === null) steps.push(one);
    else if (line.kind === 'step') steps.push(withEnvelope(line.step, one));
    else if (line.kind === 'finish')
      steps.push({
        type: 'finish',
        ...(line.result === undefined ? {} : { result: line.result }),
        ...restOf(one),
      });
    else others.push({ at, before: steps.length, line: one });
  }
  return { steps, others };
}

/** Whether a text may be such a stream, by its first line. */
export function looksLikeLines(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  const parsed = parseJson(first, LIMITS.jsonDepth);
  if (!parsed.ok || !isJsonObject(parsed.value)) return false;
  return (
    streamLineOf(parsed.value) !== null || (own(parsed.value, 'id') !== undefined && isStep(parsed.value))
  );
}

/** What an envelope says besides stays with its step. */
function withEnvelope(step: Json, line: Json): Json {
  const rest = isJsonObject(line) ? without(line, ['type', 'step']) : {};
  return isJsonObject(step) && Object.keys(rest).length > 0 ? { ...step, [ENVELOPE]: rest } : step;
}

/** Under which name it stays there. */
export const ENVELOPE = '$line';

function restOf(line: Json): JsonObject {
  return isJsonObject(line) && line.type === 'finish' ? without(line, ['type', 'result']) : {};
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
