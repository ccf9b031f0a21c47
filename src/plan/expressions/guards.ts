import { type ASTNode, type Environment, serialize } from '@marcbachmann/cel-js';
import { LIMITS, OutOfFuel } from '#base';
import { compilePattern } from '../patterns/pattern';
import { HandleValue } from './handles';
import {
  areWalksPaid,
  CHARACTERS_OF_AN_ITEM,
  compare,
  exceed,
  hasLeft,
  keepLeft,
  look,
  patternFuel,
  pay,
  seek,
  spell,
  takeLeft,
} from './meter';
import { allParts, COMPREHENSIONS } from './references';

/** An expression written out again with guards in it, and from where in the original each piece of it comes. */
export interface GuardedSource {
  readonly source: string;
  /** Whether it says anything that the original does not: most conditions need no guard, and are not read twice. */
  readonly isGuarded: boolean;
  /** Offset in the original for an offset in what the engine runs: that, or `source` where it is guarded. */
  originalOffset(offset: number): number;
}

/** So many nodes done per item count as one operation. */
const NODES_PER_OPERATION = 50;

/**
 * Writes an expression out again, bracketed throughout, with calls of guards where work or size can grow: what a
 * comprehension runs over, what it makes, what is bound, what is added and joined, what a pattern looks at, what is compared,
 * looked for or given to a function.
 * Written as text because the library's tree is its own; `dyn` lets the branches of `?:` differ in type (V3).
 */
export function guardedSource(root: ASTNode): GuardedSource {
  const writer = new GuardedWriter();
  writer.write(root);
  return writer;
}

/** A message of the engine about what was written out, in the author's words. */
export function withoutGuards(message: string): string {
  return message.replaceAll('__lastIndexOf(', 'lastIndexOf(');
}

class GuardedWriter implements GuardedSource {
  source = '';
  isGuarded = false;
  private readonly origins: { readonly at: number; readonly original: number }[] = [];

  originalOffset(offset: number): number {
    if (!this.isGuarded) return offset;
    return this.origins.findLast(({ at }) => at <= offset)?.original ?? 0;
  }

  write(node: ASTNode): void {
    this.from(node.start);
    switch (node.op) {
      case 'value':
        this.source += literal(node);
        break;
      case 'id':
        this.source += node.args;
        break;
      case '.':
      case '.?':
        this.wrapped('', node.args[0]);
        this.source += node.op;
        this.from(node.pos);
        this.source += node.args[1];
        break;
      case '[]':
      case '[?]':
        this.wrapped('', node.args[0]);
        this.source += node.op === '[]' ? '[' : '[?';
        this.wrapped(isSmall(node.args[1]) ? '' : '__key', node.args[1]);
        this.source += ']';
        break;
      case 'call':
        this.call(node);
        break;
      case 'rcall':
        this.method(...node.args);
        break;
      case 'list':
        this.listed('[', node.args, ']');
        break;
      case 'map':
        this.map(node.args);
        break;
      case '?:':
        this.seen(node.args[0]);
        this.operands(' ? dyn(', [node.args[1]], ')');
        this.operands(' : dyn(', [node.args[2]], ')');
        this.isGuarded = true;
        break;
      case '!_':
      case '-_':
        this.source += node.op === '!_' ? '!' : '-';
        this.seen(node.args);
        break;
      default:
        this.binary(node.op, ...node.args);
    }
  }

  /** What is written next comes from there; of a member the engine says where its name stands. */
  private from(original: number): void {
    this.origins.push({ at: this.source.length, original });
  }

  /** An operand: the engine reads its type first, which for an object is as much work as it has members. */
  private seen(node: ASTNode): void {
    this.wrapped(isSmall(node) ? '' : '__seen', node);
  }

  private wrapped(guard: string, node: ASTNode, more = ''): void {
    if (/[a-z]/.test(guard)) this.isGuarded = true;
    this.from(node.start);
    this.listed(`${guard}(`, [node], `${more})`);
  }

  private listed(before: string, nodes: readonly ASTNode[], after: string): void {
    this.source += before;
    for (const [index, node] of nodes.entries()) {
      if (index > 0) this.source += ', ';
      this.write(node);
    }
    this.source += after;
  }

  /** `has` looks at how its argument is written, so that stays as it is. */
  private call(node: Extract<ASTNode, { op: 'call' }>): void {
    const [name, args] = node.args;
    if (name === 'has') this.source += serialize(node);
    else this.operands(`${name}(`, args, ')');
  }

