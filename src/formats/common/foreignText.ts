import {
  type Diagnostic,
  err,
  type Json,
  LIMITS,
  notJsonAt,
  ok,
  parseJson,
  problem,
  type Result,
  sizeText,
  utf8Length,
} from '#base';
import { forbiddenKeys, jsonWarnings } from '#plan';

/** A foreign value that passed the limits, and what JSON.parse would have swallowed (case A13). */
export interface ForeignValue {
  readonly value: Json;
  readonly warnings: readonly Diagnostic[];
}

/**
 * The first half of the door through which foreign documents come (W3): size, depth, JSON, and keys that would touch
 * a prototype (case C1).
 *
 * @param input text with or without a byte order mark, or a value that was parsed already
 * @returns the value, or every problem that keeps it from being read
 */
export function readForeign(input: Json | string): Result<ForeignValue, readonly Diagnostic[]> {
  if (typeof input !== 'string') return checked(input, []);
  if (input.length > LIMITS.importBytes || utf8Length(input) > LIMITS.importBytes)
    return err([tooLarge(input)]);
  const parsed = parseJson(input, LIMITS.jsonDepth);
  return parsed.ok ? checked(parsed.value, jsonWarnings(input)) : err([parsed.problem]);
}

function checked(value: Json, warnings: readonly Diagnostic[]): Result<ForeignValue, readonly Diagnostic[]> {
  const offence = notJsonAt(value, LIMITS.jsonDepth);
  if (offence !== null) return err([notJson(offence)]);
  const forbidden = forbiddenKeys(value);
  return forbidden.length > 0 ? err([...forbidden, ...warnings]) : ok({ value, warnings });
}

function notJson(path: string): Diagnostic {
  return problem(
    'NOT_JSON',
    `The value at ${path} is not JSON, or lies more than ${LIMITS.jsonDepth} levels deep.`,
    'Flatten the document, or give it as JSON text.',
    { field: path },
  );
}

function tooLarge(text: string): Diagnostic {
  const size = sizeText(utf8Length(text));
  return problem(
    'FILE_TOO_LARGE',
    `The file has ${size}; at most ${sizeText(LIMITS.importBytes)} are read.`,
    'Import its parts one by one.',
  );
}
