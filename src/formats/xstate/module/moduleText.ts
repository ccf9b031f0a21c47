import { type Json, Lines, type Where } from '#base';
import {
  calledName,
  childrenOf,
  constant,
  cooked,
  flag,
  isFunction,
  isNamed,
  part,
  parts,
  type Syntax,
  word,
} from './syntax';

/** Most nodes that are read of one module: constants that are used many times count each time (T4). */
const MOST_NODES = 200_000;
/** Longest way of names that stand for names. */
const LONGEST_WAY = 20;
/** How deep lists and objects may be spread in others. */
const MOST_SPREADS = 20;
/** Most items of a list that is filled with one. */
const LONGEST_FILLED = 1_000;
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

  /** The key and the value of a property; null where one of them is not written out, as of a spread. */
  entryOf(property: Syntax): readonly [key: string, value: Syntax] | null {
    const key = this.keyOf(property);
    const value = part(property, 'value');
    return key === null || value === null ? null : [key, value];
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
      case 'CallExpression':
      case 'NewExpression':
        return this.filledAt(resolved, depth);
      default:
        return undefined;
    }
  }

  private objectAt(object: Syntax, depth: number): Json | undefined {
    const entries: [string, Json][] = [];
    for (const property of this.propertiesOf(object)) {
      const [key, value] = this.entryOf(property) ?? [];
      const found = value && this.literalAt(value, depth + 1);
      if (key === undefined || found === undefined) return undefined;
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

  /** `Array(9).fill(null)`. */
  private filledAt(call: Syntax, depth: number): Json | undefined {
    const [given] = parts(call, 'arguments');
    const made = calledName(call) === 'fill' ? part(part(call, 'callee') ?? call, 'object') : null;
    const maker = made === null ? null : part(made, 'callee');
    const [size] = made === null ? [] : parts(made, 'arguments');
    if (maker?.type !== 'Identifier' || word(maker, 'name') !== 'Array' || size === undefined)
      return undefined;
    const length = this.literalAt(size, depth + 1);
    const item = given === undefined ? undefined : this.literalAt(given, depth + 1);
    const isShort = typeof length === 'number' && Number.isInteger(length) && length >= 0;
    if (!isShort || length > LONGEST_FILLED || item === undefined) return undefined;
    return Array.from({ length }, () => (this.spend() ? item : null));
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
  const isFreeze = name === 'freeze' && isNamed(object, 'Object');
  const isOfSetup = name === 'createStateConfig' && object !== null;
  const [given] = parts(call, 'arguments');
  return isFreeze || isOfSetup ? (given ?? null) : null;
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

const FOR = /^For(?:In|Of)?Statement$/;

/** A name in a stretch of the text, and what it stands for there: null where only a run knows. */
interface Binding {
  readonly start: number;
  readonly end: number;
  value: Syntax | null;
  /** Where a name that stands for nothing known has its values from. */
  readonly source: Source | null;
  /** Its members are changed somewhere. */
  isChanged: boolean;
}

/** What a loop goes over, what is taken apart, and what a function is called with: whoever changes its parts changes it. */
type Source = { readonly in: Syntax } | { readonly parameterOf: Syntax; readonly index: number };

/** What can have its members changed behind its declaration. */
const CHANGING = new Set(['ObjectExpression', 'ArrayExpression', 'Identifier', 'MemberExpression']);
const LIST_CHANGES = new Set('push pop shift unshift splice sort reverse fill copyWithin'.split(' '));
const OBJECT_CHANGES = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']);

/** The name of what a node changes a member of: `states.a = …`, `n.x++`, `delete on.GO`, `list.push(…)`, `Object.assign(on, …)`. */
function changedBy(node: Syntax): Syntax | null {
  switch (node.type) {
    case 'AssignmentExpression':
      return ownerOf(part(node, 'left'));
    case 'UpdateExpression':
      return ownerOf(part(node, 'argument'));
    case 'UnaryExpression':
      return word(node, 'operator') === 'delete' ? ownerOf(part(node, 'argument')) : null;
    case 'CallExpression': {
      const callee = part(node, 'callee');
      const name = calledName(node) ?? '';
      if (callee?.type !== 'MemberExpression') return null;
      const object = part(callee, 'object');
      if (isNamed(object, 'Object'))
        return OBJECT_CHANGES.has(name) ? rootOf(parts(node, 'arguments')[0] ?? null) : null;
      return LIST_CHANGES.has(name) ? rootOf(object) : null;
    }
    default:
      return null;
  }
}

/** The name before the members of a path; null for a name alone. */
function ownerOf(node: Syntax | null): Syntax | null {
  return node?.type === 'MemberExpression' ? rootOf(node) : null;
}

function rootOf(node: Syntax | null): Syntax | null {
  let root = node;
  while (root?.type === 'MemberExpression') root = part(root, 'object');
  return root?.type === 'Identifier' ? root : null;
}

/** All names in an expression. */
function namesIn(expression: Syntax): readonly Syntax[] {
  return expression.type === 'Identifier' ? [expression] : childrenOf(expression).flatMap(namesIn);
}

/**
 * What the names of a module stand for, each in the block or function that declares it: constants, functions and enums.
 * Parameters, variables and imports hide what is outside and stand for nothing that is known here.
 */
class Names {
  private readonly bindings = new Map<string, Binding[]>();
  private readonly calls: Syntax[] = [];

  constructor(program: Syntax) {
    const changed: Syntax[] = [];
    const todo: { readonly node: Syntax; readonly scope: Syntax }[] = [{ node: program, scope: program }];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const { node } = next;
      this.declare(node, next.scope);
      if (node.type === 'CallExpression') this.calls.push(node);
      const name = changedBy(node);
      if (name !== null) changed.push(name);
      const isScope = node.type === 'BlockStatement' || FOR.test(node.type);
      const scope = isScope || isFunction(node) ? node : next.scope;
      for (const child of childrenOf(node)) todo.push({ node: child, scope });
    }
    for (let name = changed.pop(); name !== undefined; name = changed.pop())
      changed.push(...this.forget(name));
  }

  /** What the innermost declaration around a place says. */
  at(name: string, place: number): Syntax | null {
    return this.bindingAt(name, place)?.value ?? null;
  }

  /**
   * An object or a list whose members are changed is not what its declaration says.
   *
   * @returns the names of what is changed with it: it is another name of that, or a part of it
   */
  private forget(name: Syntax): readonly Syntax[] {
    const binding = this.bindingAt(word(name, 'name'), name.start);
    if (binding === null || binding.isChanged) return [];
    binding.isChanged = true;
    const { value, source } = binding;
    if (value === null) return source === null ? [] : this.namesBehind(source);
    if (!CHANGING.has(value.type)) return [];
    binding.value = null;
    const root = rootOf(value);
    return root === null ? [] : [root];
  }

  private namesBehind(source: Source): readonly Syntax[] {
    if ('in' in source) return namesIn(source.in);
    const { parameterOf: called, index } = source;
    return this.calls.flatMap((call) => {
      const callee = part(call, 'callee');
      const given = parts(call, 'arguments');
      // `states.forEach((state) => { state.on = … })`
      if (given.includes(called)) return callee === null ? [] : namesIn(callee);
      const known = callee?.type === 'Identifier' ? this.at(word(callee, 'name'), callee.start) : callee;
      const argument = known === called ? given[index] : undefined;
      return argument === undefined ? [] : namesIn(argument);
    });
  }

  private bindingAt(name: string, place: number): Binding | null {
    let found: Binding | null = null;
    for (const binding of this.bindings.get(name) ?? []) {
      const isAround = binding.start <= place && place <= binding.end;
      if (isAround && (found === null || binding.end - binding.start < found.end - found.start))
        found = binding;
    }
    return found;
  }

  private declare(node: Syntax, scope: Syntax): void {
    const id = part(node, 'id');
    if (isFunction(node))
      for (const [index, parameter] of parts(node, 'params').entries())
        this.hide(parameter, node, { parameterOf: node, index });
    if (node.type === 'VariableDeclaration') this.declareVariables(node, scope);
    else if (node.type === 'FunctionDeclaration' || node.type === 'TSEnumDeclaration') {
      if (id !== null) this.bind(id, node, scope);
    } else if (node.type === 'ClassDeclaration') this.hide(id, scope);
    else if (node.type === 'CatchClause') this.hide(part(node, 'param'), node);
    else if (node.type.startsWith('Import') && node.type.endsWith('Specifier'))
      this.hide(part(node, 'local'), scope);
  }

  private declareVariables(node: Syntax, scope: Syntax): void {
    const isOfLoop = FOR.test(scope.type);
    const isConstant = word(node, 'kind') === 'const' && !isOfLoop;
    for (const declarator of parts(node, 'declarations')) {
      const [id, init] = [part(declarator, 'id'), part(declarator, 'init')];
      if (isConstant && id?.type === 'Identifier' && init !== null) this.bind(id, init, scope);
      else {
        const from = init ?? (isOfLoop ? part(scope, 'right') : null);
        this.hide(id, scope, from === null ? null : { in: from });
      }
    }
  }

  private bind(id: Syntax, value: Syntax | null, scope: Syntax, source: Source | null = null): void {
    const name = word(id, 'name');
    const known = this.bindings.get(name) ?? [];
    known.push({ start: scope.start, end: scope.end, value, source, isChanged: false });
    this.bindings.set(name, known);
  }

  /** All names of a pattern. */
  private hide(pattern: Syntax | null, scope: Syntax, source: Source | null = null): void {
    if (pattern === null) return;
    if (pattern.type === 'Identifier') this.bind(pattern, null, scope, source);
    for (const property of parts(pattern, 'properties')) {
      this.hide(part(property, property.type === 'RestElement' ? 'argument' : 'value'), scope, source);
    }
    for (const element of parts(pattern, 'elements')) this.hide(element, scope, source);
    this.hide(part(pattern, 'left') ?? part(pattern, 'argument'), scope, source);
  }
}

/** The value of a member of an enum that is written out, or counted. */
function enumMember(declaration: Syntax, key: string): string | number | null {
  let next = 0;
  const body = part(declaration, 'body');
  const members = [declaration, ...(body === null ? [] : [body])].flatMap((one) => parts(one, 'members'));
  for (const member of members) {
    const [id, init] = [part(member, 'id'), part(member, 'initializer')];
    const name =
      id === null ? '' : id.type === 'Identifier' ? word(id, 'name') : String(Reflect.get(id, 'value'));
    const value: unknown = init === null ? next : Reflect.get(init, 'value');
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    if (name === key) return value;
    if (typeof value === 'number') next = value + 1;
  }
  return null;
}
