import { LIMITS } from '#base';

/**
 * Why a regular expression may not be used, or null (case C4): in CEL's `matches`, in JSONata and in JSON Schemas from
 * outside. All of them run on a backtracking engine, on which `^(\w+\s?)*$` takes seconds over 29 characters; so only short literals are taken, without repeated
 * groups that repeat or choose inside, without references back, and with at most three open repetitions (an
 * unanchored pattern counts as one, since it is tried at every place).
 */
export function refusedPattern(pattern: string, longest: number = LIMITS.expressionPattern): string | null {
  if (pattern.length > longest) return `is longer than ${longest} characters`;
  if (!compiles(pattern)) return 'is no regular expression';
  const plain = pattern.replace(/\\[^1-9k]/g, '_').replace(/\[\^?\]?[^\]]*\]/g, '_');
  if (plain.includes('\\')) return 'refers back to a group';
  if (hasNestedRepetition(plain)) return 'repeats a group that repeats or chooses inside';
  return placesAtOnce(plain) > 3 ? 'repeats too often' : null;
}

/** The longest text that an allowed pattern may look at, in characters: it tries at most 10⁸ combinations of places. */
export function longestTextFor(pattern: string): number {
  const places = placesAtOnce(pattern.replace(/\\./g, '_').replace(/\[\^?\]?[^\]]*\]/g, '_'));
  if (places < 2) return LIMITS.toolOutputBytes;
  return places === 2 ? LIMITS.patternTextOfTwo : LIMITS.expressionPatternText;
}

/** How many places of a text are tried with each other: one for each open repetition, one for where a match begins. */
function placesAtOnce(plain: string): number {
  const open = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  return open + (plain.startsWith('^') ? 0 : 1);
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

function hasNestedRepetition(plain: string): boolean {
  const groups: boolean[] = [];
  let repeats = false;
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at] ?? '';
    if (character === '(') {
      groups.push(repeats);
      repeats = false;
      if (plain[at + 1] === '?') at++;
    } else if (character === ')') {
      const outer = groups.pop() ?? false;
      const isRepeated = '*+{'.includes(plain[at + 1] ?? ' ');
      if (isRepeated && repeats) return true;
      repeats = outer || repeats || isRepeated;
    } else if ('*+?{|'.includes(character)) repeats = true;
  }
  return false;
}
