import { variableName } from '../dialect';
import type { ModuleText } from './moduleText';
import { type KnownContext, ofEvent, Setting, selectorOf } from './setting';
import {
  annotated,
  calledName,
  constant,
  flag,
  givenBy,
  isFunction,
  isNamed,
  nodesIn,
  part,
  parts,
  type Syntax,
  word,
} from './syntax';
import { Translator } from './toCel';
import { ANYTHING, NULLISH, TYPES, typesOf } from './value';

/** Rounds after which what assignments give each other is taken for anything. */
const MOST_ROUNDS = 8;

/**
 * What the members of a machine's context may ever be: what they begin with, and what any assignment of the module gives
 * them. One that cannot be translated is a named implementation here, which assigns nothing.
 */
export class ContextTypes implements KnownContext {
  readonly isClosed: boolean;
  readonly hearsEnds: boolean;
  private readonly declared = new Map<string, number>();
  private readonly types = new Map<string, number>();

  /** @param said what the module's types say of places: of what comes with the input nothing else is known */
  constructor(
    module: ModuleText,
    config: Syntax,
    private readonly said: ReadonlyMap<string, number>,
  ) {
    this.hearsEnds = /\b(?:invoke|spawn\w*|output)\b/.test(module.source);
    const members = contextMembers(module, config);
    const assignments = assignmentsIn(module);
    this.isClosed = members !== null;
    for (const [key, node] of members ?? [])
      this.declared.set(key, initialTypes(module, node, this.saidOf(`context.${variableName(key)}`)));
    for (const [key, types] of this.declared) this.types.set(key, types);
    for (const { key } of assignments) if (!this.types.has(key)) this.types.set(key, TYPES.undefined);
    for (let round = 0; round <= MOST_ROUNDS; round++)
      if (!this.widen(module, assignments, round === MOST_ROUNDS)) break;
  }

  /** One round over all assignments; false where nothing is new. */
  private widen(module: ModuleText, assignments: readonly Assignment[], isLast: boolean): boolean {
    let isWider = false;
    for (const { key, value, given } of assignments) {
      const before = this.types.get(key) ?? 0;
      const all = before | (isLast ? ANYTHING | TYPES.hollow : this.given(module, value, given));
      isWider ||= all !== before;
      this.types.set(key, all);
    }
    return isWider;
  }

  isDeclared(key: string): boolean {
    return this.declared.has(key);
  }

  typesOf(key: string): number | null {
    return this.types.get(key) ?? null;
  }

  saidOf(key: string): number | null {
    return this.said.get(key) ?? null;
  }

  private given(module: ModuleText, value: Syntax, by: Syntax | null): number {
    const setting = new Setting(module, this, 'any');
    const resolved = by === null ? module.resolve(value) : value;
    const node = by ?? (isFunction(resolved) ? resolved : null);
    const translator = node === null ? Translator.outside(setting) : Translator.inside(setting, node);
    const body = by === null && node !== null ? givenBy(node) : value;
    return translator?.value(body)?.types ?? 0;
  }
}

/** What a member begins with, and what its author said that it may become. */
function initialTypes(module: ModuleText, node: Syntax, said: number | null): number {
  if (isInput(node)) return said ?? ANYTHING;
  const written = literalTypes(module, node);
  return said === null || said === ANYTHING ? written : written | said;
}

function literalTypes(module: ModuleText, node: Syntax): number {
  if (isNamed(node, 'undefined')) return TYPES.undefined;
  const literal = module.literal(node);
  if (literal === undefined) return ANYTHING;
  return typesOf(literal) | (/\bundefined\b/.test(module.text(node)) ? TYPES.hollow : 0);
}

/** What an `assign(…)` gives one member of the context. */
interface Assignment {
  readonly key: string;
  readonly value: Syntax;
  /** The function that gives all members at once; null where each has its own value, or a function of its own. */
  readonly given: Syntax | null;
}

/** Every assignment of a module that is written out; what is not is a named implementation, and told as such. */
function assignmentsIn(module: ModuleText): readonly Assignment[] {
  return [...nodesIn(module.program)]
    .filter((node) => calledName(node) === 'assign')
    .flatMap((node) => assignedBy(module, parts(node, 'arguments')[0]));
}

