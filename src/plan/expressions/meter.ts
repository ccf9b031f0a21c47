import { Fuel, LIMITS } from '#base';

/**
 * What expressions pay for. A run keeps to what it was recorded with (K5): `loops` is what loops go round and what is made;
 * `walks` is also what comparing, searching and measuring goes through, and what the expressions of a template come to together.
 */
export type Accounting = 'loops' | 'walks';

/** What is counted: rounds of loops, size that is made, what is gone through, steps of patterns. */
type Kind = 'operations' | 'size' | 'walk' | 'patterns';
type Counts = Record<Kind, number>;

const OF_ONE: Readonly<Counts> = {
  get operations() {
    return LIMITS.expressionOperations;
  },
  get size() {
    return LIMITS.expressionSize;
  },
  get walk() {
    return LIMITS.expressionWalk;
  },
  get patterns() {
    return LIMITS.patternSteps;
  },
};

const REASONS: Readonly<Record<Kind, (limit: number) => string>> = {
  operations: (limit) => `it takes more than ${limit} operations`,
  size: (limit) => `it makes a value larger than ${limit} characters and items`,
  walk: (limit) => `it goes through more than ${limit} characters, an item counted as 5 and a member as 20`,
  patterns: (limit) => `its patterns take more than ${limit} steps`,
};

/**
 * What one evaluation may still use up (case C3). The library has limits for parsing only, so guards are called
 * from inside the expression (see `guards.ts`). Evaluation is synchronous, hence one meter; a condition that asks a
 * named guard (M6) is evaluated with it on the same meter, so that guards which ask guards end too.
 *
 * A guard that finds the meter empty does not throw, because `exists`, `all`, `||` and `&&` would swallow that
 * and go on; it notes the reason and gives an empty value, so that whatever is left runs dry at once.
 */
class Meter {
  exceeded: string | null = null;
  /** Values on the left of comparisons whose right is not there yet. */
  readonly lefts: unknown[] = [];
  readonly patterns: Fuel;
  readonly #given: Readonly<Counts>;
  readonly #left: Counts;

  constructor(given: Readonly<Counts>) {
    this.#given = given;
    this.#left = { ...given };
    this.patterns = new Fuel(given.patterns);
  }

