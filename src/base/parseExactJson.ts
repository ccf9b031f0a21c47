import { type Diagnostic, problem } from './diagnostic';
import type { Json } from './json';
import { type JsonLoss, jsonLosses } from './jsonLosses';
import { parseJson } from './parseJson';
import { err, type Result } from './result';

/**
 * Parses JSON of which nothing may be lost: what JSON.parse itself would drop or change is a problem.
 *
 * @param maxDepth most levels of nested arrays and objects
 * @returns the value, or one diagnostic: those of `parseJson`, `DUPLICATE_KEY` or `NUMBER_NOT_EXACT`
 * @example parseExactJson('{"id": 12345678901234567890}', 64) // NUMBER_NOT_EXACT at /id
 */
export function parseExactJson(text: string, maxDepth: number): Result<Json, Diagnostic> {
  const parsed = parseJson(text, maxDepth);
  if (!parsed.ok) return parsed;
  const [loss] = jsonLosses(text);
  return loss === undefined ? parsed : err(lost(loss));
}

const SHOWN = 40;

function lost({ kind, written, field, offset }: JsonLoss): Diagnostic {
  const where = { field, offset };
  const shown = written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written;
  if (kind === 'duplicate-key')
    return problem(
      'DUPLICATE_KEY',
      `The key "${shown}" is there twice in one object, and only one of them can count.`,
      'Write each key once.',
      where,
    );
  return problem(
    'NUMBER_NOT_EXACT',
    `The number ${shown} cannot be kept exactly.`,
    'Write it as a text if every digit counts, else with fewer digits.',
    where,
  );
}
