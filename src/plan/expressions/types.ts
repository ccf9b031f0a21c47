import { TypeError as CelTypeError, type Environment } from '@marcbachmann/cel-js';
import { compileCondition, makeConditionEnvironment } from './condition';
import { makeEnvironment } from './environment';
import { compileExpression } from './expression';
import { withoutGuards } from './guarded';

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
  const checker = checkerFor(language, types);
  const known = checker.found.get(source);
  if (known !== undefined) return known;
  const fresh = problemIn(source, language, checker.environment);
  if (checker.found.size >= KEPT) checker.found.clear();
  checker.found.set(source, fresh);
  return fresh;
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
  const at = error.range?.start ?? 0;
  return {
    message: withoutGuards(error.summary.replace(/\.$/, '')),
    offset: guarded.isGuarded ? guarded.originalOffset(at) : at,
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

interface Checker {
  readonly environment: Environment;
  readonly found: Map<string, TypeProblem | null>;
}

const KEPT = 5_000;

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
  const made = language.checkers.get(types);
  if (made) return made;
  if (language.plain === undefined) {
    language.plain = language.make();
    allowComparisons(language.plain);
  }
  const environment = language.plain.clone();
  for (const [name, type] of types) environment.registerVariable(name, type);
  const checker: Checker = { environment, found: new Map() };
  language.checkers.set(types, checker);
  return checker;
}
