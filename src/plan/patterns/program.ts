import type { CharacterSet } from './characterSet';
import { PatternFault } from './cursor';
import type { Look, Part, PatternTree, PlaceKind, Repetition } from './readPattern';

/** One state of the automaton of a pattern, with the index of the state that follows. */
export type State =
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
export interface LookProgram {
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
