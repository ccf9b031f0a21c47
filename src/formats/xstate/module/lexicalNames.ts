import { childrenOf, isFunction, part, parts, type Syntax, word } from './syntax';

/** A name in a stretch of the text, and what it stands for there: null where only a run knows. */
interface Binding {
  readonly start: number;
  readonly end: number;
  readonly value: Syntax | null;
}

/**
 * What the names of a module stand for, each in the block or function that declares it: constants, functions and enums.
 * Parameters, variables and imports hide what is outside and stand for nothing that is known here.
 */
export class Names {
  private readonly bindings = new Map<string, Binding[]>();

  constructor(program: Syntax) {
    const todo: { readonly node: Syntax; readonly scope: Syntax }[] = [{ node: program, scope: program }];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const { node } = next;
      this.declare(node, next.scope);
      const isScope = node.type === 'BlockStatement' || /^For(?:In|Of)?Statement$/.test(node.type);
      const scope = isScope || isFunction(node) ? node : next.scope;
      for (const child of childrenOf(node)) todo.push({ node: child, scope });
    }
  }

  /** What the innermost declaration around a place says. */
  at(name: string, place: number): Syntax | null {
    let found: Binding | null = null;
    for (const binding of this.bindings.get(name) ?? []) {
      const isAround = binding.start <= place && place <= binding.end;
      if (isAround && (found === null || binding.end - binding.start < found.end - found.start))
        found = binding;
    }
    return found?.value ?? null;
  }

  private declare(node: Syntax, scope: Syntax): void {
    const id = part(node, 'id');
    if (isFunction(node)) for (const parameter of parts(node, 'params')) this.hide(parameter, node);
    if (node.type === 'VariableDeclaration') this.declareVariables(node, scope);
    else if (node.type === 'FunctionDeclaration' || node.type === 'TSEnumDeclaration') {
      if (id !== null) this.bind(id, node, scope);
    } else if (node.type === 'ClassDeclaration') this.hide(id, scope);
    else if (node.type === 'CatchClause') this.hide(part(node, 'param'), node);
    else if (node.type.startsWith('Import') && node.type.endsWith('Specifier'))
      this.hide(part(node, 'local'), scope);
  }

  private declareVariables(node: Syntax, scope: Syntax): void {
    const isConstant = word(node, 'kind') === 'const' && !scope.type.startsWith('For');
    for (const declarator of parts(node, 'declarations')) {
      const [id, init] = [part(declarator, 'id'), part(declarator, 'init')];
      if (isConstant && id?.type === 'Identifier' && init !== null) this.bind(id, init, scope);
      else this.hide(id, scope);
    }
  }

  private bind(id: Syntax, value: Syntax | null, scope: Syntax): void {
    const name = word(id, 'name');
    const known = this.bindings.get(name) ?? [];
    known.push({ start: scope.start, end: scope.end, value });
    this.bindings.set(name, known);
  }

  /** All names of a pattern. */
  private hide(pattern: Syntax | null, scope: Syntax): void {
    if (pattern === null) return;
    if (pattern.type === 'Identifier') this.bind(pattern, null, scope);
    for (const property of parts(pattern, 'properties')) {
      this.hide(part(property, property.type === 'RestElement' ? 'argument' : 'value'), scope);
    }
    for (const element of parts(pattern, 'elements')) this.hide(element, scope);
    this.hide(part(pattern, 'left') ?? part(pattern, 'argument'), scope);
  }
}

/** The value of a member of an enum that is written out, or counted. */
export function enumMember(declaration: Syntax, key: string): string | number | null {
  let next = 0;
  const body = part(declaration, 'body') ?? declaration;
  for (const member of [
    ...parts(declaration, 'members'),
    ...(body === declaration ? [] : parts(body, 'members')),
  ]) {
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
