import { canonicalJson, escapePointer, type Fuel, isJsonObject, type Json, type JsonObject } from '#base';
import { compileSchemaPattern } from '../patterns/pattern';
import { type Schema, SchemaFault } from './schemaDocument';

/** What the keywords need of the judgement that they belong to. */
export interface Judging {
  readonly fuel: Fuel;
  /** What a schema says of a place. */
  judge(schema: Schema, place: Place): Outcome;
  /** Judges the same place by another schema, that has to hold too. */
  holds(schema: Schema, place: Place, outcome: Outcome): void;
  /** Judges what lies in a place. */
  holdsIn(schema: Schema, place: Place, outcome: Outcome): void;
}

/** The members that keywords have looked at, and the items: so many from the first on, and single ones. */
export class Evaluated {
  readonly members = new Set<string>();
  readonly items = new Set<number>();
  firstItems = 0;

  /**
   * Takes over what another schema has looked at, which holds of the same place.
   *
   * @returns how much that is
   */
  add(other: Evaluated): number {
    for (const name of other.members) this.members.add(name);
    for (const index of other.items) this.items.add(index);
    this.firstItems = Math.max(this.firstItems, other.firstItems);
    return other.members.size + other.items.size;
  }
}

/** What a schema says of a place. */
export class Outcome {
  /** What it finds itself, and what the schemas in it found, in the order of the keywords. */
  #found: (SchemaViolation | Outcome)[] | undefined;

  /**
   * @param path of the place
   * @param evaluated null where nothing asks what was looked at
   */
  constructor(
    readonly path: string,
    readonly evaluated: Evaluated | null,
  ) {}

  get isValid(): boolean {
    return this.#found === undefined;
  }

  violates(keyword: string, message: string): void {
    this.#found ??= [];
    this.#found.push({ path: this.path, keyword, message });
  }

  /** Fails as another has, for its reasons. */
  failsWith(other: Outcome): void {
    this.#found ??= [];
    this.#found.push(other);
  }

  /** All violations, each once, in the order of the keywords. */
  all(): readonly SchemaViolation[] {
    const violations: SchemaViolation[] = [];
    const seen = new Set<Outcome>();
    const open: (SchemaViolation | Outcome)[] = [this];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!(next instanceof Outcome)) violations.push(next);
      else if (!seen.has(next)) {
        seen.add(next);
        open.push(...(next.#found ?? []).toReversed());
      }
    }
    return violations;
  }
}

/** A place in the value that is judged. It is one object however many schemas look at it, and remembers what they said. */
export class Place {
  #members: Map<string | number, Place> | undefined;
  #outcomes: Map<string, Map<Schema, Outcome | null>> | undefined;

  constructor(
    readonly value: Json,
    readonly path: string,
  ) {}

  /** A member of an object, or an item of a list, that is there. */
  member(key: string | number): Place {
    this.#members ??= new Map();
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const made = new Place(memberOf(this.value, key), `${this.path}/${escapePointer(String(key))}`);
    this.#members.set(key, made);
    return made;
  }

  /** What was said of this place by a schema that was come to by a way; null while that is being found out. */
  said(way: string, schema: Schema): Outcome | null | undefined {
    return this.#outcomes?.get(way)?.get(schema);
  }

  note(way: string, schema: Schema, outcome: Outcome | null): void {
    this.#outcomes ??= new Map();
    const known = this.#outcomes.get(way);
    if (known === undefined) this.#outcomes.set(way, new Map([[schema, outcome]]));
    else known.set(schema, outcome);
  }
}

function memberOf(value: Json, key: string | number): Json {
  if (Array.isArray(value)) return value[Number(key)] ?? null;
  return isJsonObject(value) ? (value[key] ?? null) : null;
}

/** One way in which a value violates a JSON Schema. */
export interface SchemaViolation {
  /** JSON Pointer (RFC 6901) into the value; empty for the whole. */
  readonly path: string;
  readonly message: string;
  /** The keyword of the schema that is violated; `false` where nothing is allowed, empty for the schema itself. */
  readonly keyword: string;
}

/** The keywords that look at a value as a whole: its type, what it is equal to, its size, its characters. */
export function judgeScalar(judge: Judging, schema: JsonObject, place: Place, outcome: Outcome): void {
  const { value } = place;
  judgeType(schema.type, value, outcome);
  if (schema.const !== undefined && !isOneOf(judge, value, [schema.const]))
    outcome.violates('const', `The value does not match ${JSON.stringify(schema.const)}.`);
  if (Array.isArray(schema.enum) && !isOneOf(judge, value, schema.enum))
    outcome.violates('enum', `The value does not match any of ${JSON.stringify(schema.enum)}.`);
  if (typeof value === 'number') judgeNumber(schema, value, outcome);
  if (typeof value === 'string') judgeText(judge, schema, value, outcome);
}

function judgeType(type: Json | undefined, value: Json, outcome: Outcome): void {
  if (type === undefined) return;
  const types: readonly Json[] = Array.isArray(type) ? type : [type];
  const actual = typeOf(value);
  if (types.some((one) => one === actual || (one === 'integer' && Number.isInteger(value)))) return;
  outcome.violates('type', `The value is of type "${actual}". Expected "${types.join('", "')}".`);
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

function judgeNumber(schema: JsonObject, value: number, outcome: Outcome): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const says = (keyword: string, what: string): void => outcome.violates(keyword, `${value} ${what}.`);
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

function judgeText(judge: Judging, schema: JsonObject, value: string, outcome: Outcome): void {
  const { minLength, maxLength, pattern } = schema;
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    const length = lengthOf(judge, value);
    if (typeof minLength === 'number' && length < minLength)
      outcome.violates('minLength', `String is too short (${length} < ${minLength}).`);
    if (typeof maxLength === 'number' && length > maxLength)
      outcome.violates('maxLength', `String is too long (${length} > ${maxLength}).`);
  }
  if (typeof pattern === 'string' && !matches(judge, pattern, value))
    outcome.violates('pattern', 'String does not match pattern.');
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
