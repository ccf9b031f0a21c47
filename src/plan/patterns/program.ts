import type { Fuel } from '#base';
import { type CharacterSet, LINE_TERMINATORS, WORD } from './characterSet';
import {
  type Look,
  type Part,
  PatternFault,
  type PatternTree,
  type PlaceKind,
  type Repetition,
} from './readPattern';

/** One state of the automaton of a pattern, with the index of the state that follows. */
type State =
  /** The text is matched. */
  | { readonly op: 'match' }
  /** Reads one character of a set. */
  | { readonly op: 'read'; readonly set: CharacterSet; readonly next: number }
  /** Goes both ways, the first of them rather. */
  | { readonly op: 'split'; readonly next: number; readonly other: number }
  /** Goes on where a condition on the place holds. */
  | { readonly op: 'place'; readonly place: PlaceKind; readonly next: number }
  | { readonly op: 'look'; readonly look: number; readonly isNegated: boolean; readonly next: number }
  /** Notes the place as one end of a group. */
  | { readonly op: 'save'; readonly slot: number; readonly next: number }
  /** A round of a repetition begins: its groups are empty again. One that is not required has to read something. */
  | {
      readonly op: 'round';
      readonly from: number;
      readonly to: number;
      readonly isRequired: boolean;
      readonly next: number;
    }
  /** A round that is not required ends: where it has read nothing it leads nowhere, as in ECMAScript. */
  | { readonly op: 'progress'; readonly next: number };

/** The automaton of a pattern, written out: as many states as its parts, repetitions unrolled. */
export interface Program {
  readonly states: readonly State[];
  readonly start: number;
  readonly groups: number;
  /** The automata of its lookaheads and lookbehinds, those inside others first. */
  readonly looks: readonly LookProgram[];
  /** It can match at the beginning of a text alone. */
  readonly isAnchored: boolean;
}

/** Says of each place of a text whether something lies before or behind it. It is run towards that place. */
interface LookProgram {
  readonly states: readonly State[];
  readonly start: number;
  readonly isBackward: boolean;
}

/**
 * A bound for the states that a pattern becomes.
 *
 * @param most how many it may be
 * @param captures whether the places of its groups are wanted, or only whether it matches
 * @throws PatternFault where there are more, or a group is to be captured inside a lookahead or lookbehind
 */
export function statesOf({ part }: PatternTree, most: number, captures: boolean): number {
  if (captures && hasHiddenGroups(part))
    throw new PatternFault('captures a group inside a lookahead or lookbehind');
  const size = 1 + sizeOf(part, captures ? 3 : 1);
  if (size > most) throw new PatternFault(`needs more than ${most} states, its repetitions written out`);
  return size;
}

/** Makes the automaton of a pattern whose states were counted. */
export function programOf({ part, groups }: PatternTree, captures: boolean): Program {
  const looks = new Looks();
  const builder = new Builder(false, captures, looks);
  const start = builder.add(part, builder.end);
  return {
    states: builder.states,
    start,
    groups: captures ? groups : 0,
    looks: looks.programs,
    isAnchored: isAnchored(part),
  };
}

function hasHiddenGroups(part: Part): boolean {
  if (part.kind === 'look') return part.hasGroups;
  if (part.kind === 'sequence' || part.kind === 'choice') return part.parts.some(hasHiddenGroups);
  return 'part' in part && hasHiddenGroups(part.part);
}

/**
 * A bound for the states that a part becomes.
 *
 * @param ofRound the states of each round of a repetition besides what is repeated
 */
function sizeOf(part: Part, ofRound: number): number {
  switch (part.kind) {
    case 'set':
    case 'place':
      return 1;
    case 'look':
    case 'group':
      return 2 + sizeOf(part.part, ofRound);
    case 'sequence':
      return part.parts.reduce((sum, inner) => sum + sizeOf(inner, ofRound), 0);
    case 'choice':
      return part.parts.reduce((sum, inner) => sum + sizeOf(inner, ofRound), part.parts.length);
    case 'repetition': {
      const rounds = part.max === Number.POSITIVE_INFINITY ? part.min + 1 : part.max;
      return rounds === 0 ? 1 : rounds * (sizeOf(part.part, ofRound) + ofRound);
    }
  }
}

