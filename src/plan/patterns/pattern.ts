import { err, type Fuel, LIMITS, ok, type Result } from '#base';
import {
  type Codes,
  type LookTables,
  letsPass,
  lookTables,
  matchesAnywhere,
  type Program,
  programOf,
  statesOf,
} from './program';
import { MALFORMED, PatternFault, type PatternFlags, readPattern } from './readPattern';

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

/** Start and end of a match and of its groups, in turn; -1 where a group took no part. */
type Found = readonly number[];

/** One way through a program. */
interface Thread {
  readonly state: number;
  /** Whether it has read anything since the round of a repetition began. */
  readonly hasRead: boolean;
  readonly slots: Found;
}

/**
 * The first match of a program from a place on, with its groups: that which a backtracking engine would find, by
 * following all ways at once in their order (Pike's construction).
 */
function findFrom(program: Program, codes: Codes, looks: LookTables, from: number, fuel: Fuel): Found | null {
  // Looks at no more of the text than it must, but each search makes its table of states.
  fuel.spend(program.states.length >> 4);
  const walk = new Walk(program, codes, looks);
  const none = Array.from({ length: 2 * (program.groups + 1) }, () => -1);
  let open: Thread[] = [];
  let found: Found | null = null;
  for (let at = from; at <= codes.length; at++) {
    if (found === null && (!program.isAnchored || at === 0))
      open.push({ state: program.start, hasRead: false, slots: none.with(0, at) });
    if (open.length === 0) return found;
    const { readers, match, visits } = walk.follow(open, at);
    fuel.spend(visits);
    if (match !== null) found = match.with(1, at);
    open = walk.read(readers, codes.at(at));
  }
  return found;
}

class Walk {
  readonly #visited: Int32Array;

  constructor(
    readonly program: Program,
    readonly codes: Codes,
    readonly looks: LookTables,
  ) {
    this.#visited = new Int32Array(2 * program.states.length).fill(-1);
  }

  /** Where threads get without reading, in their order; what comes behind a match is given up. */
  follow(
    threads: readonly Thread[],
    at: number,
  ): { readonly readers: readonly Thread[]; readonly match: Found | null; readonly visits: number } {
    const readers: Thread[] = [];
    const stack = threads.toReversed();
    let visits = 0;
    for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
      const key = 2 * thread.state + (thread.hasRead ? 1 : 0);
      if (this.#visited[key] === at) continue;
      this.#visited[key] = at;
      visits++;
      const state = this.program.states[thread.state];
      if (state?.op === 'match') return { readers, match: thread.slots, visits };
      if (state?.op === 'read') readers.push(thread);
      else this.#pass(thread, at, stack);
    }
    return { readers, match: null, visits };
  }

  #pass(thread: Thread, at: number, stack: Thread[]): void {
    const state = this.program.states[thread.state];
    switch (state?.op) {
      case 'split':
        stack.push({ ...thread, state: state.other }, { ...thread, state: state.next });
        break;
      case 'save':
        stack.push({ ...thread, state: state.next, slots: thread.slots.with(state.slot, at) });
        break;
      case 'round': {
        const slots = thread.slots.map((slot, index) =>
          index >= 2 * state.from && index < 2 * state.to ? -1 : slot,
        );
        stack.push({ state: state.next, hasRead: state.isRequired && thread.hasRead, slots });
        break;
      }
      case 'progress':
        if (thread.hasRead) stack.push({ ...thread, state: state.next });
        break;
      case 'place':
      case 'look':
        if (letsPass(state, at, this)) stack.push({ ...thread, state: state.next });
        break;
    }
  }

  read(readers: readonly Thread[], code: number): Thread[] {
    const open: Thread[] = [];
    for (const thread of readers) {
      const state = this.program.states[thread.state];
      if (state?.op === 'read' && state.set.has(code))
        open.push({ state: state.next, hasRead: true, slots: thread.slots });
    }
    return open;
  }
}
