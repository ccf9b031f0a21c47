import { type ASTNode, serialize } from '@marcbachmann/cel-js';
import { allParts, COMPREHENSIONS } from './syntax';

/** An expression written out again with guards in it, and from where in the original each piece of it comes. */
export interface GuardedSource {
  readonly source: string;
  /** Whether it says anything that the original does not: most conditions need no guard, and are not read twice. */
  readonly isGuarded: boolean;
  /** Offset in the original for an offset in `source`. */
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
