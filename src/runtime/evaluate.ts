import { type Json, type JsonObject, LIMITS } from '#base';
import { CallError } from './ports';

/** An evaluation that takes longer is stopped (case C3). */
const TIMEOUT_MS = 2_000;
const STACK_DEPTH = 500;
/** Most elements of a sequence that an expression may build. */
const SEQUENCE_LENGTH = 1_000_000;

/**
 * Evaluates JSONata over a value (V3): for TRANSFORM, the object of the variables. No result is null. The library
 * is loaded when first used.
 *
 * @param bindings values that the expression reads as `$name`
 * @throws CallError `EXPRESSION_ERROR` for syntax, evaluation, and the limits of time, depth and length.
 */
export async function evaluateJsonata(
  expression: string,
  value: Json,
  bindings: JsonObject = {},
): Promise<Json> {
  if (expression.length > LIMITS.expressionCharacters)
    throw failure(`it is longer than ${LIMITS.expressionCharacters} characters`);
  const { default: jsonata } = await import('jsonata');
  try {
    const compiled = jsonata(expression, {
      timeout: TIMEOUT_MS,
      stack: STACK_DEPTH,
      sequence: SEQUENCE_LENGTH,
    });
    const result: unknown = await compiled.evaluate(value, { ...bindings });
    return plain(result);
  } catch (thrown) {
    throw thrown instanceof CallError ? thrown : failure(reasonOf(thrown));
  }
}

/** JSONata marks its arrays with hidden members and may return functions; going through text leaves JSON only. */
function plain(value: unknown): Json {
  if (value === undefined) return null;
  if (typeof value === 'function') throw failure('its value is a function');
  const text = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as Json);
}

function reasonOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return 'it broke off';
  const message: unknown = Reflect.get(thrown, 'message');
  const position: unknown = Reflect.get(thrown, 'position');
  const where = typeof position === 'number' ? ` at character ${position}` : '';
  return `${typeof message === 'string' ? message : 'it broke off'}${where}`;
}

function failure(reason: string): CallError {
  return new CallError({
    code: 'EXPRESSION_ERROR',
    message: `The JSONata expression failed: ${reason}.`,
    help: 'Mend the expression; the variables it sees are those of the plan.',
  });
}
