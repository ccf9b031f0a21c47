import type { Environment } from '@marcbachmann/cel-js';
import { Fuel, LIMITS, OutOfFuel } from '#base';
import { compilePattern } from '../patterns/pattern';

/**
 * What one evaluation may still use up (case C3). The library has limits for parsing only, so guards are called
 * from inside the expression (see `guarded.ts`). Evaluation is synchronous, hence one meter; a condition that asks a
 * named guard (M6) is evaluated with it on the same meter, so that guards which ask guards end too.
 *
 * A guard that finds the meter empty does not throw, because `exists`, `all`, `||` and `&&` would swallow that
 * and go on; it notes the reason and gives an empty value, so that whatever is left runs dry at once.
 */
interface Meter {
  operationsLeft: number;
  sizeLeft: number;
  readonly patterns: Fuel;
  exceeded: string | null;
}

let meter: Meter = fullMeter();

/** How many evaluations are going on, one inside the other. */
let depth = 0;

/** What it costs to ask a named guard, besides what that one costs. */
const OPERATIONS_OF_A_GUARD = 100;

/**
 * Runs one evaluation under fresh limits, or, inside another, under what that one has left.
 *
 * @returns what it gives, or throws; `exceeded` is the limit that it hit, in words: then neither counts, because
 *   what a guard hands out in its place may fail in any way
 */
export function metered<Value>(evaluate: () => Value): {
  readonly outcome: () => Value;
  readonly exceeded: string | null;
} {
  if (depth === 0) meter = fullMeter();
  else charge(OPERATIONS_OF_A_GUARD);
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
  }
}

function ranDry(): never {
  throw new RangeError('there was nothing left to evaluate it with');
}

/** Whether a value still fits into what this evaluation may make; what it weighs is taken off. */
export function fits(value: unknown): boolean {
  if (meter.exceeded === null) weigh(value);
  return meter.exceeded === null;
}

/** Registers the guards under names that no variable of ours can clash with in a call. */
export function registerGuards(environment: Environment): void {
  environment.registerFunction('__steps(dyn, int): dyn', steps);
  environment.registerFunction('__sized(dyn): dyn', (value: unknown) => (fits(value) ? value : null));
  environment.registerFunction('__matches(dyn, dyn): bool', matches);
  environment.registerFunction('__join(dyn, dyn): dyn', join);
}

function fullMeter(): Meter {
  return {
    operationsLeft: LIMITS.expressionOperations,
    sizeLeft: LIMITS.expressionSize,
    patterns: new Fuel(LIMITS.patternSteps),
    exceeded: null,
  };
}

function exceed(reason: string): void {
  meter.exceeded ??= reason;
}

/** What a comprehension runs over, paid for in advance: its items, times the weight of what is done with each. */
function steps(items: unknown, weight: bigint): unknown {
  const count = countOf(items);
  if (count === null) return items;
  charge(count * Number(weight));
  return meter.exceeded === null ? items : [];
}

function charge(operations: number): void {
  meter.operationsLeft -= operations;
  if (meter.operationsLeft < 0) exceed(`it takes more than ${LIMITS.expressionOperations} operations`);
}

function countOf(items: unknown): number | null {
  if (Array.isArray(items)) return items.length;
  if (items instanceof Map) return items.size;
  return typeof items === 'object' && items !== null ? Object.keys(items).length : null;
}

/** case C4: `matches`, by the engine whose steps are counted. That the pattern can be read was seen when the expression was. */
function matches(text: unknown, source: unknown): boolean {
  if (typeof text !== 'string' || typeof source !== 'string')
    throw new TypeError('matches() needs a text, and a pattern as text');
  const pattern = compilePattern(source);
  if (!pattern.ok) throw new TypeError(`the pattern of matches() ${pattern.problem}`);
  try {
    return pattern.value.test(text, meter.patterns);
  } catch (cause) {
    if (!(cause instanceof OutOfFuel)) throw cause;
    exceed(`its patterns take more than ${cause.limit} steps`);
    return false;
  }
}

function join(items: unknown, separator: unknown): unknown {
  if (!Array.isArray(items) || typeof separator !== 'string')
    throw new TypeError('join() needs a list of text, and text');
  const texts: string[] = [];
  let length = 0;
  for (const item of items) {
    if (typeof item !== 'string') throw new TypeError('join() needs a list of text');
    texts.push(item);
    length += item.length + separator.length;
  }
  if (length <= LIMITS.expressionSize) return texts.join(separator);
  exceed(TOO_LARGE);
  return '';
}

const TOO_LARGE = `it makes a value larger than ${LIMITS.expressionSize} characters and items`;

/** Takes the weight of a value off the meter. Shared parts count each time: written out they would be there as often. */
function weigh(value: unknown): void {
  meter.sizeLeft -= typeof value === 'string' ? value.length + 1 : 1;
  if (meter.sizeLeft < 0) exceed(TOO_LARGE);
  if (typeof value !== 'object' || value === null) return;
  for (const item of value instanceof Map || Array.isArray(value) ? value.values() : Object.values(value)) {
    weigh(item);
    if (meter.exceeded !== null) return;
  }
}
