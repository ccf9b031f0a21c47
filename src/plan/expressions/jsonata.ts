import jsonata from 'jsonata';
import { type Diagnostic, LIMITS, problem } from '#base';
import { refusedPattern } from './pattern';

/**
 * Checks that a text is JSONata (V3), and that its regular expressions come to an end (case C4). Only read here: its
 * evaluation is asynchronous, a command of the kernel.
 *
 * @returns null, or `JSONATA_INVALID` with the place in `where.offset`
 */
export function checkJsonata(source: string): Diagnostic | null {
  if (source.length > LIMITS.expressionCharacters) {
    return invalid(`it is longer than ${LIMITS.expressionCharacters} characters`, 0);
  }
  try {
    const refused = refusedIn(jsonata(source).ast(), new Set());
    return refused === null ? null : invalid(refused.reason, refused.position);
  } catch (cause) {
    const position: unknown =
      typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'position') : 0;
    const message: unknown =
      typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'message') : cause;
    return invalid(String(message), typeof position === 'number' ? position : 0);
  }
}

/** The first regular expression that is not allowed, wherever in the tree it stands; parts may be shared in it. */
function refusedIn(part: unknown, seen: Set<object>): { reason: string; position: number } | null {
  if (typeof part !== 'object' || part === null || seen.has(part)) return null;
  seen.add(part);
  for (const inner of Object.values(part)) {
    const reason = inner instanceof RegExp ? refusedPattern(inner.source) : null;
    if (reason !== null) {
      const position: unknown = Reflect.get(part, 'position');
      return { reason: `its pattern ${reason}`, position: typeof position === 'number' ? position : 0 };
    }
    const found = refusedIn(inner, seen);
    if (found !== null) return found;
  }
  return null;
}

function invalid(reason: string, offset: number): Diagnostic {
  return problem(
    'JSONATA_INVALID',
    `The JSONata expression cannot be read: ${reason}.`,
    'JSONata reads the variables as fields: for example  $sum(rows.amount)  or  rows[amount > 100].name.',
    { offset },
  );
}
