import { type Json, Lines, type Where } from '#base';
import { enumMember, Names } from './lexicalNames';
import { calledName, constant, cooked, flag, part, parts, type Syntax, word } from './syntax';

/** Most nodes that are read of one module: constants that are used many times count each time (T4). */
const MOST_NODES = 200_000;
/** Longest way of names that stand for names. */
const LONGEST_WAY = 20;
/** How deep lists and objects may be spread in others. */
const MOST_SPREADS = 20;
/** Longest text that constants make: one that repeats itself doubles with each of them. */
const LONGEST_TEXT = 10_000;

/** A module being read: what its names stand for, as far as that is written out. */
export class ModuleText {
  private readonly names: Names;
  private readonly lines: Lines;
  private nodesLeft = MOST_NODES;

  constructor(
    readonly source: string,
    readonly program: Syntax,
  ) {
    this.names = new Names(program);
    this.lines = new Lines(source);
  }

  /** Where a node begins, as people say it. */
  whereOf({ start }: Syntax): Where {
    return this.lines.at(start);
  }

  /** The module that a name, or the beginning of a path, is imported from; null where it is no import. */
  importedFrom(node: Syntax): string | null {
    let name: Syntax | null = node.type === 'SpreadElement' ? part(node, 'argument') : node;
    while (name?.type === 'MemberExpression' || name?.type === 'CallExpression')
      name = part(name, name.type === 'CallExpression' ? 'callee' : 'object');
    if (name?.type !== 'Identifier') return null;
    const wanted = word(name, 'name');
    const from = parts(this.program, 'body').find(
      (statement) =>
        statement.type === 'ImportDeclaration' &&
        parts(statement, 'specifiers').some((one) => word(part(one, 'local') ?? one, 'name') === wanted),
    );
    const source = from === undefined ? null : part(from, 'source');
    const path = source === null ? null : constant(source);
    return typeof path === 'string' ? path : null;
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
    const value = this.literal(key);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  }

  /** The members of an object, also of those that are spread in it; a spread stays where that is no literal. */
  propertiesOf(object: Syntax): readonly Syntax[] {
    return this.flattened(object, 'ObjectExpression', 'properties', MOST_SPREADS);
  }

  /** The items of a list, in the same way. */
  elementsOf(list: Syntax): readonly Syntax[] {
    return this.flattened(list, 'ArrayExpression', 'elements', MOST_SPREADS);
  }

  private flattened(node: Syntax, type: string, key: string, depth: number): readonly Syntax[] {
    return parts(node, key).flatMap((one) => {
      const spread = one.type === 'SpreadElement' ? part(one, 'argument') : null;
      const inner = spread === null || depth === 0 || !this.spend() ? null : this.resolve(spread);
      return inner?.type === type ? this.flattened(inner, type, key, depth - 1) : [one];
    });
  }

  /** A member of an object literal; the last of a name counts. */
  memberOf(object: Syntax, key: string): Syntax | null {
    if (object.type !== 'ObjectExpression') return null;
    const found = this.propertiesOf(object).findLast((property) => this.keyOf(property) === key);
    return found === undefined ? null : part(found, 'value');
  }

  /** A constant of the module itself. */
  constantNamed(name: string): Json | undefined {
    const value = this.names.at(name, this.program.end);
    return value === null ? undefined : this.literal(value);
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
    switch (resolved.type) {
      case 'ArrayExpression': {
        const items = this.elementsOf(resolved).map((item) => this.literalAt(item, depth + 1));
        return items.every((item) => item !== undefined) ? items : undefined;
      }
      case 'ObjectExpression':
        return this.objectAt(resolved, depth);
      case 'MemberExpression':
        return this.enumAt(resolved);
      case 'BinaryExpression':
        return computed(
          word(resolved, 'operator'),
          this.literalAt(part(resolved, 'left') ?? resolved, depth + 1),
          this.literalAt(part(resolved, 'right') ?? resolved, depth + 1),
        );
      case 'TemplateLiteral':
        return this.templateAt(resolved, depth);
      default:
        return undefined;
    }
  }

  private objectAt(object: Syntax, depth: number): Json | undefined {
    const entries: [string, Json][] = [];
    for (const property of this.propertiesOf(object)) {
      const inner = part(property, 'value');
      const key = this.keyOf(property);
      const found = inner === null || key === null ? undefined : this.literalAt(inner, depth + 1);
      if (key === null || found === undefined) return undefined;
      entries.push([key, found]);
    }
    return Object.fromEntries(entries);
  }

  /** `Events.GO` of an enum. */
  private enumAt(node: Syntax): Json | undefined {
    const object = part(node, 'object');
    const declaration = object === null ? null : this.resolve(object);
    const key = this.memberName(node);
    if (declaration?.type !== 'TSEnumDeclaration' || key === null) return undefined;
    return enumMember(declaration, key) ?? undefined;
  }

  private templateAt(template: Syntax, depth: number): Json | undefined {
    let text = cooked(template, 0);
    for (const [index, expression] of parts(template, 'expressions').entries()) {
      const value = this.literalAt(expression, depth + 1);
      if (typeof value !== 'string' && typeof value !== 'number') return undefined;
      text += String(value) + cooked(template, index + 1);
    }
    return text.length <= LONGEST_TEXT ? text : undefined;
  }

  private memberName(node: Syntax): string | null {
    const property = part(node, 'property');
    if (property === null) return null;
    const key = flag(node, 'computed') ? constant(this.resolve(property)) : word(property, 'name');
    return typeof key === 'string' ? key : null;
  }

  private next(node: Syntax): Syntax | null {
    if (node.type === 'Identifier') return this.names.at(word(node, 'name'), node.start);
    if (node.type === 'CallExpression') return givenOn(node);
    if (node.type !== 'MemberExpression') return null;
    const object = part(node, 'object');
    const key = this.memberName(node);
    const owner = object === null ? null : this.resolve(object);
    return key !== null && owner !== null ? this.memberOf(owner, key) : null;
  }
}

/** What is called only for its type or its freezing: `Object.freeze({…})`, `setup({…}).createStateConfig({…})`. */
function givenOn(call: Syntax): Syntax | null {
  const object = part(part(call, 'callee') ?? call, 'object');
  const name = calledName(call);
  const isFreeze = name === 'freeze' && object?.type === 'Identifier' && word(object, 'name') === 'Object';
  const [given] = parts(call, 'arguments');
  return (isFreeze || (name === 'createStateConfig' && object !== null)) && given !== undefined
    ? given
    : null;
}

/** What JavaScript computes of constants; undefined where that is no JSON. */
function computed(sign: string, left: Json | undefined, right: Json | undefined): Json | undefined {
  const isText = [left, right].every((one) => typeof one === 'string' || typeof one === 'number');
  if (sign === '+' && isText && (typeof left === 'string' || typeof right === 'string')) {
    const text = `${String(left)}${String(right)}`;
    return text.length <= LONGEST_TEXT ? text : undefined;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const value = COMPUTED[sign]?.(left, right);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

const COMPUTED: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
};
