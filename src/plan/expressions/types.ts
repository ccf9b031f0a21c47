import { type ASTNode, TypeError as CelTypeError, type Environment, serialize } from '@marcbachmann/cel-js';
import { remembered } from '#base';
import { shapeOf } from '../jsonSchema/judge';
import { Shape } from '../jsonSchema/shape';
import { compileCondition, makeConditionEnvironment } from './condition';
import { compileExpression, type Expression, keptBySource, makeEnvironment } from './expression';
import { withoutGuards } from './guards';
import { binding, partsOf, stepNamedBy } from './references';

/** The types of CEL that a JSON Schema can be certain of. */
export type VariableType = 'string' | 'double' | 'bool';

/** What is wrong with the types of an expression, and where. */
export interface TypeProblem {
  readonly message: string;
  readonly offset: number;
}

/**
 * What CEL's own type checker finds in an expression, given the types of some variables; others may be anything. The
 * branches of a choice may differ in type, as they may when it is evaluated (V3).
 *
 * @returns the first problem and its place, or null; null too when the expression cannot be read at all
 */
export function typeProblem(source: string, types: ReadonlyMap<string, VariableType>): TypeProblem | null {
  return typeProblemIn(EXPRESSIONS, source, types);
}

/** The same for a condition of a machine, which may ask `inState` and `guard`. */
export function typeProblemOfCondition(
  source: string,
  types: ReadonlyMap<string, VariableType>,
): TypeProblem | null {
  return typeProblemIn(CONDITIONS, source, types);
}

function typeProblemIn(
  language: Language,
  source: string,
  types: ReadonlyMap<string, VariableType>,
): TypeProblem | null {
  return checkerFor(language, types)(source);
}

function problemIn(
  source: string,
  { read: readSource }: Language,
  environment: Environment,
): TypeProblem | null {
  const read = readSource(source);
  if (!read.ok) return null;
  const { guarded } = read.value;
  const { error } = environment.check(guarded.isGuarded ? guarded.source : source);
  if (!(error instanceof CelTypeError) || COMPARISON.test(error.summary)) return null;
  return {
    message: withoutGuards(error.summary.replace(/\.$/, '')),
    offset: guarded.originalOffset(error.range?.start ?? 0),
  };
}

/** Values of any two types can be compared, and looked for in anything: the answer is no. */
const COMPARISON = /^no such overload: .* (?:==|!=|in) /;

/** The same for the checker where it can be told, so that it goes on and finds what else there is. */
function allowComparisons(environment: Environment): void {
  const scalars = ['string', 'double', 'bool'];
  for (const one of scalars) {
    environment.registerOperator(`${one} == null: bool`, () => false);
    for (const other of scalars.slice(scalars.indexOf(one) + 1))
      environment.registerOperator(`${one} == ${other}: bool`, () => false);
    for (const item of ['int', ...scalars])
      if (item !== one) environment.registerOperator(`${one} in list<${item}>: bool`, () => false);
  }
}

type Checker = (source: string) => TypeProblem | null;

/** What sources are read with, and the checkers of each list of types. */
interface Language {
  readonly read: typeof compileExpression;
  readonly make: () => Environment;
  plain?: Environment;
  readonly checkers: WeakMap<ReadonlyMap<string, VariableType>, Checker>;
}

const EXPRESSIONS: Language = { read: compileExpression, make: makeEnvironment, checkers: new WeakMap() };
const CONDITIONS: Language = {
  read: compileCondition,
  make: makeConditionEnvironment,
  checkers: new WeakMap(),
};

function checkerFor(language: Language, types: ReadonlyMap<string, VariableType>): Checker {
  return remembered(language.checkers, types, () => {
    if (language.plain === undefined) {
      language.plain = language.make();
      allowComparisons(language.plain);
    }
    const environment = language.plain.clone();
    for (const [name, type] of types) environment.registerVariable(name, type);
    return keptBySource((source) => problemIn(source, language, environment));
  });
}

/** What is known of the values that an expression may read; null where nothing is. */
export interface KnownShapes {
  readonly step: (id: string) => Shape | null;
  readonly name: (name: string) => Shape | null;
}

/** A field that is read of a value that is certain not to have it. */
export interface MissingField {
  /** The value, as the expression has it. */
  readonly of: string;
  readonly field: string;
  /** The fields that the value has; none where it is no object. */
  readonly fields: readonly string[];
  /** Where the value is read in the expression, in UTF-16 code units. */
  readonly offset: number;
}

/** What is certain of the value of an expression, and the fields that it reads in vain. */
interface ShapeReading {
  readonly shape: Shape;
  readonly missing: readonly MissingField[];
}

/**
 * Follows an expression through what is known of its values. What may be absent and is asked for as such, by `.?`, `[?…]` or
 * `has(…)`, is not missing; what is not known stays so.
 */
export function shapeOfExpression(expression: Expression, known: KnownShapes): ShapeReading {
  const reader = new ShapeReader(known);
  const shape = reader.read(expression.tree, new Map());
  return { shape, missing: [...reader.missing.values()] };
}

type Bound = ReadonlyMap<string, Shape>;

