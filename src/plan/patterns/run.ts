import type { Fuel } from '#base';
import { LINE_TERMINATORS, WORD } from './characterSet';
import type { LookProgram, Program, State } from './program';
import type { PlaceKind } from './readPattern';

/** A text as the characters that a pattern sees. */
export interface Codes {
  readonly length: number;
  /** The character behind a place; -1 where there is none. */
  at(place: number): number;
}

/** For each lookahead and lookbehind of a program, at which places of one text it holds. */
export type LookTables = readonly Uint8Array[];

/** A place in a text, as an automaton that passes there sees it. */
export interface Surroundings {
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