  pay(kind: Kind, count: number): void {
    this.#left[kind] -= count;
    if (this.#left[kind] < 0) this.exceed(kind);
  }

  exceed(kind: Kind): void {
    const isShared = this.#given[kind] < OF_ONE[kind];
    const reason = REASONS[kind](isShared ? OF_ONE[kind] * LIMITS.templateExpressions : OF_ONE[kind]);
    this.exceeded ??= isShared ? `${reason}, all expressions of its template together` : reason;
  }

  /** What is left of what several share, after this. */
  takeFrom(shared: Counts): void {
    this.#left.patterns = this.patterns.limit - this.patterns.spent;
    for (const kind of KINDS) shared[kind] = Math.max(0, shared[kind] - this.#given[kind] + this.#left[kind]);
  }
}

const KINDS: readonly Kind[] = ['operations', 'size', 'walk', 'patterns'];

let meter = new Meter(OF_ONE);

/** How many evaluations are going on, one inside the other. */
let depth = 0;

let accounting: Accounting = 'walks';

/** What the expressions of the template that is being filled may still use up together. */
let shared: Counts | null = null;

/** What it costs to ask a named guard, besides what that one costs. */
const OPERATIONS_OF_A_GUARD = 100;
/** So many characters of an expression count as one operation where many share what there is. */
const CHARACTERS_PER_OPERATION = 100;

/**
 * Runs one evaluation under fresh limits, or, inside another, under what that one has left.
 *
 * @param length of the expression, in characters
 * @returns what it gives, or throws; `exceeded` is the limit that it hit, in words: then neither counts, because
 *   what a guard hands out in its place may fail in any way
 */
export function metered<Value>(
  length: number,
  evaluate: () => Value,
): { readonly outcome: () => Value; readonly exceeded: string | null } {
  if (depth > 0) meter.pay('operations', OPERATIONS_OF_A_GUARD);
  else {
    meter = new Meter(shared === null ? OF_ONE : leastOf(shared));
    if (shared !== null) meter.pay('operations', 1 + Math.floor(length / CHARACTERS_PER_OPERATION));
  }
  if (meter.exceeded !== null) return { outcome: ranDry, exceeded: meter.exceeded };
  depth++;
  try {
    const value = evaluate();
    return { outcome: () => value, exceeded: meter.exceeded };
  } catch (cause) {
    const thrown = (): never => {
      throw cause;
    };
    return { outcome: thrown, exceeded: meter.exceeded };
  } finally {
    depth--;
    if (depth === 0 && shared !== null) meter.takeFrom(shared);
  }
}

/** Evaluates expressions that share limits: together they may use up `LIMITS.templateExpressions` times what one may. */
export function meteredTogether<Value>(evaluate: () => Value): Value {
  if (accounting === 'loops' || shared !== null) return evaluate();
  const { operations, size, walk, patterns } = OF_ONE;
  const times = LIMITS.templateExpressions;
  shared = {
    operations: operations * times,
    size: size * times,
    walk: walk * times,
    patterns: patterns * times,
  };
  try {
    return evaluate();
  } finally {
    shared = null;
  }
}

/** Does work whose expressions pay for what a run recorded that they do (K5). */
export function accountedBy<Value>(by: Accounting, work: () => Value): Value {
  const before = accounting;
  accounting = by;
  try {
    return work();
  } finally {
    accounting = before;
  }
}

/** Takes something off what the evaluation that is going on has left. @returns whether there is any left */
export function pay(kind: Kind, count: number): boolean {
  meter.pay(kind, count);
  return meter.exceeded === null;
}

/** Notes that something would take more than there is. */
export function exceed(kind: Kind): void {
  meter.exceed(kind);
}

export function hasLeft(): boolean {
  return meter.exceeded === null;
}

/** Whether what comparing, searching and measuring goes through is paid for. */
export function areWalksPaid(): boolean {
  return accounting === 'walks';
}

/** What the patterns of the evaluation that is going on may take. */
export function patternFuel(): Fuel {
  return meter.patterns;
}

/** Keeps the left of a comparison until its right is there: the engine evaluates one after the other. */
export function keepLeft(value: unknown): void {
  meter.lefts.push(value);
}

export function takeLeft(): unknown {
  return meter.lefts.pop();
}

function leastOf(counts: Readonly<Counts>): Counts {
  const least = { ...counts };
  for (const kind of KINDS) least[kind] = Math.min(counts[kind], OF_ONE[kind]);
  return least;
}

function ranDry(): never {
  throw new RangeError('there was nothing left to evaluate it with');
}

/** What it costs to go to an item of a list, and to a member of an object, where a character costs one (case C3). */
export const CHARACTERS_OF_AN_ITEM = 5;
const CHARACTERS_OF_A_MEMBER = 20;

/**
 * Pays for looking at a value: a text from its beginning to its end, and of lists and objects what the engine reads to tell
 * their type: the names of an object, and so on in its first member.
 */
export function look(value: unknown): void {
  payFor(typeof value === 'string' || value instanceof Uint8Array ? value.length : 1);
  let at = value;
  while (isContainer(at)) at = Array.isArray(at) ? at[0] : memberOf(at, namesOf(at)[0]);
}

/** Pays for comparing two values, as far as the engine goes: to the first difference. */
export function compare(left: unknown, right: unknown): void {
  look(left);
  look(right);
  areAlike(left, right);
}

/** Pays for looking for a value in a list, up to where it is found; in an object it takes one step. */
export function seek(value: unknown, inside: unknown): void {
  look(value);
  look(inside);
  if (!Array.isArray(inside)) return;
  for (const item of inside) if (areAlike(value, item) || !hasLeft()) return;
}

/** Pays for what serves as a key or an index: it is made a text, whatever it is. */
export function spell(value: unknown): void {
  payFor(CHARACTERS_OF_AN_ITEM + (typeof value === 'string' ? value.length : 0));
  if (!Array.isArray(value)) return;
  for (const item of value) if (hasLeft()) spell(item);
}

/** Whether two values are equal; no, where nothing is left to go on with. */
function areAlike(left: unknown, right: unknown): boolean {
  if (!payFor(CHARACTERS_OF_AN_ITEM)) return false;
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length === right.length) payFor(left.length);
    return left === right;
  }
  if (left === right) return true;
  // An int of the engine and a number may be equal.
  if (typeof left === 'bigint' || typeof right === 'bigint') return Number(left) === Number(right);
  if (!isContainer(left) || !isContainer(right)) return false;
  if (!Array.isArray(left)) return haveAlikeMembers(left, right);
  if (!Array.isArray(right) || left.length !== right.length) return false;
  return left.every((item, index) => areAlike(item, right[index]));
}

function haveAlikeMembers(left: object, right: object): boolean {
  const names = namesOf(left);
  if (names.length !== namesOf(right).length) return false;
  return names.every((name) => areAlike(memberOf(left, name), memberOf(right, name)));
}

/** Whether a value holds others: times, bytes and types of the engine do not. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) || value instanceof Map) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function namesOf(value: object): readonly string[] {
  const names = value instanceof Map ? [...value.keys()] : Object.keys(value);
  payFor(names.length * CHARACTERS_OF_A_MEMBER);
  return names;
}

function memberOf(value: object, name: string | undefined): unknown {
  if (name === undefined) return undefined;
  return value instanceof Map ? value.get(name) : Reflect.get(value, name);
}

function payFor(characters: number): boolean {
  return pay('walk', characters);
}
