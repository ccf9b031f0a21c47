import type { Fuel } from '#base';
import type { Program } from './program';
import { type Codes, type LookTables, letsPass } from './run';

/** Start and end of a match and of its groups, in turn; -1 where a group took no part. */
export type Found = readonly number[];

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
export function findFrom(
  program: Program,
  codes: Codes,
  looks: LookTables,
  from: number,
  fuel: Fuel,
): Found | null {
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
