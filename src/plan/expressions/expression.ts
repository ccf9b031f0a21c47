import {
  type ASTNode,
  Environment,
  EvaluationError,
  ParseError,
  type ParseResult,
} from '@marcbachmann/cel-js';
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import {
  type Diagnostic,
  err,
  isReservedKey,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  problem,
  type Result,
} from '#base';
import { compilePattern } from '../patterns/pattern';
import { fits, type GuardedSource, guardedSource, registerGuards, withoutGuards } from './guards';
import { HANDLE_HELP, HandleValue, holdsHandle, registerHandles, withHandles } from './handles';
import { areWalksPaid, metered, pay } from './meter';
import { allParts, type References, readsOf, referencesIn, stepReadsOf } from './references';

/** A CEL expression that was read (V3). Made by `compileExpression`, used by `evaluate`. */
export interface Expression {
  readonly source: string;
  readonly references: References;
  /** As a tree, as its author wrote it. */
  readonly tree: ASTNode;
  /** Internal: what the engine runs. */
  readonly program: ParseResult;
  /** Internal: finds places of the source. */
  readonly guarded: GuardedSource;
}

/** The values of the names that an expression may read. */
export type Scope = ReadonlyMap<string, Json> | JsonObject;

/** Why an expression has no value: it never comes without a reason. */
export interface ExpressionError {
  readonly code: 'EXPRESSION_ERROR';
  readonly message: string;
  /** Place in the source, in UTF-16 code units. */
  readonly offset?: number;
  /** In a template: the string that it stands in, as a JSON Pointer. */
  readonly field?: string;
}

/** Reads expressions for one environment, which is made when the first is read. What was read is kept by source. */
export function readerFor(make: () => Environment): (source: string) => Result<Expression, Diagnostic> {
  let environment: Environment | undefined;
  return keptBySource((source) => {
    environment ??= make();
    return compileIn(environment, source);
  });
}

/** Most answers that are kept of one question. */
const KEPT = 5_000;

/** The same function, which works out its answer to a source once. */
export function keptBySource<Answer>(answerTo: (source: string) => Answer): (source: string) => Answer {
  const kept = new Map<string, Answer>();
  return (source) => {
    const known = kept.get(source);
    if (known !== undefined) return known;
    const fresh = answerTo(source);
    if (kept.size >= KEPT) kept.clear();
    kept.set(source, fresh);
    return fresh;
  };
}

/**
 * Reads a CEL expression. Results are kept by source, so that asking again is free.
 *
 * @returns the expression, or one diagnostic `EXPRESSION_INVALID` with the place in `where.offset`
 * @example
 * const score = compileExpression('score > 2');
 * if (score.ok) evaluate(score.value, { score: 3 }); // { ok: true, value: true }
 */
export const compileExpression = readerFor(makeEnvironment);

/**
 * Evaluates an expression. Total and bounded (case C3): no clock, no chance, own properties only (case C1), at
 * most `LIMITS.expressionOperations` operations. Numbers enter as doubles and leave as JSON numbers.
 *
 * @param handles whether tables by reference are more than objects (V6): not in runs recorded before there were any
 */
export function evaluate(
  expression: Expression,
  scope: Scope,
  handles = true,
): Result<Json, ExpressionError> {
  // A map, because the engine reads an object's variables with their prototype.
  const variables = scope instanceof Map ? scope : new Map(Object.entries(scope));
  if (!handles) return evaluateOver(expression, variables, false);
  if (![...variables.values()].some(holdsHandle)) return evaluateOver(expression, variables, true);
  const value = evaluateOver(expression, withHandles(variables), true);
  return value.ok ? value : err({ ...value.problem, message: `${value.problem.message} ${HANDLE_HELP}` });
}

function evaluateOver(
  expression: Expression,
  variables: ReadonlyMap<string, unknown>,
  handles: boolean,
): Result<Json, ExpressionError> {
  try {
    return evaluateIn(expression, () => variables, handles);
  } catch (cause) {
    if (!isTypeUnknown(cause)) return err(failureOf(expression, cause));
  }
  // The engine takes an object with a member `constructor` for one of a class; as a map it is what it is (case C1).
  try {
    return evaluateIn(expression, () => withMaps(variables), handles);
  } catch (cause) {
    return err(failureOf(expression, cause));
  }
}

