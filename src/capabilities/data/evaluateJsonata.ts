import { isJson, type Json, LIMITS, notJsonAt } from '#base';
import { failure } from '../fail';

/** Bounds of one evaluation (T4, case C3): wall time, nested calls, items of one sequence. */
const BOUNDS = { timeout: 1_000, stack: 200, sequence: 100_000 } as const;

/**
 * Evaluates JSONata over a value.
 *
 * @throws CallError `EXPRESSION_ERROR` (it cannot be read, failed, or ran into its bounds) or `RESULT_INVALID`
 */
export async function evaluateJsonata(source: string, value: Json): Promise<Json> {
  if (source.length > LIMITS.expressionCharacters) {
    throw expressionError(`it has ${source.length} characters; ${LIMITS.expressionCharacters} are allowed`);
  }
  const { default: jsonata } = await import('jsonata');
  const result = await attempt(() => jsonata(source, BOUNDS).evaluate(value));
  // JSONata's sequences are arrays with extra properties: the way through text leaves plain JSON.
  const plain: unknown = result === undefined ? null : JSON.parse(JSON.stringify(result) ?? 'null');
  if (isJson(plain, LIMITS.jsonDepth)) return plain;
  throw failure(
    'RESULT_INVALID',
    `The expression gave something that is no JSON at ${notJsonAt(plain, LIMITS.jsonDepth)}.`,
    'Let it give numbers, texts, lists or objects.',
  );
}

async function attempt(evaluate: () => Promise<unknown>): Promise<unknown> {
  try {
    return await evaluate();
  } catch (problem) {
    throw expressionError(reasonOf(problem));
  }
}

// JSONata throws plain objects {code, message, position}, not errors.
function reasonOf(problem: unknown): string {
  if (typeof problem !== 'object' || problem === null) return String(problem);
  const message: unknown = Reflect.get(problem, 'message');
  const position: unknown = Reflect.get(problem, 'position');
  const where = typeof position === 'number' ? ` (at character ${position})` : '';
  return `${typeof message === 'string' ? message : 'it failed'}${where}`;
}

function expressionError(reason: string) {
  return failure('EXPRESSION_ERROR', `The JSONata expression failed: ${reason}.`, 'Correct the expression.');
}