  private operands(before: string, nodes: readonly ASTNode[], after: string): void {
    this.source += before;
    for (const [index, node] of nodes.entries()) {
      if (index > 0) this.source += ', ';
      this.seen(node);
    }
    this.source += after;
  }

  private binary(sign: string, left: ASTNode, right: ASTNode): void {
    if (sign === '+') {
      this.isGuarded = true;
      this.source += '__sized(';
    }
    const guard = guardOfComparison(sign, left, right);
    if (guard === null) {
      this.seen(left);
      this.source += ` ${sign} `;
      this.seen(right);
    } else {
      this.wrapped('__left', left);
      this.wrapped(` ${sign} ${guard}`, right);
    }
    if (sign === '+') this.source += ')';
  }

  private map(entries: readonly [ASTNode, ASTNode][]): void {
    this.source += '{';
    for (const [index, [key, value]] of entries.entries()) {
      if (index > 0) this.source += ', ';
      this.wrapped(isSmall(key) ? '' : '__key', key);
      this.wrapped(': ', value);
    }
    this.source += '}';
  }

  private method(name: string, receiver: ASTNode, args: readonly ASTNode[]): void {
    if ((name === 'join' || name === 'matches') && args.length === 1) {
      this.isGuarded = true;
      this.operands(`__${name}(`, [receiver, ...args], ')');
      return;
    }
    if (COMPREHENSIONS.has(name)) {
      this.isGuarded = true;
      this.operands('__steps(', [receiver], `, ${weightOf(args)})`);
      this.macro(name, args);
    } else if (name === 'bind' && receiver.op === 'id') {
      this.source += receiver.args;
      this.macro(name, args);
    } else {
      this.seen(receiver);
      if (name === 'lastIndexOf') this.isGuarded = true;
      this.operands(name === 'lastIndexOf' ? '.__lastIndexOf(' : `.${name}(`, args, ')');
    }
  }

  /** The first argument is a name; what is kept of the others is weighed. */
  private macro(name: string, [variable, ...args]: readonly ASTNode[]): void {
    this.source += `.${name}(`;
    if (variable !== undefined) this.write(variable);
    const madeBy = made(name, args.length);
    for (const [index, arg] of args.entries()) {
      this.source += ', ';
      if (index === madeBy) {
        this.isGuarded = true;
        this.operands('__sized(', [arg], ')');
      } else if (name === 'bind') this.write(arg);
      else this.seen(arg);
    }
    this.source += ')';
  }
}

/** What watches the right of a comparison; null where there is no more to it than looking at each side. */
function guardOfComparison(sign: string, left: ASTNode, right: ASTNode): '__equal' | '__within' | null {
  if (sign === 'in') return right.op === 'list' && right.args.every(isSmall) ? null : '__within';
  return (sign === '==' || sign === '!=') && !isSmall(left) && !isSmall(right) ? '__equal' : null;
}

/** Whether the value of an expression is certain to be a number, true, false or null, or a text that is written out. */
function isSmall({ op, args }: ASTNode): boolean {
  switch (op) {
    case 'call':
      return SMALL_FUNCTIONS.has(args[0]);
    case 'rcall':
      return SMALL_METHODS.has(args[0]);
    default:
      return SMALL_SIGNS.has(op);
  }
}

const SMALL_SIGNS: ReadonlySet<string> = new Set('value == != < <= > >= in && || !_ -_ - * / %'.split(' '));
const SMALL_FUNCTIONS: ReadonlySet<string> = new Set('bool double has int size uint'.split(' '));
const SMALL_METHODS: ReadonlySet<string> = new Set(
  'all contains endsWith exists exists_one indexOf lastIndexOf matches size startsWith'.split(' '),
);

/** Which argument of a macro, besides the name, makes a value that is kept. */
function made(method: string, count: number): number {
  if (method === 'map') return count - 1;
  return method === 'bind' ? 0 : -1;
}

function weightOf(parts: readonly ASTNode[]): number {
  let nodes = 0;
  for (const part of parts) for (const _ of allParts(part)) nodes++;
  return Math.ceil(nodes / NODES_PER_OPERATION);
}

/** The library writes numbers with nine decimals only. */
function literal(node: Extract<ASTNode, { op: 'value' }>): string {
  const value = node.args;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'number') return serialize(node);
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}

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