/** @throws what the engine throws */
function evaluateIn(
  expression: Expression,
  variables: () => ReadonlyMap<string, unknown>,
  handles: boolean,
): Result<Json, ExpressionError> {
  const { outcome, exceeded } = metered(expression.source.length, () =>
    toJson(expression.program(variables()), handles),
  );
  if (exceeded !== null) return err(failure(expression, exceeded));
  const value = outcome();
  return value.ok ? value : err(failure(expression, value.problem));
}

/**
 * CEL as V3 wants it. JSON numbers enter as doubles and literals may be ints, so the operators that CEL does not
 * define between the two are registered; list and map literals may mix types; `.?` and `orValue` are there.
 */
export function makeEnvironment(): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
  registerArithmetic(environment);
  registerConcatenation(environment);
  registerGuards(environment);
  registerHandles(environment);
  return environment;
}

const ARITHMETIC: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
  ['%', (a, b) => a % b],
];

function registerArithmetic(environment: Environment): void {
  for (const [sign, compute] of ARITHMETIC) {
    environment.registerOperator(`double ${sign} int: double`, (a: number, b: bigint) =>
      compute(a, Number(b)),
    );
    environment.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) =>
      compute(Number(a), b),
    );
  }
  environment.registerOperator('double % double: double', (a: number, b: number) => a % b);
  // `!=` and the other way round come with it.
  environment.registerOperator('double == int: bool', (a: number, b: bigint) => a === Number(b));
}

/** Text and number, as people write `"n = " + n`. */
function registerConcatenation(environment: Environment): void {
  for (const number of ['double', 'int']) {
    environment.registerOperator(
      `string + ${number}: string`,
      (a: string, b: number | bigint) => a + String(b),
    );
    environment.registerOperator(
      `${number} + string: string`,
      (a: number | bigint, b: string) => String(a) + b,
    );
  }
}

function isTypeUnknown(cause: unknown): boolean {
  return cause instanceof EvaluationError && cause.summary.startsWith('Unsupported type');
}

/** Where an expression first reads a name, in UTF-16 code units; 0 when it does not. */
export function placeOfName(expression: Expression, name: string): number {
  return placesOfName(expression, name)[0] ?? 0;
}

/** Every place where an expression reads a name, in UTF-16 code units. */
export function placesOfName({ tree }: Expression, name: string): readonly number[] {
  return readsOf(tree, name);
}

/** Where an expression names a step, `steps["ID"]` or `steps.ID` (R13). */
export function placesOfSteps({ tree }: Expression): readonly number[] {
  return stepReadsOf(tree);
}

function compileIn(environment: Environment, source: string): Result<Expression, Diagnostic> {
  if (source.length > LIMITS.expressionCharacters) {
    return err(invalid(source, `it is longer than ${LIMITS.expressionCharacters} characters`, 0));
  }
  try {
    const written = environment.parse(source);
    for (const part of allParts(written.ast)) {
      const reason = refusedPart(part);
      if (reason !== null) return err(invalid(source, reason, part.start));
    }
    const guarded = guardedSource(written.ast);
    const program = guarded.isGuarded ? environment.parse(guarded.source) : written;
    return ok({ source, references: referencesIn(written.ast), tree: written.ast, program, guarded });
  } catch (cause) {
    return err(invalid(source, reasonOf(cause), cause instanceof ParseError ? (cause.range?.start ?? 0) : 0));
  }
}

function refusedPart(part: ASTNode): string | null {
  if (part.op === 'rcall' && part.args[0] === 'matches') return refusedMatch(part.args[2][0]);
  if (part.op === 'call' && part.args[0].startsWith('__')) return 'that name is no function';
  if (part.op === 'map') return refusedKey(part.args.map(([key]) => key));
  if (part.op === 'id' && part.args.startsWith('__proto')) return 'that name is never a variable';
  return null;
}

function refusedMatch(pattern: ASTNode | undefined): string | null {
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string') {
    return 'matches() takes only a pattern that is written out as text';
  }
  const read = compilePattern(pattern.args);
  return read.ok ? null : `the pattern of matches() ${read.problem}`;
}

/** The engine would leave these keys out without a word. */
function refusedKey(keys: readonly ASTNode[]): string | null {
  const names = keys.map((key) => (key.op === 'value' ? key.args : null));
  const forbidden = ['__proto__', 'constructor', 'prototype'].find((name) => names.includes(name));
  return forbidden === undefined ? null : `"${forbidden}" cannot be a key`;
}

function invalid(source: string, reason: string, offset: number): Diagnostic {
  return problem(
    'EXPRESSION_INVALID',
    `The expression ${quoted(source)} cannot be read: ${reason}.`,
    'Expressions are CEL: for example  score > 2 && status == "ok"  or  rows.filter(r, r.amount > 100).',
    { offset },
  );
}

