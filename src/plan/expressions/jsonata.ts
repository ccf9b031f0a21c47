import jsonata from 'jsonata';
import { type Diagnostic, LIMITS, problem } from '#base';
import { compileSearch } from '../patterns/pattern';

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

/**
 * Where a JSONata text reads a variable of the plan, in UTF-16 code units: as a field of its input, not of what a step
 * of a path leads to. None where the text cannot be read.
 */
export function jsonataReadsOf(source: string, name: string): readonly number[] {
  try {
    const ends = endsOfReads(jsonata(source).ast(), name);
    // A name in backticks is left alone.
    return ends.map((end) => end - name.length).filter((at) => source.startsWith(name, at));
  } catch {
    return [];
  }
}

/** Places behind each read: all that JSONata keeps of a name. */
function endsOfReads(part: unknown, name: string): readonly number[] {
  if (Array.isArray(part)) return part.flatMap((one) => endsOfReads(one, name));
  if (typeof part !== 'object' || part === null) return [];
  if (Reflect.get(part, 'type') !== 'path')
    return Object.values(part).flatMap((one) => endsOfReads(one, name));
  const [first, second] = stepsOf(part);
  if (first?.type === 'variable') return first.value === '$' ? endOfName(second, name) : [];
  return first?.type === 'name' ? endOfName(first, name) : endsOfReads(first, name);
}

interface Step {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly position?: unknown;
}

function stepsOf(path: object): readonly Step[] {
  const steps: unknown = Reflect.get(path, 'steps');
  return Array.isArray(steps) ? steps : [];
}

function endOfName(step: Step | undefined, name: string): readonly number[] {
  return step?.type === 'name' && step.value === name && typeof step.position === 'number'
    ? [step.position]
    : [];
}

/** The first regular expression that is not allowed, wherever in the tree it stands; parts may be shared in it. */
function refusedIn(part: unknown, seen: Set<object>): { reason: string; position: number } | null {
  if (typeof part !== 'object' || part === null || seen.has(part)) return null;
  seen.add(part);
  for (const inner of Object.values(part)) {
    const read = inner instanceof RegExp ? compileSearch(inner.source, inner) : null;
    if (read?.ok === false) {
      const position: unknown = Reflect.get(part, 'position');
      return { reason: `its pattern ${read.problem}`, position: typeof position === 'number' ? position : 0 };
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
