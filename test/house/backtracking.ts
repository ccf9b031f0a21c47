import type { CharacterSet } from '../../src/plan/patterns/characterSet';
import { type Part, readPattern } from '../../src/plan/patterns/readPattern';

/** More than this: it is long enough to know. */
export const ENOUGH = 100_000;

/**
 * How many steps an engine that tries one way after the other takes to look for a pattern in a text, from every place of it: the
 * language's own engine is one. Counted by trying the parts of the pattern as it does.
 */
export function backtrackingSteps(part: Part, text: string, isSticky: boolean): number {
  const run = new Backtracking(text);
  try {
    for (let at = 0; at <= text.length; at++) if (run.try(part, at, () => true) || isSticky) break;
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
  }
  return run.steps;
}

export function treeOf(source: string, flags: string): Part | null {
  try {
    const options = {
      unicode: /[uv]/.test(flags),
      ignoreCase: flags.includes('i'),
      multiline: flags.includes('m'),
    };
    return readPattern(source, options).part;
  } catch {
    return null;
  }
}

/** Whether anything in a pattern may be there any number of times. */
export function isEndless(part: Part): boolean {
  if (part.kind === 'repetition') return part.max === Number.POSITIVE_INFINITY || isEndless(part.part);
  if ('parts' in part) return part.parts.some(isEndless);
  return 'part' in part && isEndless(part.part);
}

/** One character of each set that a pattern has, as it is written. */
export function lettersOf(part: Part): readonly string[] {
  const letters = new Set<string>();
  const visit = (one: Part): void => {
    if (one.kind === 'set') letters.add(letterIn(one.set));
    else if ('parts' in one) one.parts.forEach(visit);
    else if ('part' in one) visit(one.part);
  };
  visit(part);
  return [...letters];
}

class Enough extends Error {}

class Backtracking {
  steps = 0;

  constructor(readonly text: string) {}

  /** Tries a part at a place; `then` says whether the rest matches from where it ends. */
  try(part: Part, at: number, then: (at: number) => boolean): boolean {
    if (++this.steps > ENOUGH) throw new Enough();
    switch (part.kind) {
      case 'set': {
        const code = this.text.charCodeAt(at);
        return at < this.text.length && part.set.has(code) && then(at + 1);
      }
      case 'sequence':
        return this.#sequence(part.parts, 0, at, then);
      case 'choice':
        return part.parts.some((one) => this.try(one, at, then));
      case 'group':
        return this.try(part.part, at, then);
      case 'repetition':
        return this.#repetition(part, 0, at, then);
      case 'place':
        return this.#holds(part.place, at) && then(at);
      case 'look':
        return this.#looks(part, at) !== part.isNegated && then(at);
    }
  }

  #sequence(parts: readonly Part[], index: number, at: number, then: (at: number) => boolean): boolean {
    const part = parts[index];
    if (part === undefined) return then(at);
    return this.try(part, at, (next) => this.#sequence(parts, index + 1, next, then));
  }

  #repetition(
    part: Extract<Part, { kind: 'repetition' }>,
    rounds: number,
    at: number,
    then: (at: number) => boolean,
  ): boolean {
    const again = (): boolean =>
      rounds < part.max &&
      this.try(part.part, at, (next) =>
        next === at && rounds >= part.min ? false : this.#repetition(part, rounds + 1, next, then),
      );
    if (rounds < part.min) return again();
    return part.isGreedy ? again() || then(at) : then(at) || again();
  }

  /** What lies behind a place is short in all patterns of ours. */
  #looks({ part, isBehind }: Extract<Part, { kind: 'look' }>, at: number): boolean {
    if (!isBehind) return this.try(part, at, () => true);
    for (let from = at; from >= Math.max(0, at - 4); from--)
      if (this.try(part, from, (end) => end === at)) return true;
    return false;
  }

  #holds(place: Extract<Part, { kind: 'place' }>['place'], at: number): boolean {
    const before = this.text[at - 1];
    const after = this.text[at];
    const edge = isWord(before) !== isWord(after);
    switch (place) {
      case 'start':
        return at === 0;
      case 'end':
        return at === this.text.length;
      case 'lineStart':
        return before === undefined || before === '\n';
      case 'lineEnd':
        return after === undefined || after === '\n';
      case 'wordEdge':
        return edge;
      case 'notWordEdge':
        return !edge;
    }
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}

/** Line ends are what is most often forgotten. */
function letterIn(set: CharacterSet): string {
  for (const letter of ['\n', ' ', 'a', '1', '#', '%', '[', '"', '-', '.', '\\'])
    if (set.has(letter.charCodeAt(0))) return letter;
  for (let code = 0; code < 0xffff; code++) if (set.has(code)) return String.fromCharCode(code);
  return 'x';
}
