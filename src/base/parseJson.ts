import { type Diagnostic, problem, type Where } from './diagnostic';
import type { Json } from './json';
import { jsonFaultAt } from './jsonFault';
import { jsonLosses } from './jsonLosses';
import { Lines } from './lines';
import { err, ok, type Result } from './result';

/**
 * Parses JSON text after counting its depth, so that a text 100,000 deep is refused before anything recurses
 * into it (case C5), and a byte order mark is forgiven. A number that is too large for a double, as `1e400`, is well
 * formed and no value of ours (V4): it is refused, because JSON.parse would make it infinite.
 *
 * @param maxDepth most levels of nested arrays and objects
 * @returns the value, or one diagnostic `JSON_TOO_DEEP`, `JSON_INVALID` or `NUMBER_NOT_FINITE`
 */
export function parseJson(text: string, maxDepth: number): Result<Json, Diagnostic> {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tooDeepAt = firstTooDeep(source, maxDepth);
  if (tooDeepAt !== null) {
    return err(
      problem(
        'JSON_TOO_DEEP',
        `The JSON is nested more than ${maxDepth} levels deep.`,
        'Flatten the data, or put the deep part into a document of its own.',
        { offset: tooDeepAt },
      ),
    );
  }
  try {
    const value: Json = JSON.parse(source);
    const infinite = MAY_BE_INFINITE.test(source) ? notFinite(source) : null;
    return infinite === null ? ok(value) : err(infinite);
  } catch (cause) {
    const reason = source.trim() === '' ? 'the text is empty' : reasonOf(cause);
    return err(
      problem(
        'JSON_INVALID',
        `This is not valid JSON: ${reason}.`,
        'Fix the text at that place and try again.',
        placeOf(source, jsonFaultAt(source)),
      ),
    );
  }
}

/** A number with an exponent of three digits, or with very many digits of its own: only then is it looked for. */
const MAY_BE_INFINITE = /(?:^|[:,[\s])-?(?:\d[\d.]*[eE]\+?\d{3}|\d{200})/;

function notFinite(text: string): Diagnostic | null {
  const infinite = jsonLosses(text).find(
    ({ kind, written }) => kind === 'out-of-range' && !Number.isFinite(Number(written)),
  );
  if (infinite === undefined) return null;
  const { written, field, offset } = infinite;
  return problem(
    'NUMBER_NOT_FINITE',
    `The number ${written.slice(0, 40)} is too large: the largest is about 1.8e308.`,
    'Write a number that is smaller, or null.',
    { field, ...placeOf(text, offset) },
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** A text of one line has no lines to count. */
function placeOf(text: string, offset: number): Where {
  const lines = new Lines(text);
  return lines.count === 1 ? { offset } : lines.at(offset);
}

function firstTooDeep(text: string, maxDepth: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === 0x5c) index++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > maxDepth) return index;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return null;
}