function isAnchored(part: Part): boolean {
  if (part.kind === 'place') return part.place === 'start';
  if (part.kind === 'group') return isAnchored(part.part);
  if (part.kind === 'choice') return part.parts.every(isAnchored);
  return part.kind === 'sequence' && part.parts[0] !== undefined && isAnchored(part.parts[0]);
}

/** Each lookahead and lookbehind becomes one automaton, also where a repetition is written out. */
class Looks {
  readonly programs: LookProgram[] = [];
  readonly #indexes = new Map<Look, number>();

  indexOf(look: Look): number {
    const known = this.#indexes.get(look);
    if (known !== undefined) return known;
    const builder = new Builder(!look.isBehind, false, this);
    const start = builder.add(look.part, builder.end);
    const index = this.programs.push({ states: builder.states, start, isBackward: !look.isBehind }) - 1;
    this.#indexes.set(look, index);
    return index;
  }
}

/** Adds states from the end to the start, since each is made with what follows it. */
class Builder {
  readonly states: State[] = [{ op: 'match' }];
  readonly end = 0;

  constructor(
    readonly isBackward: boolean,
    readonly captures: boolean,
    readonly looks: Looks,
  ) {}

  /** @returns where the part begins, when it goes on to `next` */
  add(part: Part, next: number): number {
    switch (part.kind) {
      case 'set':
        return this.#push({ op: 'read', set: part.set, next });
      case 'place':
        return this.#push({ op: 'place', place: part.place, next });
      case 'look':
        return this.#push({ op: 'look', look: this.looks.indexOf(part), isNegated: part.isNegated, next });
      case 'group':
        return this.#group(part.index, part.part, next);
      case 'sequence': {
        const parts = this.isBackward ? part.parts : part.parts.toReversed();
        return parts.reduce((following, inner) => this.add(inner, following), next);
      }
      case 'choice': {
        const starts = part.parts.map((inner) => this.add(inner, next));
        return starts.reduceRight((other, start) => this.#push({ op: 'split', next: start, other }));
      }
      case 'repetition':
        return this.#repetition(part, next);
    }
  }

  #group(index: number, part: Part, next: number): number {
    if (!this.captures) return this.add(part, next);
    const close = this.#push({ op: 'save', slot: 2 * index + 1, next });
    return this.#push({ op: 'save', slot: 2 * index, next: this.add(part, close) });
  }

  #repetition(part: Repetition, next: number): number {
    let start = next;
    if (part.max === Number.POSITIVE_INFINITY) start = this.#loop(part, next);
    else {
      for (let round = part.min; round < part.max; round++)
        start = this.#push(choiceOf(part, this.#optionalRound(part, start), next));
    }
    for (let round = 0; round < part.min; round++) start = this.#round(part, start, true);
    return start;
  }

  #loop(part: Repetition, next: number): number {
    // Its place is taken first, because its own rounds lead back to it.
    const loop = this.#push({ op: 'match' });
    this.states[loop] = choiceOf(part, this.#optionalRound(part, loop), next);
    return loop;
  }

  #optionalRound(part: Repetition, next: number): number {
    return this.#round(part, this.captures ? this.#push({ op: 'progress', next }) : next, false);
  }

  #round(part: Repetition, next: number, isRequired: boolean): number {
    const start = this.add(part.part, next);
    const [from, to] = part.groups;
    return this.captures ? this.#push({ op: 'round', from, to, isRequired, next: start }) : start;
  }

  #push(state: State): number {
    return this.states.push(state) - 1;
  }
}

function choiceOf({ isGreedy }: Repetition, round: number, next: number): State {
  return isGreedy ? { op: 'split', next: round, other: next } : { op: 'split', next, other: round };
}

/** A text as the characters that a pattern sees. */
export interface Codes {
  readonly length: number;
  /** The character behind a place; -1 where there is none. */
  at(place: number): number;
}

