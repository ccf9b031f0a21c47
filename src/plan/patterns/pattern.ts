import { err, type Fuel, LIMITS, ok, type Result } from '#base';
import { MALFORMED, PatternFault } from './cursor';
import { type Found, findFrom } from './find';
import { type Program, programOf, statesOf } from './program';
import { type PatternFlags, readPattern } from './readPattern';
import { type Codes, type LookTables, lookTables, matchesAnywhere } from './run';

/**
 * A regular expression of a document, a model or a tool. It means what ECMAScript says, and is matched in steps that are counted
 * and at most its states times the places of the text (case C4), so that each host comes to the same verdict (K4).
 */
export class Pattern {
  #program: Program | undefined;
  #searched: { readonly text: string; readonly codes: Codes; readonly looks: LookTables } | undefined;

  constructor(
    readonly source: string,
    readonly isUnicode: boolean,
    /** A bound for its states, and so for the steps that each place of a text may take. */
    readonly size: number,
    readonly make: () => Program,
  ) {}

  /**
   * Whether it matches anywhere in a text.
   *
   * @throws OutOfFuel
   */
  test(text: string, fuel: Fuel): boolean {
    return matchesAnywhere(this.#paid(fuel), this.#codes(text, fuel), fuel);
  }

  /**
   * The first match from a place on, with its groups; only of patterns that were compiled to capture.
   *
   * @throws OutOfFuel
   */
  find(text: string, from: number, fuel: Fuel): Found | null {
    const program = this.#paid(fuel);
    if (this.#searched?.text !== text) {
      const codes = this.#codes(text, fuel);
      this.#searched = { text, codes, looks: lookTables(program, codes, fuel) };
    }
    return findFrom(program, this.#searched.codes, this.#searched.looks, from, fuel);
  }

  /** The automaton. Whether it is made or still there, an evaluation pays for it once. */
  #paid(fuel: Fuel): Program {
    fuel.spendOnce(this, this.size);
    this.#program ??= this.make();
    return this.#program;
  }

  #codes(text: string, fuel: Fuel): Codes {
    if (!this.isUnicode) return new CodeUnits(text);
    fuel.spend(text.length >> 4);
    return new CodePoints(text);
  }
}

class CodeUnits implements Codes {
  constructor(readonly text: string) {}

  get length(): number {
    return this.text.length;
  }

  at(place: number): number {
    return place >= 0 && place < this.text.length ? this.text.charCodeAt(place) : -1;
  }
}

class CodePoints implements Codes {
  readonly #codes: readonly number[];

  constructor(text: string) {
    this.#codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  }

  get length(): number {
    return this.#codes.length;
  }

  at(place: number): number {
    return this.#codes[place] ?? -1;
  }
}

/**
 * Reads a pattern without a flag, as CEL's `matches` does. Results are kept by source.
 *
 * @returns the pattern, or why it cannot be used, as the end of a sentence: "refers back to a group"
 */
export function compilePattern(source: string): Result<Pattern, string> {
  return kept(`plain ${source}`, () => compile(source, {}, false));
}

/** A pattern of a JSON Schema: with the flag `u`, and where it cannot be read so, without it. */
export function compileSchemaPattern(source: string): Result<Pattern, string> {
  return kept(`schema ${source}`, () => {
    const strict = compile(source, { unicode: true }, false);
    if (strict.ok || !strict.problem.startsWith(MALFORMED)) return strict;
    const lenient = compile(source, {}, false);
    return lenient.ok || !lenient.problem.startsWith(MALFORMED) ? lenient : strict;
  });
}

/** A pattern whose matches and groups are wanted, as JSONata's are. */
export function compileSearch(
  source: string,
  flags: Pick<PatternFlags, 'ignoreCase' | 'multiline'>,
): Result<Pattern, string> {
  return compile(source, flags, true);
}

function compile(source: string, flags: PatternFlags, captures: boolean): Result<Pattern, string> {
  const most = LIMITS.patternCharacters;
  if (source.length > most) return err(`is longer than ${most} characters`);
  try {
    const tree = readPattern(source, flags);
    const size = statesOf(tree, LIMITS.patternStates, captures);
    return ok(new Pattern(source, flags.unicode ?? false, size, () => programOf(tree, captures)));
  } catch (fault) {
    if (fault instanceof PatternFault) return err(fault.message);
    throw fault;
  }
}

const compiled = new Map<string, Result<Pattern, string>>();
let statesKept = 0;
const MOST_STATES_KEPT = 500_000;

function kept(key: string, make: () => Result<Pattern, string>): Result<Pattern, string> {
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  statesKept += fresh.ok ? fresh.value.size + 100 : 100;
  if (statesKept > MOST_STATES_KEPT) {
    compiled.clear();
    statesKept = 0;
  }
  compiled.set(key, fresh);
  return fresh;
}
