import type { ModuleText } from './moduleText';
import { annotated, constant, flag, part, parts, type Syntax, word } from './syntax';
import { ANYTHING, NULLISH, TYPES, typesOf } from './value';

/** How far types may stand for each other: some stand for themselves. */
const LONGEST_WAY = 20;

const KEYWORDS: Readonly<Record<string, number>> = {
  TSStringKeyword: TYPES.text,
  TSNumberKeyword: TYPES.number,
  TSBooleanKeyword: TYPES.boolean,
  TSNullKeyword: TYPES.null,
  TSUndefinedKeyword: TYPES.undefined,
  TSArrayType: TYPES.list,
  TSTupleType: TYPES.list,
};

/** Types of the language itself that hold others. */
const GENERICS: ReadonlyMap<string, number> = new Map([
  ['Array', TYPES.list],
  ['ReadonlyArray', TYPES.list],
  ['Record', TYPES.map],
]);

/**
 * What the author's compiler was told of a machine's context: `types: {} as { context: Order }`, or
 * `types: { context: {} as Order }`, in the configuration or in `setup`. Types that are imported say nothing here.
 *
 * @returns the bits that each member may be, by its name; of what is left out nothing is said
 */
export function declaredContext(module: ModuleText, objects: readonly Syntax[]): ReadonlyMap<string, number> {
  const types = new DeclaredTypes(module);
  for (const object of objects) {
    const said = propertyOf(module, module.resolve(object), 'types');
    const whole = said === null ? null : annotated(said, 'value');
    const inside = said === null ? null : part(said, 'value');
    const context = inside === null ? null : propertyOf(module, inside, 'context');
    const type =
      whole === null
        ? context === null
          ? null
          : annotated(context, 'value')
        : (types.membersOf(whole).get('context')?.type ?? null);
    if (type === null) continue;
    const members = [...types.membersOf(type)];
    return new Map(members.map(([key, member]) => [key, types.typesOfMember(member)]));
  }
  return new Map();
}

function propertyOf(module: ModuleText, object: Syntax, key: string): Syntax | null {
  if (object.type !== 'ObjectExpression') return null;
  return module.propertiesOf(object).find((property) => module.keyOf(property) === key) ?? null;
}

/** A member of an object's type. */
interface Member {
  readonly type: Syntax;
  readonly isOptional: boolean;
}

/** The types that a module names: interfaces and aliases of its own. */
class DeclaredTypes {
  private readonly named = new Map<string, Syntax[]>();

  constructor(private readonly module: ModuleText) {
    for (const statement of parts(module.program, 'body')) {
      const declaration = part(statement, 'declaration') ?? statement;
      const id = part(declaration, 'id');
      if (id === null || !/^TS(?:Interface|TypeAlias)Declaration$/.test(declaration.type)) continue;
      const name = word(id, 'name');
      this.named.set(name, [...(this.named.get(name) ?? []), declaration]);
    }
  }

  /** The members of an object's type, also of those that it extends or is joined with; none where it is no such type. */
  membersOf(type: Syntax, way = 0): ReadonlyMap<string, Member> {
    if (way > LONGEST_WAY || !this.module.spend()) return new Map();
    const all = (types: readonly Syntax[]): ReadonlyMap<string, Member> =>
      new Map(types.flatMap((one) => [...this.membersOf(one, way + 1)]));
    switch (type.type) {
      case 'TSTypeLiteral':
        return membersIn(parts(type, 'members'));
      case 'TSInterfaceBody':
        return membersIn(parts(type, 'body'));
      case 'TSInterfaceDeclaration':
        return all([...parts(type, 'extends'), ...present(part(type, 'body'))]);
      case 'TSExpressionWithTypeArguments':
        return all(this.declaredAs(part(type, 'expression')));
      case 'TSTypeReference':
        return all(this.declaredAs(part(type, 'typeName')));
      case 'TSIntersectionType':
        return all(parts(type, 'types'));
      case 'TSTypeAliasDeclaration':
      case 'TSParenthesizedType':
        return all(present(part(type, 'typeAnnotation')));
      default:
        return new Map();
    }
  }

  /** What is optional and not given reads null here. */
  typesOfMember({ type, isOptional }: Member): number {
    return this.typesOf(type) | (isOptional ? NULLISH : 0);
  }

  private typesOf(type: Syntax | null, way = 0): number {
    if (type === null || way > LONGEST_WAY || !this.module.spend()) return ANYTHING;
    const anyOf = (types: readonly Syntax[]): number =>
      types.length === 0 ? ANYTHING : types.reduce((bits, one) => bits | this.typesOf(one, way + 1), 0);
    switch (type.type) {
      case 'TSTypeLiteral':
      case 'TSInterfaceDeclaration':
        // A list, too, has the members of `{ length: number }`.
        return this.membersOf(type).size === 0 || this.membersOf(type).has('length') ? ANYTHING : TYPES.map;
      case 'TSLiteralType': {
        const literal = part(type, 'literal');
        const value = literal === null ? undefined : constant(literal);
        return value === undefined ? ANYTHING : typesOf(value);
      }
      case 'TSUnionType':
        return anyOf(parts(type, 'types'));
      case 'TSTypeAliasDeclaration':
      case 'TSParenthesizedType':
        return this.typesOf(part(type, 'typeAnnotation'), way + 1);
      case 'TSTypeOperator':
        return word(type, 'operator') === 'readonly'
          ? this.typesOf(part(type, 'typeAnnotation'), way + 1)
          : ANYTHING;
      case 'TSTypeReference': {
        const declared = this.declaredAs(part(type, 'typeName'));
        if (declared.length > 0) return anyOf(declared);
        const name = part(type, 'typeName');
        return name === null ? ANYTHING : (GENERICS.get(word(name, 'name')) ?? ANYTHING);
      }
      default:
        return KEYWORDS[type.type] ?? ANYTHING;
    }
  }

  private declaredAs(name: Syntax | null): readonly Syntax[] {
    return name?.type === 'Identifier' ? (this.named.get(word(name, 'name')) ?? []) : [];
  }
}

function membersIn(signatures: readonly Syntax[]): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const signature of signatures) {
    const key = part(signature, 'key');
    const type = annotated(signature, 'typeAnnotation');
    if (signature.type !== 'TSPropertySignature' || key === null || type === null) continue;
    const name = flag(signature, 'computed') || key.type !== 'Identifier' ? constant(key) : word(key, 'name');
    if (typeof name === 'string') members.set(name, { type, isOptional: flag(signature, 'optional') });
  }
  return members;
}

function present(node: Syntax | null): readonly Syntax[] {
  return node === null ? [] : [node];
}
