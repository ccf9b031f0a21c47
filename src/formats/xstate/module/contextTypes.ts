import { type Assignment, assignmentsIn } from './assignments';
import { contextMembers, isInput } from './contextMembers';
import type { ModuleText } from './moduleText';
import { type KnownContext, Setting } from './setting';
import { isFunction, type Syntax, word } from './syntax';
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

  constructor(module: ModuleText, config: Syntax) {
    this.hearsEnds = /\b(?:invoke|spawn\w*|output)\b/.test(module.source);
    const members = contextMembers(module, config);
    const assignments = assignmentsIn(module);
    this.isClosed = members !== null;
    for (const [key, node] of members ?? []) this.declared.set(key, initialTypes(module, node));
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

  private given(module: ModuleText, value: Syntax, by: Syntax | null): number {
    const setting = new Setting(module, this, 'any');
    const resolved = by === null ? module.resolve(value) : value;
    const node = by ?? (isFunction(resolved) ? resolved : null);
    const translator = node === null ? Translator.outside(setting) : Translator.inside(setting, node);
    const body = by === null && node !== null ? Translator.body(node) : value;
    return translator?.value(body)?.types ?? 0;
  }
}

function initialTypes(module: ModuleText, node: Syntax): number {
  if (node.type === 'Identifier' && word(node, 'name') === 'undefined') return TYPES.undefined;
  if (isInput(node)) return ANYTHING;
  const literal = module.literal(node);
  if (literal === undefined) return ANYTHING;
  return typesOf(literal) | (/\bundefined\b/.test(module.text(node)) ? TYPES.hollow : 0);
}