const NULL = shapeOf({ type: 'null' });
const BOOLEAN = shapeOf({ type: 'boolean' });
const NUMBER = shapeOf({ type: 'number' });
const STRING = shapeOf({ type: 'string' });
const LIST = shapeOf({ type: 'array' });
const OBJECT = shapeOf({ type: 'object' });

/** What functions and methods give whatever they are given. */
const FUNCTIONS: ReadonlyMap<string, Shape> = new Map([
  ['string', STRING],
  ...['double', 'int', 'uint', 'size'].map((name) => [name, NUMBER] as const),
  ...['bool', 'has'].map((name) => [name, BOOLEAN] as const),
]);
const METHODS: ReadonlyMap<string, Shape> = new Map([
  ...['size', 'indexOf', 'lastIndexOf'].map((name) => [name, NUMBER] as const),
  ...['all', 'exists', 'exists_one', 'contains', 'startsWith', 'endsWith', 'matches'].map(
    (name) => [name, BOOLEAN] as const,
  ),
  ['map', LIST],
]);
const JUDGEMENTS: ReadonlySet<string> = new Set('== != < <= > >= in && || !_'.split(' '));

class ShapeReader {
  /** By the value and the field: what is read twice is missing once. */
  readonly missing = new Map<string, MissingField>();

  constructor(private readonly known: KnownShapes) {}

  read(node: ASTNode, bound: Bound): Shape {
    const step = bound.has('steps') ? null : stepNamedBy(node);
    if (step !== null) return this.known.step(step) ?? Shape.UNKNOWN;
    switch (node.op) {
      case 'value':
        return ofLiteral(node.args);
      case 'id':
        return bound.get(node.args) ?? this.known.name(node.args) ?? Shape.UNKNOWN;
      case '.':
        return this.#field(node.args[0], node.args[1], bound);
      case '[]':
        return this.#index(...node.args, bound);
      case 'call':
        return this.#call(...node.args, bound);
      case 'rcall':
        return this.#method(node, bound);
      case '?:': {
        const [condition, one, other] = node.args;
        this.read(condition, bound);
        return Shape.either([this.read(one, bound), this.read(other, bound)]);
      }
      default:
        return this.#operation(node, bound);
    }
  }

  #field(of: ASTNode, name: string, bound: Bound): Shape {
    const found = this.read(of, bound).field(name);
    if (found instanceof Shape) return found;
    const text = serialize(of);
    const key = JSON.stringify([text, name]);
    if (!this.missing.has(key))
      this.missing.set(key, { of: text, field: name, fields: found.fields, offset: of.start });
    return Shape.UNKNOWN;
  }

  #index(of: ASTNode, key: ASTNode, bound: Bound): Shape {
    if (key.op === 'value' && typeof key.args === 'string') return this.#field(of, key.args, bound);
    this.read(key, bound);
    return this.read(of, bound).item;
  }

  #call(name: string, args: readonly ASTNode[], bound: Bound): Shape {
    const [only] = args;
    // Whether there is such a field is what it asks.
    if (name === 'has' && only?.op === '.') this.read(only.args[0], bound);
    else for (const arg of args) this.read(arg, bound);
    return FUNCTIONS.get(name) ?? Shape.UNKNOWN;
  }

  #method(node: Extract<ASTNode, { op: 'rcall' }>, bound: Bound): Shape {
    const [name, receiver, args] = node.args;
    const bind = binding(node);
    if (bind === null) {
      for (const part of [receiver, ...args]) this.read(part, bound);
      return METHODS.get(name) ?? Shape.UNKNOWN;
    }
    const [outside] = bind.outside.map((part) => this.read(part, bound));
    const over = outside ?? Shape.UNKNOWN;
    const isBind = name === 'bind';
    const inner = new Map([...bound, [bind.name, isBind ? over : eachOf(over)]]);
    const [last = Shape.UNKNOWN] = bind.inside.map((part) => this.read(part, inner)).slice(-1);
    if (isBind) return last;
    if (name === 'filter') return over.isOnly('array') ? over : LIST;
    return METHODS.get(name) ?? Shape.UNKNOWN;
  }

  #operation(node: ASTNode, bound: Bound): Shape {
    const parts = partsOf(node).map((part) => this.read(part, bound));
    if (JUDGEMENTS.has(node.op)) return BOOLEAN;
    if (node.op === 'list') return LIST;
    if (node.op === 'map') return OBJECT;
    if (node.op === '+' && parts.some((part) => part.isOnly('string'))) return STRING;
    if ('+-*/%'.includes(node.op) && parts.every((part) => part.isOnly('number'))) return NUMBER;
    return node.op === '-_' ? NUMBER : Shape.UNKNOWN;
  }
}

function ofLiteral(value: unknown): Shape {
  if (value === null) return NULL;
  if (typeof value === 'boolean') return BOOLEAN;
  if (typeof value === 'number' || typeof value === 'bigint') return NUMBER;
  return typeof value === 'string' ? STRING : Shape.UNKNOWN;
}

/** What a comprehension runs over: the items of a list, the names of an object's fields. */
function eachOf(over: Shape): Shape {
  return over.isOnly('object') ? STRING : over.item;
}
