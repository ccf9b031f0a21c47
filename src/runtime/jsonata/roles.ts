import { type Reading, TRUTH, WHOLE, WRITTEN } from './weight';

/** What is done with the value of a part, beside evaluating it. */
export interface Role {
  /** How it is gone through: compared, asked whether it is true, written as text or quoted in a message. */
  readonly reading?: Reading;
  /** It says by what is sorted: at each comparison lists are copied. */
  readonly isSortTerm?: true;
  /** It says by what is grouped: each item is appended to its group, for each name that is bound. */
  readonly groups?: number;
  /** It is put into one list with so many others, each by a copy of the list. */
  readonly siblings?: number;
}

const COMPARED: Role = { reading: WHOLE };
const ASKED: Role = { reading: TRUTH };
const QUOTED: Role = { reading: WRITTEN };
const OF_OPERATORS: ReadonlyMap<unknown, Role> = new Map([
  ['&', QUOTED],
  ['=', COMPARED],
  ['!=', COMPARED],
  ['in', ASKED],
  ['and', ASKED],
  ['or', ASKED],
]);
const SORT_TERM: Role = { isSortTerm: true };

/** Which part of an expression has which role, learnt as its parts are met: text that is evaluated (`$eval`) has parts of its own. */
export class Roles {
  readonly #roles = new WeakMap<object, Role>();
  readonly #known = new WeakSet<object>();
  /** How many names are bound by `@`, `#` and `%`: groups are made for each. */
  #names = 1;

  of(part: object): Role | undefined {
    if (!this.#known.has(part)) this.#learn(part);
    return this.#roles.get(part);
  }

  #learn(part: object): void {
    this.#known.add(part);
    switch (Reflect.get(part, 'type')) {
      case 'binary':
        this.#ofBinary(part);
        break;
      case 'unary':
        this.#ofUnary(part);
        break;
      case 'condition':
        this.#give(Reflect.get(part, 'condition'), ASKED);
        break;
      case 'transform':
        this.#give(Reflect.get(part, 'update'), QUOTED);
        this.#give(Reflect.get(part, 'delete'), QUOTED);
        break;
      case 'path':
        for (const step of listOf(Reflect.get(part, 'steps'))) this.#ofStep(step);
        break;
    }
    this.#ofFilters(part);
    const group: unknown = Reflect.get(part, 'group');
    if (isObject(group)) this.#ofGroup(group);
  }

  #ofBinary(part: object): void {
    const role = OF_OPERATORS.get(Reflect.get(part, 'value'));
    if (role === undefined) return;
    this.#give(Reflect.get(part, 'lhs'), role);
    this.#give(Reflect.get(part, 'rhs'), role);
  }

  #ofUnary(part: object): void {
    switch (Reflect.get(part, 'value')) {
      case '-':
        this.#give(Reflect.get(part, 'expression'), QUOTED);
        break;
      case '[': {
        const items = listOf(Reflect.get(part, 'expressions'));
        for (const item of items) this.#give(item, { siblings: items.length });
        break;
      }
      case '{':
        this.#ofGroup(part);
        break;
    }
  }

  #ofStep(step: object): void {
    for (const name of ['focus', 'index', 'ancestor']) if (Reflect.has(step, name)) this.#names++;
    this.#ofFilters(step);
    if (Reflect.get(step, 'type') !== 'sort') return;
    for (const term of listOf(Reflect.get(step, 'terms')))
      this.#give(Reflect.get(term, 'expression'), SORT_TERM);
  }

  #ofFilters(part: object): void {
    for (const filter of [...listOf(Reflect.get(part, 'predicate')), ...listOf(Reflect.get(part, 'stages'))])
      this.#give(Reflect.get(filter, 'expr'), ASKED);
  }

  #ofGroup(group: object): void {
    for (const pair of listOf(Reflect.get(group, 'lhs')))
      this.#give(Reflect.get(pair, 0), { ...QUOTED, groups: this.#names });
  }

  /** A part of a shared tree may have several. */
  #give(part: unknown, role: Role): void {
    if (isObject(part)) this.#roles.set(part, { ...this.#roles.get(part), ...role });
  }
}

function listOf(value: unknown): readonly object[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
