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
 * comprehension runs over, what it makes, what is bound, what is added and joined, what a pattern looks at.
 * Written as text because the library's tree is its own; `dyn` lets the branches of `?:` differ in type (V3).
 */
export function guardedSource(root: ASTNode): GuardedSource {
  const writer = new GuardedWriter();
  writer.write(root);
  return writer;
}

class GuardedWriter implements GuardedSource {
  source = '';
  isGuarded = false;
  private readonly origins: { readonly at: number; readonly original: number }[] = [];

  originalOffset(offset: number): number {
    return this.origins.findLast(({ at }) => at <= offset)?.original ?? 0;
  }

  write(node: ASTNode): void {
    this.origins.push({ at: this.source.length, original: node.start });
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
        this.source += `${node.op}${node.args[1]}`;
        break;
      case '[]':
      case '[?]':
        this.wrapped('', node.args[0]);
        this.listed(node.op === '[]' ? '[' : '[?', [node.args[1]], ']');
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
        this.wrapped('', node.args[0]);
        this.wrapped(' ? dyn', node.args[1]);
        this.wrapped(' : dyn', node.args[2]);
        break;
      case '!_':
      case '-_':
        this.wrapped(node.op === '!_' ? '!' : '-', node.args);
        break;
      default:
        this.binary(node.op, ...node.args);
    }
  }

  private wrapped(guard: string, node: ASTNode, more = ''): void {
    if (/[a-z]/.test(guard)) this.isGuarded = true;
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
    else this.listed(`${name}(`, args, ')');
  }

  private binary(sign: string, left: ASTNode, right: ASTNode): void {
    if (sign === '+') {
      this.isGuarded = true;
      this.source += '__sized(';
    }
    this.wrapped('', left);
    this.wrapped(` ${sign} `, right);
    if (sign === '+') this.source += ')';
  }

  private map(entries: readonly [ASTNode, ASTNode][]): void {
    this.source += '{';
    for (const [index, [key, value]] of entries.entries()) {
      if (index > 0) this.source += ', ';
      this.write(key);
      this.wrapped(': ', value);
    }
    this.source += '}';
  }

  private method(name: string, receiver: ASTNode, args: readonly ASTNode[]): void {
    if (name === 'join' && args.length === 1) {
      this.isGuarded = true;
      this.listed('__join(', [receiver, ...args], ')');
      return;
    }
    if (name === 'matches' && args.length === 1) {
      this.isGuarded = true;
      this.listed('__matches(', [receiver, ...args], ')');
      return;
    }
    if (COMPREHENSIONS.has(name)) this.wrapped('__steps', receiver, `, ${weightOf(args)}`);
    else if (name === 'bind' && receiver.op === 'id') this.source += receiver.args;
    else this.wrapped('', receiver);
    this.source += `.${name}(`;
    const madeBy = made(name, args.length);
    for (const [index, arg] of args.entries()) {
      if (index > 0) this.source += ', ';
      if (index === madeBy) this.wrapped('__sized', arg);
      else this.write(arg);
    }
    this.source += ')';
  }
}

/** Which argument of a macro makes a value that is kept. */
function made(method: string, count: number): number {
  if (method === 'map') return count - 1;
  return method === 'bind' ? 1 : -1;
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
