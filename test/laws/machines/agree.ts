import type { JsonObject } from '#base';
import { canonicalJson } from '#base';
import type { CompiledMachine } from '#compile';
import { Original } from './original';
import { imported, Ours } from './ours';
import type { Move } from './sketch';

/** One thing that a machine does, as both sides write it. */
export type Line = readonly unknown[];

/** What is seen of a machine after an event. */
export interface Seen {
  /** `unsent` where XState has no one to send an event to; `loop` where eventless transitions or raised events did not come to rest. */
  readonly status: string;
  readonly value: unknown;
  readonly context: unknown;
  readonly tags: readonly string[];
  /** What it did, in order. */
  readonly lines: readonly Line[];
  readonly invoked: readonly string[];
  /** What the machine came to, where it says what; XState gives nothing where it does not, and ours what its final state gives. */
  readonly output: unknown;
}

export interface Side {
  take(move: Move): Seen;
  seen(): Seen;
}

/**
 * Runs the original under XState's `createActor` and its import by our frames, and compares after every event.
 *
 * @returns where they part; `refused` where the machine is one that check refuses
 */
export async function difference(
  config: JsonObject,
  walks: readonly (readonly Move[])[],
  note: (seen: Seen) => void = () => {},
  read: (config: JsonObject) => Promise<CompiledMachine | readonly string[]> = imported,
): Promise<{ readonly refused: readonly string[] } | { readonly at: string } | null> {
  const machine = await read(config);
  if (!('config' in machine)) return { refused: machine };
  for (const moves of walks) {
    const answers = moves[0]?.answers ?? {};
    const one = new Original(config, answers);
    const other = new Ours(machine, answers);
    const taken: Move[] = [];
    let seen = one.seen();
    let found = compare(seen, other.seen());
    for (const move of moves) {
      if (found !== null || seen.status === 'loop') break;
      taken.push(move);
      seen = one.take(move);
      note(seen);
      const mine = other.take(move);
      if (seen.status === 'unsent') break;
      found = compare(seen, mine);
    }
    if (found !== null) return { at: `${JSON.stringify(taken)}\n${found}\n${JSON.stringify(config)}` };
  }
  return null;
}

function compare(one: Seen, other: Seen): string | null {
  // A machine that does not come to rest is refused as a whole; XState keeps what it had done by then.
  const [a, b] = [one, other].map((seen) =>
    seen.status === 'loop' ? 'loop' : canonicalJson(JSON.parse(JSON.stringify(seen))),
  );
  return a === b ? null : `original ${a}\nours     ${b}`;
}