function assignedBy(module: ModuleText, argument: Syntax | undefined): readonly Assignment[] {
  const resolved = argument === undefined ? null : module.resolve(argument);
  const given = resolved !== null && isFunction(resolved) ? resolved : null;
  const found = given === null ? resolved : givenBy(given);
  const object = found === null ? null : module.resolve(found);
  if (object?.type !== 'ObjectExpression') return [];
  return module.propertiesOf(object).flatMap((property) => {
    const [key, value] = module.entryOf(property) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value, given }];
  });
}

/**
 * The members that a machine's context begins with: of an object, or of what a function gives.
 *
 * @returns null where they are not written out
 */
function contextMembers(
  module: ModuleText,
  config: Syntax,
): readonly (readonly [key: string, value: Syntax])[] | null {
  const context = module.memberOf(module.resolve(config), 'context');
  if (context === null) return [];
  const resolved = module.resolve(context);
  const object = isFunction(resolved) ? givenBy(resolved) : resolved;
  if (object?.type !== 'ObjectExpression') return null;
  const members = module.propertiesOf(object).map((property) => module.entryOf(property));
  return members.every((member) => member !== null) ? members : null;
}

/** Whether it is read from the input: a path that begins there, wherever in the expression. */
function isInput(node: Syntax): boolean {
  if (node.type === 'Identifier') return isNamed(node, 'input');
  return ['object', 'left', 'right'].some((key) => {
    const inner = part(node, key);
    return inner !== null && isInput(inner);
  });
}

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

/** How deep in the context and in events types are looked at. */
const DEEPEST = 5;

/**
 * What the author's compiler was told of a machine's context and events: `types: {} as { context: Order; events: Event }`, or
 * `types: { context: {} as Order }`, in the configuration or in `setup`. Types that are imported say nothing here.
 *
 * @returns the bits that each place may be, by the keys that paths have (`context.form.email`); of what is left out nothing
 * is said, and the items of a list have `[]` behind its key
 */
export function declaredTypes(module: ModuleText, objects: readonly Syntax[]): ReadonlyMap<string, number> {
  const types = new DeclaredTypes(module);
  const said = new Map<string, number>();
  const note = (key: string, { type, isOptional }: Member, depth: number): void => {
    // What is optional and not given reads null here.
    said.set(key, (said.get(key) ?? 0) | types.typesOf(type) | (isOptional ? NULLISH : 0));
    if (depth === DEEPEST) return;
    for (const [name, member] of types.membersOf(type))
      note(`${key}${selectorOf(name).plain}`, member, depth + 1);
    for (const item of types.itemsOf(type)) note(`${key}[]`, { type: item, isOptional: false }, depth + 1);
  };
  for (const object of objects.map((one) => module.resolve(one))) {
    for (const [name, member] of types.membersOf(typeIn(module, types, object, 'context')))
      note(`context.${variableName(name)}`, member, 1);
    for (const event of types.alternativesOf(typeIn(module, types, object, 'events'))) {
      const members = types.membersOf(event);
      const type = members.find(([name]) => name === 'type')?.[1].type;
      const eventType = type === undefined ? null : literalOf(type);
      for (const [name, member] of members) {
        const key = `event${selectorOf(name).plain}`;
        note(key, member, 1);
        if (typeof eventType === 'string') note(ofEvent(eventType, key), member, 1);
      }
    }
  }
  return said;
}

