import { Fuel, LIMITS } from '#base';
import { expressionError } from './expressionError';
import { LISTS, type Reading, TRUTH, tooLarge, WHOLE, WRITTEN, weightOf } from './weight';

/** So many characters that are read or written take as long as evaluating one part. */
export const CHARACTERS_PER_STEP = 200;
/** So many steps of a pattern. */
const PATTERN_STEPS_PER_STEP = 20;
/** So many items that are copied from one list to the next. */
const COPIES_PER_STEP = 200;
/** The library sorts by halves and copies the rest of one at each comparison: a small part of the list on the whole. */
const COPIES_PER_SORTING_STEP = 5_000;
/** So many scopes inside each other that are looked through for a name. */
const SCOPES_PER_STEP = 20;

/**
 * What one evaluation of JSONata may still use up (case C3). The library calls before and after each part of an expression and
 * with each list and scope that it makes; what it does in between, in one go, is paid for from here: in advance where it could
 * be long. So the count is the same on every host.
 */
export class JsonataMeter {
  readonly #fuel: Fuel;
  /** Regular expressions have steps of their own (case C4), and are paid for with these too: each is matched in one go. */
  readonly patterns: Fuel;
  readonly #roles = new Roles();
  /** How many scopes lie around each, besides the outermost. */
  readonly #scopes = new WeakMap<object, number>();
  /** Items of the longest list so far: what is grouped or sorted is no longer. */
  #longest = 0;
  #grouped = 0;
  #base: object | undefined;
  #isClosed = false;

  constructor(steps: number) {
    this.#fuel = new Fuel(steps);
    this.patterns = new PatternFuel(LIMITS.patternSteps, this.#fuel);
  }

  get spent(): number {
    return this.#fuel.spent;
  }

  /** Whatever still goes on ends at its next part. */
  close(): void {
    this.#isClosed = true;
  }

  spend(steps: number): void {
    if (this.#isClosed) throw expressionError('it has ended');
    this.#fuel.spend(steps);
  }

  /** Characters that are read or written in one go. */
  spendCharacters(characters: number): void {
    if (!(characters <= LIMITS.expressionSize)) throw tooLarge();
    this.spend(characters / CHARACTERS_PER_STEP);
  }

  /** Before a part is evaluated. */
  begin(part: object, input: unknown, environment: object): void {
    this.#base ??= this.#counted(environment);
    this.spend(1 + this.#scopesAround(environment) / SCOPES_PER_STEP);
    const begun: unknown = Reflect.get(this.#base, 'depth');
    if (typeof begun === 'number' && begun > LIMITS.jsonataBegun)
      throw expressionError(`more than ${LIMITS.jsonataBegun} parts of it wait for each other`);
    const role = this.#roles.of(part);
    this.#payFor(role, input);
    if (Array.isArray(input)) this.#listOf(input.length);
    switch (Reflect.get(part, 'type')) {
      case 'name':
        if (Array.isArray(input)) this.spendCharacters(weightOf(input, LISTS));
        break;
      case 'descendant':
        this.spendCharacters(weightOf(input, WHOLE));
        break;
      case 'wildcard':
        this.#payForMembers(input);
        break;
    }
  }

  /** After a part was evaluated. */
  end(part: object, result: unknown): void {
    if (typeof result === 'string' && result.length > LIMITS.expressionSize) throw tooLarge();
    if (Array.isArray(result)) this.#listOf(result.length);
    const role = this.#roles.of(part);
    if (role?.reading) this.spendCharacters(weightOf(result, role.reading));
    if (role?.siblings !== undefined)
      this.spend((countOf(result) * role.siblings) / COPIES_PER_STEP + countOf(result) / CHARACTERS_PER_STEP);
  }

  /** With each scope that the library makes inside of another. */
  frame(outer: object, inner: object): void {
    const depth = this.#scopesAround(outer) + 1;
    if (depth > LIMITS.jsonataDepth)
      throw expressionError(`its functions lie more than ${LIMITS.jsonataDepth} levels deep in each other`);
    this.#scopes.set(inner, this.#base === undefined ? 0 : depth);
  }

  #scopesAround(environment: object): number {
    return this.#scopes.get(environment) ?? 0;
  }

  /** What it takes to put a list together item by item, or to sort it: the library copies the list for each. */
  spendCopies(items: number): void {
    this.spend((items * items) / 2 / COPIES_PER_STEP);
  }

  #payFor(role: Role | undefined, input: unknown): void {
    if (role?.isSortTerm) this.spend(this.#longest / COPIES_PER_SORTING_STEP);
    if (role?.groups === undefined) return;
    // Items that are lists are put together to one.
    if (Array.isArray(input)) this.#grouped += input.length;
    this.#listOf(this.#grouped);
    this.spend((this.#longest * role.groups) / COPIES_PER_STEP);
  }

  /** A wildcard appends list by list, and copies what it has each time. */
  #payForMembers(input: unknown): void {
    const value: unknown = Array.isArray(input) && 'outerWrapper' in input ? input[0] : input;
    if (typeof value !== 'object' || value === null) return;
    let items = 0;
    let copied = 0;
    for (const member of Object.values(value)) {
      items += Array.isArray(member) ? weightOf(member, LISTS) : 1;
      copied += Array.isArray(member) ? items : 1;
    }
    this.spend(copied / COPIES_PER_STEP);
  }

  /** The lists that the library makes count what is added to them. */
  #counted(environment: object): object {
    const base: unknown = Reflect.get(environment, 'base');
    if (typeof base !== 'object' || base === null) throw expressionError('it cannot be counted');
    const create: unknown = Reflect.get(base, 'createSequence');
    if (!isWork(create)) throw expressionError('it cannot be counted');
    Reflect.set(base, 'createSequence', (...first: readonly unknown[]) => this.#list(create, first));
    return base;
  }

  #list(create: Work, first: readonly unknown[]): unknown {
    const list: unknown = create(...first);
    if (!Array.isArray(list)) return list;
    const push = list.push;
    list.push = (...items: unknown[]): number => {
      this.spend(this.#costOf(list, items));
      const length = push.apply(list, items);
      this.#listOf(length);
      return length;
    };
    return list;
  }

  /** What binds names (`@`, `#`, `%`) copies all that are bound with each item. */
  #costOf(list: object, items: readonly unknown[]): number {
    const copied =
      'tupleStream' in list ? items.map(namesIn).reduce((sum, names) => sum + names, 0) : items.length;
    return copied / COPIES_PER_STEP;
  }

  #listOf(length: number): void {
    if (length > this.#longest) this.#longest = length;
  }
}

class PatternFuel extends Fuel {
  readonly #steps: Fuel;

  constructor(limit: number, steps: Fuel) {
    super(limit);
    this.#steps = steps;
  }

  override spend(steps: number): void {
    this.#steps.spend(steps / PATTERN_STEPS_PER_STEP);
    super.spend(steps);
  }
}

function namesIn(item: unknown): number {
  return typeof item === 'object' && item !== null ? Object.keys(item).length : 1;
}

type Work = (...given: readonly unknown[]) => unknown;

function isWork(value: unknown): value is Work {
  return typeof value === 'function';
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 1;
}

/** What is done with the value of a part, beside evaluating it. */
interface Role {
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
class Roles {
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