function failureOf(expression: Expression, cause: unknown): ExpressionError {
  const at = cause instanceof EvaluationError ? cause.range?.start : undefined;
  const offset = at === undefined ? {} : { offset: expression.guarded.originalOffset(at) };
  return { ...failure(expression, reasonOf(cause)), ...offset };
}

function failure(expression: Expression, reason: string): ExpressionError {
  return {
    code: 'EXPRESSION_ERROR',
    message: `The expression ${quoted(expression.source)} has no value: ${reason}.`,
  };
}

/** The library's message without its excerpt and final stop, and with the guards' names taken out. */
function reasonOf(cause: unknown): string {
  const message =
    cause instanceof ParseError || cause instanceof EvaluationError ? cause.summary : String(cause);
  const line = message.split('\n')[0] ?? '';
  if (line === 'Unexpected token: EOF') return 'it ends too early';
  const reason = withoutGuards(line.replace(/^(?:\w*Error: )/, '').replace(/\.$/, ''));
  // It may quote a value (K5: an older run quotes it whole).
  return reason.length > REASON_CHARACTERS && areWalksPaid()
    ? `${reason.slice(0, REASON_CHARACTERS)}…`
    : reason;
}

const REASON_CHARACTERS = 500;

function quoted(source: string): string {
  return `"${source.length > 80 ? `${source.slice(0, 77)}…` : source}"`;
}

/**
 * A value of the engine as JSON: ints become numbers; times, bytes, types and numbers that are not finite have
 * no JSON form.
 *
 * @param handles whether handles are told from other objects (V6): then no expression makes one
 * @returns the JSON, or the reason why there is none
 */
export function toJson(value: unknown, handles: boolean): Result<Json, string> {
  if (!fits(value)) return err('it is too large');
  const offence = offenceIn(value) ?? (handles ? madeHandleIn(value) : null);
  return offence === null ? ok(converted(value)) : err(offence);
}

function offenceIn(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : `its value is ${value}, which is no JSON number`;
    case 'object':
      if (value === null || value instanceof UnsignedInt) return null;
      if (value instanceof HandleValue) return null;
      if (value instanceof Map) return offenceIn([...value.values()]);
      if (!Array.isArray(value) && !isPlain(value))
        return `its value is a ${value.constructor.name}, which is no JSON`;
      return Object.values(value).reduce<string | null>((found, item) => found ?? offenceIn(item), null);
    default:
      return `its value is a ${typeof value}, which is no JSON`;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** An object that an expression wrote out with a key of hosts. */
function madeHandleIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || value instanceof HandleValue) return null;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  for (const [key, inner] of entries) {
    if (isReservedKey(String(key))) return `only a host may write the key "${String(key)}"`;
    const found = madeHandleIn(inner);
    if (found !== null) return found;
  }
  return null;
}

/** Copies only what holds ints or maps, so that passing a large variable on costs a walk and no memory. */
function converted(value: unknown): Json {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof UnsignedInt) return Number(value.valueOf());
  if (typeof value !== 'object' || value === null) return value as Json;
  if (value instanceof HandleValue) return value.handle;
  if (value instanceof Map) return converted(Object.fromEntries(value));
  if (!isOfTheEngine(value)) return value as Json;
  if (Array.isArray(value)) return value.map(converted);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, converted(item)]));
}

function isOfTheEngine(value: object): boolean {
  return Object.values(value).some(
    (item: unknown) =>
      typeof item === 'bigint' ||
      item instanceof UnsignedInt ||
      item instanceof Map ||
      item instanceof HandleValue ||
      (typeof item === 'object' && item !== null && isOfTheEngine(item)),
  );
}

/** Variables with every object that has a member `constructor`, at any depth, as a map; all others as they are. */
function withMaps(variables: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  return new Map([...variables].map(([name, value]) => [name, mapped(value)]));
}

function mapped(value: unknown): unknown {
  if (areWalksPaid() && !pay('walk', 1)) return null;
  if (Array.isArray(value)) {
    const items = value.map(mapped);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== 'object' || value === null || value instanceof HandleValue) return value;
  const before = Object.entries(value);
  const entries = before.map(([key, item]) => [key, mapped(item)] as const);
  if (Object.hasOwn(value, 'constructor')) return new Map(entries);
  const isChanged = entries.some(([, item], index) => item !== before[index]?.[1]);
  return isChanged ? Object.fromEntries(entries) : value;
}
