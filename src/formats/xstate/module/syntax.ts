/** A node of a syntax tree (ESTree, and TypeScript's additions): read by name, because both kinds come. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Nodes that only TypeScript's checker looks at, or that only group. */
const TRANSPARENT = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'ParenthesizedExpression',
  'ChainExpression',
]);

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}

/** A member that is a node, without what only TypeScript sees. */
export function part(node: Syntax, key: string): Syntax | null {
  const value: unknown = Reflect.get(node, key);
  return isSyntax(value) ? plain(value) : null;
}

/** A member that is a list of nodes; holes of arrays are left out. */
export function parts(node: Syntax, key: string): readonly Syntax[] {
  const value: unknown = Reflect.get(node, key);
  return Array.isArray(value) ? value.filter(isSyntax).map(plain) : [];
}

/** The type that TypeScript is told of a member: `T` of `key: {} as T`; null where it is told none. */
export function annotated(node: Syntax, key: string): Syntax | null {
  const value: unknown = Reflect.get(node, key);
  const type: unknown = isSyntax(value) ? Reflect.get(value, 'typeAnnotation') : null;
  return isSyntax(type) ? type : null;
}

export function plain(node: Syntax): Syntax {
  let inner = node;
  while (TRANSPARENT.has(inner.type)) {
    const next: unknown = Reflect.get(inner, 'expression');
    if (!isSyntax(next)) return inner;
    inner = next;
  }
  return inner;
}

export function word(node: Syntax, key: string): string {
  const value: unknown = Reflect.get(node, key);
  return typeof value === 'string' ? value : '';
}

export function flag(node: Syntax, key: string): boolean {
  return Reflect.get(node, key) === true;
}

/** Whether it is a name alone, and this one. */
export function isNamed(node: Syntax | null | undefined, name: string): boolean {
  return node?.type === 'Identifier' && word(node, 'name') === name;
}

/** The constant that a literal is; undefined where a node is none, or one that JSON cannot hold. */
export function constant(node: Syntax): string | number | boolean | null | undefined {
  if (isNamed(node, 'undefined')) return null;
  if (node.type === 'TemplateLiteral' && parts(node, 'expressions').length === 0) return cooked(node, 0);
  if (node.type === 'UnaryExpression' && word(node, 'operator') === '-') {
    const argument = part(node, 'argument');
    const value = argument === null ? undefined : constant(argument);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.type !== 'Literal' || Reflect.has(node, 'regex') || Reflect.has(node, 'bigint')) return undefined;
  const value: unknown = Reflect.get(node, 'value');
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : undefined;
}

/** `1e400`, which JavaScript takes for infinite. */
export function isInfinite(node: Syntax): boolean {
  const number = node.type === 'UnaryExpression' ? (part(node, 'argument') ?? node) : node;
  return number.type === 'Literal' && Reflect.get(number, 'value') === Number.POSITIVE_INFINITY;
}

/** The text of a template literal's piece. */
export function cooked(template: Syntax, index: number): string {
  const quasi = parts(template, 'quasis')[index];
  const value: unknown = quasi && Reflect.get(quasi, 'value');
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'cooked') : '';
  return typeof text === 'string' ? text : '';
}

/** The name that a call calls: `assign(…)`, `actions.assign(…)`, `setup({…}).createMachine(…)`. */
export function calledName(node: Syntax): string | null {
  if (node.type !== 'CallExpression') return null;
  const callee = part(node, 'callee');
  if (callee?.type === 'Identifier') return word(callee, 'name');
  const property =
    callee?.type === 'MemberExpression' && !flag(callee, 'computed') ? part(callee, 'property') : null;
  return property === null ? null : word(property, 'name');
}

export function isFunction(node: Syntax): boolean {
  return (
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'FunctionDeclaration'
  );
}

/** What a function gives: its expression, or that of its `return`; of several behind `if`s, the choice between them. */
export function givenBy(node: Syntax): Syntax | null {
  if (!isFunction(node) || flag(node, 'async') || flag(node, 'generator')) return null;
  const body = part(node, 'body');
  return body?.type === 'BlockStatement' ? returnedBy(parts(body, 'body')) : body;
}

function returnedBy([first, ...others]: readonly Syntax[]): Syntax | null {
  switch (first?.type) {
    case 'ReturnStatement':
      return part(first, 'argument');
    case 'BlockStatement':
      return returnedBy([...parts(first, 'body'), ...others]);
    case 'IfStatement': {
      const [then, otherwise] = [part(first, 'consequent'), part(first, 'alternate')];
      const consequent = then === null ? null : returnedBy([then]);
      const alternate = returnedBy(otherwise === null ? others : [otherwise, ...others]);
      if (consequent === null || alternate === null) return null;
      const choice = { ...first, type: 'ConditionalExpression', consequent, alternate };
      return choice;
    }
    default:
      return null;
  }
}

/** Whether a `?.` stands further left in the same chain: where it stops, the whole chain is undefined. */
export function isOptionalChain(node: Syntax): boolean {
  let object: unknown = Reflect.get(node, 'object');
  while (isSyntax(object) && (object.type === 'MemberExpression' || object.type === 'CallExpression')) {
    if (flag(object, 'optional')) return true;
    object = Reflect.get(object, object.type === 'CallExpression' ? 'callee' : 'object');
  }
  return false;
}

/** All nodes right inside a node. */
export function childrenOf(node: Syntax): readonly Syntax[] {
  const children: Syntax[] = [];
  for (const key of Object.keys(node)) {
    const value: unknown = Reflect.get(node, key);
    if (Array.isArray(value)) for (const item of value) if (isSyntax(item)) children.push(plain(item));
    if (!Array.isArray(value) && isSyntax(value)) children.push(plain(value));
  }
  return children;
}

/** A node and all inside it, as they are written. Walks without recursion: modules may be deep. */
export function* nodesIn(program: Syntax): Generator<Syntax> {
  const todo = [program];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    yield node;
    todo.push(...childrenOf(node).toReversed());
  }
}

/** All numbers that are written as JSON writes them, but for those that are infinite. */
export function numbersIn(program: Syntax): readonly { readonly node: Syntax; readonly written: string }[] {
  return [...nodesIn(program)]
    .filter((node) => node.type === 'Literal' && !isInfinite(node))
    .map((node) => ({ node, written: word(node, 'raw') }))
    .filter(({ written }) => JSON_NUMBER.test(written));
}

const JSON_NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
