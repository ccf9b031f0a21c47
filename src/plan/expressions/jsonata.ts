import jsonata from 'jsonata';
import { type Diagnostic, LIMITS, problem } from '#base';

/**
 * Checks that a text is JSONata (V3). Only read here: its evaluation is asynchronous, a command of the kernel.
 *
 * @returns null, or `JSONATA_INVALID` with the place in `where.offset`
 */
export function checkJsonata(source: string): Diagnostic | null {
  if (source.length > LIMITS.expressionCharacters) {
    return invalid(`it is longer than ${LIMITS.expressionCharacters} characters`, 0);
  }
  try {
    jsonata(source);
    return null;
  } catch (cause) {
    const position: unknown =
      typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'position') : 0;
    const message: unknown =
      typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'message') : cause;
    return invalid(String(message), typeof position === 'number' ? position : 0);
  }
}

function invalid(reason: string, offset: number): Diagnostic {
  return problem(
    'JSONATA_INVALID',
    `The JSONata expression cannot be read: ${reason}.`,
    'JSONata reads the variables as fields: for example  $sum(rows.amount)  or  rows[amount > 100].name.',
    { offset },
  );
}
