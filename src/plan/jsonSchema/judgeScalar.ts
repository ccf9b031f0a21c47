import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#base';
import { compileSchemaPattern } from '../patterns/pattern';
import type { Judging, Outcome, Place } from './judging';
import { SchemaFault } from './keywords';

/** The keywords that look at a value as a whole: its type, what it is equal to, its size, its characters. */
export function judgeScalar(judge: Judging, schema: JsonObject, place: Place, outcome: Outcome): void {
  const { value, path } = place;
  judgeType(schema.type, place, outcome);
  if (schema.const !== undefined && !isOneOf(judge, value, [schema.const]))
    outcome.violates(path, 'const', `The value does not match ${JSON.stringify(schema.const)}.`);
  if (Array.isArray(schema.enum) && !isOneOf(judge, value, schema.enum))
    outcome.violates(path, 'enum', `The value does not match any of ${JSON.stringify(schema.enum)}.`);
  if (typeof value === 'number') judgeNumber(schema, value, path, outcome);
  if (typeof value === 'string') judgeText(judge, schema, value, path, outcome);
}

function judgeType(type: Json | undefined, { value, path }: Place, outcome: Outcome): void {
  if (type === undefined) return;
  const types: readonly Json[] = Array.isArray(type) ? type : [type];
  const actual = typeOf(value);
  if (types.some((one) => one === actual || (one === 'integer' && Number.isInteger(value)))) return;
  outcome.violates(path, 'type', `The value is of type "${actual}". Expected "${types.join('", "')}".`);
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Two values are the same exactly if their canonical JSON is. */
export function canonical(judge: Judging, value: Json): string {
  const text = canonicalJson(value);
  judge.fuel.spend(1 + (text.length >> 2));
  return text;
}

/** What a list of constants holds besides texts, numbers and the like, written out once a list. */
const structures = new WeakMap<readonly Json[], ReadonlySet<string>>();

function isOneOf(judge: Judging, value: Json, constants: readonly Json[]): boolean {
  judge.fuel.spend(1 + (constants.length >> 3));
  if (typeof value !== 'object' || value === null) return constants.includes(value);
  const kept = structures.get(constants);
  const known = kept ?? new Set(constants.filter(isStructure).map((one) => canonicalJson(one)));
  if (kept === undefined) structures.set(constants, known);
  return known.size > 0 && known.has(canonical(judge, value));
}

function isStructure(value: Json): boolean {
  return Array.isArray(value) || isJsonObject(value);
}

function judgeNumber(schema: JsonObject, value: number, path: string, outcome: Outcome): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const says = (keyword: string, what: string): void => outcome.violates(path, keyword, `${value} ${what}.`);
  if (typeof minimum === 'number') {
    // In draft 4 the exclusive bounds were flags.
    if (exclusiveMinimum === true && value <= minimum) says('minimum', `is less than or equal to ${minimum}`);
    else if (value < minimum) says('minimum', `is less than ${minimum}`);
  }
  if (typeof maximum === 'number') {
    if (exclusiveMaximum === true && value >= maximum)
      says('maximum', `is greater than or equal to ${maximum}`);
    else if (value > maximum) says('maximum', `is greater than ${maximum}`);
  }
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    says('exclusiveMinimum', `is less than ${exclusiveMinimum}`);
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    says('exclusiveMaximum', `is greater than or equal to ${exclusiveMaximum}`);
  if (typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf))
    says('multipleOf', `is not a multiple of ${multipleOf}`);
}

function judgeText(judge: Judging, schema: JsonObject, value: string, path: string, outcome: Outcome): void {
  const { minLength, maxLength, pattern } = schema;
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    const length = lengthOf(judge, value);
    if (typeof minLength === 'number' && length < minLength)
      outcome.violates(path, 'minLength', `String is too short (${length} < ${minLength}).`);
    if (typeof maxLength === 'number' && length > maxLength)
      outcome.violates(path, 'maxLength', `String is too long (${length} > ${maxLength}).`);
  }
  if (typeof pattern === 'string' && !matches(judge, pattern, value))
    outcome.violates(path, 'pattern', 'String does not match pattern.');
}

/** In code points. */
function lengthOf(judge: Judging, text: string): number {
  judge.fuel.spend(text.length >> 4);
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length++;
  return length;
}

/** case C4: by the engine whose steps are counted. */
export function matches(judge: Judging, source: string, text: string): boolean {
  const pattern = compileSchemaPattern(source);
  if (!pattern.ok)
    throw new SchemaFault(`The pattern "${source.slice(0, 80)}" of the schema ${pattern.problem}.`);
  return pattern.value.test(text, judge.fuel);
}

/** Whether a number is a multiple of another, both taken as the decimals that they are written as: 0.3 is one of 0.1. */
function isMultipleOf(value: number, of: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(of) || of <= 0) return false;
  const [digits, exponent] = decimalOf(value);
  const [ofDigits, ofExponent] = decimalOf(of);
  const shared = Math.min(exponent, ofExponent);
  const scaled = (number: bigint, by: number): bigint => number * 10n ** BigInt(by - shared);
  return scaled(digits, exponent) % scaled(ofDigits, ofExponent) === 0n;
}

/** A number as digits × 10 to the exponent. */
function decimalOf(value: number): readonly [digits: bigint, exponent: number] {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(Math.abs(value))) ?? [];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
