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
    const refused = refusedIn(jsonata(source).ast(), new Set(), 0);
    return refused === null ? null : invalid(refused.reason, refused.position);
  } catch (cause) {
    // Where the parser's stack overflows differs from host to host; it is far beyond what is refused for its depth.
    if (cause instanceof RangeError) return invalid(TOO_DEEP, 0);
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

interface Refused {
  readonly reason: string;
  readonly position: number;
}

/** The first thing that is not allowed, wherever in the tree it stands; parts may be shared in it. */
function refusedIn(part: unknown, seen: Set<object>, level: number): Refused | null {
  if (typeof part !== 'object' || part === null || seen.has(part)) return null;
  if (level > LIMITS.expressionDepth) return { reason: TOO_DEEP, position: 0 };
  seen.add(part);
  for (const inner of Object.values(part)) {
    const reason = refusedPattern(inner) ?? refusedSignature(inner);
    if (reason !== null) {
      const position: unknown = Reflect.get(part, 'position');
      return { reason, position: typeof position === 'number' ? position : 0 };
    }
    const found = refusedIn(inner, seen, level + 1);
    if (found !== null) return found;
  }
  return null;
}

const TOO_DEEP = `it is nested more than ${LIMITS.expressionDepth} levels deep`;

function refusedPattern(part: unknown): string | null {
  if (!(part instanceof RegExp)) return null;
  const read = compileSearch(part.source, part);
  return read.ok ? null : `its pattern ${read.problem}`;
}

/**
 * The library checks arguments by a regular expression that it writes of a function's signature, and that nobody counts: only
 * what a signature is made of comes into it, and little that can be there or not (case C4).
 */
function refusedSignature(part: unknown): string | null {
  if (typeof part !== 'object' || part === null || !('validate' in part)) return null;
  const signature: unknown = Reflect.get(part, 'definition');
  if (typeof signature !== 'string' || !/^<[snblofajxum<>():?+-]*>$/.test(signature))
    return 'the signature of a function is none';
  const optional = signature.split(/[?-]/).length - 1;
  const repeated = signature.split('+').length - 1;
  return optional > OPTIONAL_PARAMETERS || repeated > 1
    ? `a function has more than one parameter that is repeated, or more than ${OPTIONAL_PARAMETERS} that may be left out`
    : null;
}

const OPTIONAL_PARAMETERS = 8;

function invalid(reason: string, offset: number): Diagnostic {
  return problem(
    'JSONATA_INVALID',
    `The JSONata expression cannot be read: ${reason}.`,
    'JSONata reads the variables as fields: for example  $sum(rows.amount)  or  rows[amount > 100].name.',
    { offset },
  );
}
