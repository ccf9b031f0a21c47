import type { Json } from '#base';

/** What a value of JavaScript may be, as bits: events and contexts hold JSON, and what is absent is undefined. */
export const TYPES = {
  undefined: 1,
  null: 2,
  boolean: 4,
  number: 8,
  text: 16,
  list: 32,
  map: 64,
  /** A member that JavaScript knows as undefined may be there as null: it was written by an assignment of ours. */
  hollow: 128,
} as const;

export const NULLISH = TYPES.undefined | TYPES.null;
export const OBJECTS = TYPES.list | TYPES.map;
export const ANYTHING = NULLISH | TYPES.boolean | TYPES.number | TYPES.text | OBJECTS;

/** How tightly a text of CEL holds together, from the loosest. */
export const RANK = { choice: 0, or: 1, and: 2, relation: 3, sum: 4, product: 5, sign: 6, atom: 7 } as const;

/** A place in an event or the context, so that what a condition found out of it holds where it is read again. */
export interface Path {
  /** Equal for two ways to write the same place. */
  readonly key: string;
  /** CEL that fails where it is absent. */
  readonly plain: string;
  /** CEL of an optional; null where it is always there, and null stands for undefined. */
  readonly maybe: string | null;
  /** What has to be asked before: `owner == null ? owner.key : `, which fails where JavaScript would throw. */
  readonly before: string;
  /** The places on the way, which are neither null nor undefined where this one is not. */
  readonly owners: readonly string[];
}

/** An expression of JavaScript as CEL, with what is known of it. CEL's null stands for undefined, too. */
export interface Value {
  readonly cel: string;
  readonly rank: number;
  readonly types: number;
  /** Whether JavaScript may throw while it is evaluated: then CEL fails. */
  readonly throws: boolean;
  readonly constant?: { readonly value: Json | undefined };
  readonly path?: Path;
  /** The opposite of a condition, where it can be said shorter than with a `!`. */
  readonly negated?: string;
  /** Of a length: CEL that is as well 0 where it is 0. */
  readonly size?: string;
  /** Of a number: whether it may be NaN or infinite, which JSON never is. */
  readonly isWild?: boolean;
  /** Of a number: whether CEL may have it as an `int`, which is of another type, and whose quotients are whole. */
  readonly isInt?: boolean;
}

/** What a name stands for inside a function: an argument of XState's, a value, or something without a counterpart. */
export type Bound = 'args' | 'context' | 'event' | 'unknown' | Value;

/** Notes why an expression has no CEL of the same meaning. */
export type Refuse = (reason: string) => null;

export function may(value: Value, types: number): boolean {
  return (value.types & types) !== 0;
}

/** Whether it is nothing but that, whatever else is known of it. */
export function isOnly(value: Value, types: number): boolean {
  return (value.types & ANYTHING & ~types) === 0;
}

/** The text, in brackets where it holds together less than that. */
export function held(value: Value, rank: number): string {
  return value.rank < rank ? `(${value.cel})` : value.cel;
}

export function mayBeInt({ isInt, size, constant }: Value): boolean {
  return isInt === true || size !== undefined || Number.isInteger(constant?.value);
}

export function condition(cel: string, rank: number, throws: boolean, negated?: string): Value {
  return { cel, rank, types: TYPES.boolean, throws, ...(negated === undefined ? {} : { negated }) };
}

export function typesOf(value: Json | undefined): number {
  if (value === undefined) return TYPES.undefined;
  if (value === null) return TYPES.null;
  if (Array.isArray(value)) return TYPES.list;
  if (typeof value === 'object') return TYPES.map;
  if (typeof value === 'string') return TYPES.text;
  return typeof value === 'number' ? TYPES.number : TYPES.boolean;
}

/** Text that fails where a place is absent; a value that has no place is there. */
export function present(value: Value): string {
  const { path } = value;
  return path === undefined ? held(value, RANK.atom) : path.plain;
}

/** Whether undefined can be told from null. */
export function isTold({ path, types }: Value): boolean {
  return path !== undefined && path.maybe !== null && (types & TYPES.hollow) === 0;
}

/** What is known of places where a part of an expression is evaluated: the bits that they still may be. */
export type Facts = ReadonlyMap<string, number>;

export const NO_FACTS: Facts = new Map();

export function withFacts(facts: Facts, more: Facts): Facts {
  if (more.size === 0) return facts;
  const all = new Map(facts);
  for (const [key, types] of more) all.set(key, (all.get(key) ?? ~0) & types);
  return all;
}

/** What holds of a place that is true, or false, as a condition. */
export function factsOfTruth(value: Value, holds: boolean): Facts {
  const { path } = value;
  if (path === undefined) return NO_FACTS;
  return holds ? factsOfTypes(value, ~NULLISH) : new Map([[path.key, ~OBJECTS]]);
}

/** What holds of a place that is of some of these types: where it is there, so are those in which it is. */
export function factsOfTypes({ path }: Value, types: number): Facts {
  if (path === undefined) return NO_FACTS;
  const facts = new Map([[path.key, types | TYPES.hollow]]);
  if ((types & NULLISH) === 0) for (const owner of path.owners) facts.set(owner, ~NULLISH);
  return facts;
}

/** What `left === right` says of the left. */
export function factsOfEquality(left: Value, right: Value, holds: boolean): Facts {
  if (right.constant === undefined) return NO_FACTS;
  const isNothing = isOnly(right, NULLISH);
  if (holds) return factsOfTypes(left, right.types);
  return isNothing ? factsOfTypes(left, ~right.types) : NO_FACTS;
}