/** For each lookahead and lookbehind of a program, at which places of one text it holds. */
export type LookTables = readonly Uint8Array[];

/** A place in a text, as an automaton that passes there sees it. */
interface Surroundings {
  readonly codes: Codes;
  readonly looks: LookTables;
}

/** Whether a state that reads nothing lets pass here. */
export function letsPass(
  state: Extract<State, { op: 'place' | 'look' }>,
  at: number,
  around: Surroundings,
): boolean {
  if (state.op === 'place') return holdsAt(state.place, at, around.codes);
  return (around.looks[state.look]?.[at] === 1) !== state.isNegated;
}

function holdsAt(place: PlaceKind, at: number, codes: Codes): boolean {
  switch (place) {
    case 'start':
      return at === 0;
    case 'end':
      return at === codes.length;
    case 'lineStart':
      return at === 0 || LINE_TERMINATORS.has(codes.at(at - 1));
    case 'lineEnd':
      return at === codes.length || LINE_TERMINATORS.has(codes.at(at));
    default:
      return (WORD.has(codes.at(at - 1)) !== WORD.has(codes.at(at))) === (place === 'wordEdge');
  }
}

/** Tables of all lookaheads and lookbehinds of a program over a text; those inside others come first. */
export function lookTables(program: Program, codes: Codes, fuel: Fuel): LookTables {
  const tables: Uint8Array[] = [];
  for (const look of program.looks) {
    const table = new Uint8Array(codes.length + 1);
    walk(look, { codes, looks: tables }, fuel, (at) => {
      table[at] = 1;
      return false;
    });
    tables.push(table);
  }
  return tables;
}

/** Whether a program matches anywhere in a text. */
export function matchesAnywhere(program: Program, codes: Codes, fuel: Fuel): boolean {
  let isFound = false;
  const around = { codes, looks: lookTables(program, codes, fuel) };
  walk({ ...program, isBackward: false }, around, fuel, () => {
    isFound = true;
    return true;
  });
  return isFound;
}

/**
 * Follows all ways of an automaton through a text at once (Thompson's construction), begun anew at each place. A state is visited once
 * a place at most, and each visit is a step of the fuel: so the steps are bounded by the states times the places.
 *
 * @param ends is told each place where a match ends, in the direction of the walk; true stops it
 */
function walk(
  { states, start, isBackward, isAnchored = false }: LookProgram & { readonly isAnchored?: boolean },
  around: Surroundings,
  fuel: Fuel,
  ends: (at: number) => boolean,
): void {
  const { codes } = around;
  const visited = new Int32Array(states.length).fill(-1);
  let open: number[] = [];
  for (let step = 0; step <= codes.length; step++) {
    const at = isBackward ? codes.length - step : step;
    if (!isAnchored || step === 0) open.push(start);
    const { readers, isMatch, visits } = closure(states, open, visited, step, at, around);
    fuel.spend(visits);
    if (isMatch && ends(at)) return;
    const code = codes.at(isBackward ? at - 1 : at);
    open = [];
    for (const reader of readers) if (reader.set.has(code)) open.push(reader.next);
    if (isAnchored && open.length === 0) return;
  }
}

interface Closure {
  readonly readers: readonly Extract<State, { op: 'read' }>[];
  readonly isMatch: boolean;
  readonly visits: number;
}

/** All that can be reached from some states without reading. */
function closure(
  states: readonly State[],
  open: number[],
  visited: Int32Array,
  step: number,
  at: number,
  around: Surroundings,
): Closure {
  const readers: Extract<State, { op: 'read' }>[] = [];
  let isMatch = false;
  let visits = 0;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (visited[index] === step) continue;
    visited[index] = step;
    visits++;
    const state = states[index];
    if (state === undefined) continue;
    if (state.op === 'match') isMatch = true;
    else if (state.op === 'read') readers.push(state);
    else if (state.op === 'split') open.push(state.next, state.other);
    else if ((state.op !== 'place' && state.op !== 'look') || letsPass(state, at, around))
      open.push(state.next);
  }
  return { readers, isMatch, visits };
}
