import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { LIMITS, OutOfFuel } from '#base';
import { compilePattern } from '../patterns/pattern';
import { HandleValue } from './handles';
import { areWalksPaid, exceed, hasLeft, keepLeft, patternFuel, pay, takeLeft } from './meter';
import { CHARACTERS_OF_AN_ITEM, compare, look, seek, spell } from './walks';

/** Whether a value still fits into what this evaluation may make; what it weighs is taken off. */
export function fits(value: unknown): boolean {
  if (hasLeft()) weigh(value);
  return hasLeft();
}

/**
 * Registers the guards under names that an author cannot call. Those that are handed an expression are macros, so that its type
 * stays what it is.
 */
export function registerGuards(environment: Environment): void {
  environment.registerFunction('__steps(dyn, int): dyn', steps);
  environment.registerFunction('__sized(dyn): dyn', (value: unknown) => (fits(value) ? value : null));
  environment.registerFunction('__matches(dyn, dyn): bool', matches);
  environment.registerFunction('__join(dyn, dyn): dyn', join);
  environment.registerFunction('string.__lastIndexOf(string): int', lastIndexOf);
  environment.registerFunction('string.__lastIndexOf(string, int): int', lastIndexFrom);
  environment.registerFunction('__seen(ast): dyn', watching(look));
  environment.registerFunction('__key(ast): dyn', watching(spell));
  environment.registerFunction('__left(ast): dyn', watching(keepLeft));
  environment.registerFunction(
    '__equal(ast): dyn',
    watching((right) => compare(takeLeft(), right)),
  );
  environment.registerFunction(
    '__within(ast): dyn',
    watching((right) => seek(takeLeft(), right)),
  );
}

/** What the engine hands to a macro, of which the library's types say nothing. */
interface Checker {
  check(node: ASTNode, context: unknown): unknown;
}
interface Evaluator {
  run(node: ASTNode, context: unknown): unknown;
}

/** A macro that looks at the value of an expression and passes it on; nothing, where nothing is left to go on with. */
function watching(watch: (value: unknown) => void): (call: { readonly args: readonly [ASTNode] }) => object {
  return ({ args: [node] }) => ({
    async: false,
    typeCheck: (checker: Checker, _: unknown, context: unknown) => checker.check(node, context),
    evaluate(evaluator: Evaluator, _: unknown, context: unknown): unknown {
      const value = evaluator.run(node, context);
      if (!areWalksPaid()) return value;
      if (hasLeft()) watch(value);
      return hasLeft() ? value : null;
    },
  });
}

/** What a comprehension runs over, paid for in advance: its items, times the weight of what is done with each. */
function steps(items: unknown, weight: bigint): unknown {
  if (items instanceof HandleValue)
    throw new TypeError('a table that is handed on by reference has no items here');
  const count = countOf(items);
  if (count === null) return items;
  return pay('operations', count * Number(weight)) ? items : [];
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
    return pattern.value.test(text, patternFuel());
  } catch (cause) {
    if (!(cause instanceof OutOfFuel)) throw cause;
    exceed('patterns');
    return false;
  }
}

function join(items: unknown, separator: unknown): unknown {
  if (!Array.isArray(items) || typeof separator !== 'string')
    throw new TypeError('join() needs a list of text, and text');
  const texts: string[] = [];
  let length = 0;
  if (areWalksPaid() && !pay('walk', items.length * CHARACTERS_OF_AN_ITEM)) return '';
  for (const item of items) {
    if (typeof item !== 'string') throw new TypeError('join() needs a list of text');
    texts.push(item);
    length += item.length + separator.length;
  }
  if (length <= LIMITS.expressionSize) return texts.join(separator);
  exceed('size');
  return '';
}

/** The language looks for it at each place anew. */
function lastIndexOf(text: string, part: string): bigint {
  const places = Math.max(0, text.length - part.length + 1);
  if (areWalksPaid() && !pay('walk', places * part.length)) return -1n;
  return BigInt(text.lastIndexOf(part));
}

/** As the library has it. */
function lastIndexFrom(text: string, part: string, from: bigint): bigint {
  if (part === '') return from;
  if (from < 0n || from >= BigInt(text.length))
    throw new RangeError('string.lastIndexOf(search, fromIndex): fromIndex out of range');
  if (areWalksPaid() && !pay('walk', (Number(from) + 1) * part.length)) return -1n;
  return BigInt(text.lastIndexOf(part, Number(from)));
}

/** Takes the weight of a value off the meter. Shared parts count each time: written out they would be there as often. */
function weigh(value: unknown): void {
  pay('size', typeof value === 'string' ? value.length + 1 : 1);
  if (typeof value !== 'object' || value === null) return;
  for (const item of value instanceof Map || Array.isArray(value) ? value.values() : Object.values(value)) {
    weigh(item);
    if (!hasLeft()) return;
  }
}
