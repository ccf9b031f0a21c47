/**
 * A value that crosses between threads arrives as one task of the thread that takes it, however large it is. So it is
 * taken apart: each piece is small, and between two of them the page draws and answers.
 */
export interface Piece {
  /** Where it belongs: keys and indices from the root. */
  readonly into: readonly (string | number)[];
  readonly entries: readonly (readonly [string | number, unknown])[];
}

/** So many values one piece holds at most (measured: two to four milliseconds of the page). */
export const PIECE_VALUES = 4_000;

/** Takes plain data apart; what is inside of a large list or object comes after it. */
export function* takeApart(value: unknown): Generator<Piece> {
  yield* piecesOf([], [['value', value]]);
}

type Entries = readonly (readonly [string | number, unknown])[];

function* piecesOf(into: Piece['into'], entries: Entries): Generator<Piece> {
  const larger: (readonly [string | number, unknown])[] = [];
  let batch: (readonly [string | number, unknown])[] = [];
  let held = 0;
  for (const [key, item] of entries) {
    const count = countValues(item, PIECE_VALUES);
    const isLarger = count >= PIECE_VALUES;
    const takes = isLarger ? 1 : count;
    if (held + takes > PIECE_VALUES) {
      yield { into, entries: batch };
      batch = [];
      held = 0;
    }
    held += takes;
    batch.push(isLarger ? [key, Array.isArray(item) ? [] : {}] : [key, item]);
    if (isLarger) larger.push([key, item]);
  }
  yield { into, entries: batch };
  for (const [key, item] of larger) yield* piecesOf([...into, key], entriesOf(item));
}

/** How many values something holds, itself included; counting ends at `most`. */
export function countValues(value: unknown, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  const open = [value];
  while (open.length > 0 && count < most) {
    const one = open.pop();
    count++;
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) open.push(inner);
  }
  return count;
}

function entriesOf(value: unknown): Entries {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Puts pieces together again, in the order in which they came. */
export class Assembly {
  readonly #root: object = {};

  add({ into, entries }: Piece): void {
    let place: object = this.#root;
    for (const key of into) {
      const inner: unknown = Reflect.get(place, key);
      if (typeof inner !== 'object' || inner === null) return;
      place = inner;
    }
    // Defined, not assigned: a key of a document is never the prototype of anything.
    for (const [key, value] of entries)
      Object.defineProperty(place, key, { value, writable: true, enumerable: true, configurable: true });
  }

  get value(): unknown {
    return Reflect.get(this.#root, 'value');
  }
}
