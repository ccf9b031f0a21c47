import type { Json } from '#base';
import { constant, flag, part, parts, type Syntax, word } from './syntax';

/** Most nodes that are read of one module: constants that are used many times count each time (T4). */
const MOST_NODES = 200_000;
/** Longest way of names that stand for names. */
const LONGEST_WAY = 20;

/** A module being read: what its names stand for, as far as that is written out. */
export class ModuleText {
  readonly constants = new Map<string, Syntax>();
  private nodesLeft = MOST_NODES;

  constructor(
    readonly source: string,
    readonly program: Syntax,
  ) {
    for (const statement of parts(program, 'body')) this.declare(statement);
  }

  text(node: Syntax): string {
    return this.source.slice(node.start, node.end);
  }

  /** Counts what is read; false when it is too much. */
  spend(): boolean {
    return this.nodesLeft-- > 0;
  }

  get isSpent(): boolean {
    return this.nodesLeft <= 0;
  }

  /** What a name, or a member of a named object, stands for; the node itself where it is neither or unknown. */
  resolve(node: Syntax): Syntax {
    let current = node;
    for (let way = 0; way < LONGEST_WAY; way++) {
      const next = this.next(current);
      if (next === null) return current;
      current = next;
    }
    return current;
  }

  /** The key of a property: written, or a constant in brackets. */
  keyOf(property: Syntax): string | null {
    const key = part(property, 'key');
    if (key === null) return null;
    if (key.type === 'Identifier' && !flag(property, 'computed')) return word(key, 'name');
    const value = constant(this.resolve(key));
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  }

  /** A member of an object literal; the last of a name counts. */
  memberOf(object: Syntax, key: string): Syntax | null {
    if (object.type !== 'ObjectExpression') return null;
    const found = parts(object, 'properties').findLast((property) => this.keyOf(property) === key);
    return found === undefined ? null : part(found, 'value');
  }

  /** A value that is written out: constants, lists and objects of them, names that stand for such. */
  literal(node: Syntax): Json | undefined {
    return this.literalAt(node, 0);
  }

  private literalAt(node: Syntax, depth: number): Json | undefined {
    if (depth > 60 || !this.spend()) return undefined;
    const resolved = this.resolve(node);
    const value = constant(resolved);
    if (value !== undefined) return value;
    if (resolved.type === 'ArrayExpression') {
      const items = parts(resolved, 'elements').map((item) => this.literalAt(item, depth + 1));
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    if (resolved.type !== 'ObjectExpression') return undefined;
    const entries: [string, Json][] = [];
    for (const property of parts(resolved, 'properties')) {
      const inner = part(property, 'value');
      const key = this.keyOf(property);
      const found = inner === null || key === null ? undefined : this.literalAt(inner, depth + 1);
      if (key === null || found === undefined) return undefined;
      entries.push([key, found]);
    }
    return Object.fromEntries(entries);
  }

  private next(node: Syntax): Syntax | null {
    if (node.type === 'Identifier') return this.constants.get(word(node, 'name')) ?? null;
    if (node.type !== 'MemberExpression') return null;
    const object = part(node, 'object');
    const property = part(node, 'property');
    if (object === null || property === null) return null;
    const key = flag(node, 'computed') ? constant(property) : word(property, 'name');
    const owner =
      object.type === 'MemberExpression' || object.type === 'Identifier' ? this.next(object) : object;
    return typeof key === 'string' && owner !== null ? this.memberOf(owner, key) : null;
  }

  private declare(statement: Syntax): void {
    if (statement.type.startsWith('Export')) {
      const declaration = part(statement, 'declaration');
      if (declaration !== null) this.declare(declaration);
    }
    if (statement.type === 'FunctionDeclaration') {
      const id = part(statement, 'id');
      if (id !== null) this.constants.set(word(id, 'name'), statement);
    }
    if (statement.type !== 'VariableDeclaration' || word(statement, 'kind') !== 'const') return;
    for (const declarator of parts(statement, 'declarations')) {
      const id = part(declarator, 'id');
      const init = part(declarator, 'init');
      if (id?.type === 'Identifier' && init !== null) this.constants.set(word(id, 'name'), init);
    }
  }
}
