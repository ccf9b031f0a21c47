import { variableName } from '../dialect';
import type { ModuleText } from './moduleText';
import { type KnownContext, Setting } from './setting';
import { calledName, givenBy, isFunction, isNamed, nodesIn, part, parts, type Syntax } from './syntax';
import { Translator } from './toCel';
import { ANYTHING, TYPES, typesOf } from './value';

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
  const isSaid = said !== null && said !== ANYTHING;
  if (isInput(node)) return said ?? ANYTHING;
  return isSaid ? literalTypes(module, node) | said : literalTypes(module, node);
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
