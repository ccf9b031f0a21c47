/**
 * What makes one value of another that shares most of it: a document before and after an edit. It is as small as the
 * edit, however large the document; what both share is known by identity and not looked into.
 */
export type Difference =
  | { readonly is: 'value'; readonly value: unknown }
  /** An object: its keys in their order, where those have changed, and what stands at some of them. */
  | {
      readonly is: 'object';
      readonly keys: readonly string[] | null;
      readonly at: readonly (readonly [string, Difference])[];
    }
  /** A list of the same length: what stands at some places. */
  | { readonly is: 'places'; readonly at: readonly (readonly [number, Difference])[] }
  /** A list of which a stretch is another. */
  | {
      readonly is: 'stretch';
      readonly from: number;
      readonly removed: number;
      readonly added: readonly unknown[];
    };

/** @returns null where both are one and the same */
export function differenceOf(before: unknown, after: unknown): Difference | null {
  if (Object.is(before, after)) return null;
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after);
  if (isPlain(before) && isPlain(after)) return ofObjects(before, after);
  return { is: 'value', value: after };
}

function ofLists(before: readonly unknown[], after: readonly unknown[]): Difference | null {
  if (before.length === after.length) {
    const at = after.flatMap((item, index) => {
      const inner = differenceOf(before[index], item);
      return inner === null ? [] : [[index, inner] as const];
    });
    return at.length === 0 ? null : { is: 'places', at };
  }
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && Object.is(before[from], after[from])) from++;
  let same = 0;
  while (same < shorter - from && Object.is(before.at(-1 - same), after.at(-1 - same))) same++;
  return {
    is: 'stretch',
    from,
    removed: before.length - from - same,
    added: after.slice(from, after.length - same),
  };
}

type Plain = { readonly [key: string]: unknown };

function ofObjects(before: Plain, after: Plain): Difference | null {
  const keys = Object.keys(after);
  const known = Object.keys(before);
  const isSameKeys = keys.length === known.length && keys.every((key, index) => key === known[index]);
  const at = keys.flatMap((key) => {
    const inner: Difference | null = Object.hasOwn(before, key)
      ? differenceOf(before[key], after[key])
      : { is: 'value', value: after[key] };
    return inner === null ? [] : [[key, inner] as const];
  });
  if (isSameKeys && at.length === 0) return null;
  return { is: 'object', keys: isSameKeys ? null : keys, at };
}

/**
 * Makes the value after of the value before. What has not changed is shared; nothing is changed in place.
 *
 * @throws TypeError where it is a difference to something else
 */
export function withDifference(before: unknown, difference: Difference): unknown {
  switch (difference.is) {
    case 'value':
      return difference.value;
    case 'object':
      return objectWith(before, difference);
    case 'places': {
      const list = [...listOf(before)];
      for (const [index, inner] of difference.at) list[index] = withDifference(list[index], inner);
      return list;
    }
    case 'stretch': {
      const list = listOf(before);
      const { from, removed, added } = difference;
      return [...list.slice(0, from), ...added, ...list.slice(from + removed)];
    }
  }
}

function objectWith(before: unknown, { keys, at }: Extract<Difference, { readonly is: 'object' }>): Plain {
  if (!isPlain(before)) throw new TypeError('There is no object that this could be the difference to.');
  const changed = new Map(at);
  // From entries, not by assignment: a key of a document is never the prototype of anything.
  return Object.fromEntries(
    (keys ?? Object.keys(before)).map((key) => {
      const inner = changed.get(key);
      const known = Object.hasOwn(before, key) ? before[key] : undefined;
      return [key, inner === undefined ? known : withDifference(known, inner)] as const;
    }),
  );
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('There is no list that this could be the difference to.');
  return value;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