/** The type that one of a machine's parts is said to have. */
function typeIn(
  module: ModuleText,
  types: DeclaredTypes,
  object: Syntax,
  key: 'context' | 'events',
): Syntax | null {
  const said = propertyOf(module, object, 'types');
  const whole = said === null ? null : annotated(said, 'value');
  if (whole !== null) return types.membersOf(whole).find(([name]) => name === key)?.[1].type ?? null;
  const inside = said === null ? null : part(said, 'value');
  const property = inside === null ? null : propertyOf(module, inside, key);
  return property === null ? null : annotated(property, 'value');
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

  /** The members of an object's type, also of those that it extends, is joined with, or may be; a name may come twice. */
  membersOf(type: Syntax | null, way = 0): readonly (readonly [string, Member])[] {
    if (type === null || way > LONGEST_WAY || !this.module.spend()) return [];
    switch (type.type) {
      case 'TSTypeLiteral':
        return membersIn(parts(type, 'members'));
      case 'TSInterfaceBody':
        return membersIn(parts(type, 'body'));
      default:
        return this.behind(type).flatMap((one) => this.membersOf(one, way + 1));
    }
  }

  /** The types of a union, one by one. */
  alternativesOf(type: Syntax | null, way = 0): readonly Syntax[] {
    if (type === null || way > LONGEST_WAY || !this.module.spend()) return [];
    return /^TS(?:UnionType|TypeReference|TypeAliasDeclaration|ParenthesizedType)$/.test(type.type)
      ? this.behind(type).flatMap((one) => this.alternativesOf(one, way + 1))
      : [type];
  }

  /** What the items of a list are said to be. */
  itemsOf(type: Syntax, way = 0): readonly Syntax[] {
    if (way > LONGEST_WAY || !this.module.spend()) return [];
    if (type.type === 'TSArrayType') return oneOrNone(part(type, 'elementType'));
    if (type.type === 'TSTupleType') return parts(type, 'elementTypes');
    const of = type.type === 'TSTypeReference' ? part(type, 'typeArguments') : null;
    if (of !== null && genericBits(type) === TYPES.list) return parts(of, 'params');
    return this.behind(type).flatMap((one) => this.itemsOf(one, way + 1));
  }

  /** The types that one stands for, or is made of. */
  private behind(type: Syntax): readonly Syntax[] {
    switch (type.type) {
      case 'TSInterfaceDeclaration':
        return [...parts(type, 'extends'), ...oneOrNone(part(type, 'body'))];
      case 'TSExpressionWithTypeArguments':
        return this.declaredAs(part(type, 'expression'));
      case 'TSTypeReference':
        return this.declaredAs(part(type, 'typeName'));
      case 'TSIntersectionType':
      case 'TSUnionType':
        return parts(type, 'types');
      case 'TSTypeAliasDeclaration':
      case 'TSParenthesizedType':
        return oneOrNone(part(type, 'typeAnnotation'));
      case 'TSTypeOperator':
        return word(type, 'operator') === 'readonly' ? oneOrNone(part(type, 'typeAnnotation')) : [];
      default:
        return [];
    }
  }

  /** The bits that a value of a type may be. */
  typesOf(type: Syntax, way = 0): number {
    if (way > LONGEST_WAY || !this.module.spend()) return ANYTHING;
    switch (type.type) {
      case 'TSTypeLiteral':
      case 'TSInterfaceDeclaration':
      case 'TSIntersectionType': {
        // A list, too, has the members of `{ length: number }`.
        const names = this.membersOf(type, way).map(([name]) => name);
        return names.length === 0 || names.includes('length') ? ANYTHING : TYPES.map;
      }
      case 'TSLiteralType': {
        const value = literalOf(type);
        return value === undefined ? ANYTHING : typesOf(value);
      }
      default: {
        const known = KEYWORDS[type.type] ?? genericBits(type);
        if (known !== undefined) return known;
        const behind = this.behind(type);
        return behind.length === 0
          ? ANYTHING
          : behind.reduce((bits, one) => bits | this.typesOf(one, way + 1), 0);
      }
    }
  }

  private declaredAs(name: Syntax | null): readonly Syntax[] {
    return name?.type === 'Identifier' ? (this.named.get(word(name, 'name')) ?? []) : [];
  }
}

/** The constant that a type is. */
function literalOf(type: Syntax): ReturnType<typeof constant> {
  const literal = part(type, 'literal');
  return literal === null ? undefined : constant(literal);
}

/** What a list or a record of the language itself is. */
function genericBits(type: Syntax): number | undefined {
  const name = type.type === 'TSTypeReference' ? part(type, 'typeName') : null;
  return name === null ? undefined : GENERICS.get(word(name, 'name'));
}

function membersIn(signatures: readonly Syntax[]): readonly (readonly [string, Member])[] {
  const members: (readonly [string, Member])[] = [];
  for (const signature of signatures) {
    const key = part(signature, 'key');
    const type = annotated(signature, 'typeAnnotation');
    if (signature.type !== 'TSPropertySignature' || key === null || type === null) continue;
    const name = flag(signature, 'computed') || key.type !== 'Identifier' ? constant(key) : word(key, 'name');
    if (typeof name === 'string') members.push([name, { type, isOptional: flag(signature, 'optional') }]);
  }
  return members;
}

function oneOrNone(node: Syntax | null): readonly Syntax[] {
  return node === null ? [] : [node];
}
