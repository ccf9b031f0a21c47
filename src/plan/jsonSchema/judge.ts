import {
  Fuel,
  isJsonObject,
  itemsIn,
  type Json,
  type JsonObject,
  LIMITS,
  OutOfFuel,
  remembered,
} from '#base';
import {
  canonical,
  Evaluated,
  type Judging,
  judgeScalar,
  matches,
  Outcome,
  Place,
  type SchemaViolation,
} from './judging';
import {
  asSchema,
  isSchema,
  type Resource,
  type Schema,
  SchemaDocument,
  SchemaFault,
} from './schemaDocument';
import { Shape } from './shape';

/**
 * Judges a value by a JSON Schema from outside (draft 2020-12, or 7 where it says so), in steps that are counted: so each host comes
 * to the same verdict (K4), and none is kept busy. Parents of an offence are not reported again; only the leaves are, which
 * is what a person or a repair prompt can use.
 *
 * @param fuel where several judgements share what they may cost; else each has `LIMITS.schemaSteps`
 * @returns all violations; one without a path and keyword where the schema cannot be used, or takes too long
 * @example validateJson({ type: 'object', required: ['text'] }, {}) // [{ path: '', message: '…"text"…' }]
 */
export function validateJson(
  schema: Schema,
  value: Json,
  fuel: Fuel = new Fuel(LIMITS.schemaSteps),
): readonly SchemaViolation[] {
  const read = documentOf(schema);
  if (typeof read === 'string') return [unusable(read)];
  try {
    return new Judge(read, fuel).judge(schema, new Place(value, '')).all();
  } catch (cause) {
    if (cause instanceof SchemaFault) return [unusable(cause.message)];
    if (cause instanceof OutOfFuel)
      return [unusable(`Judging the value by its schema takes more than ${cause.limit} steps.`)];
    throw cause;
  }
}

/**
 * Why a schema from outside cannot be used at all: it refers to what is elsewhere, or has a pattern that no automaton can follow
 * (cases C4, G1). Null when it can.
 */
export function schemaProblem(schema: Schema): string | null {
  const read = documentOf(schema);
  return typeof read === 'string' ? read : null;
}

/** What is certain of a value that fits a schema; of one that cannot be used, nothing. */
export function shapeOf(schema: Schema): Shape {
  const read = documentOf(schema);
  return typeof read === 'string' ? Shape.UNKNOWN : Shape.of(schema, read);
}

/** Schemas judge many values, and are never changed. */
const documents = new WeakMap<JsonObject, SchemaDocument | string>();

function documentOf(schema: Schema): SchemaDocument | string {
  return typeof schema === 'object' ? remembered(documents, schema, readDocument) : readDocument(schema);
}

function readDocument(schema: Schema): SchemaDocument | string {
  if (!isSchema(schema)) return 'The schema is neither an object nor true or false.';
  try {
    return new SchemaDocument(schema);
  } catch (cause) {
    if (cause instanceof SchemaFault) return cause.message;
    throw cause;
  }
}

function unusable(message: string): SchemaViolation {
  return { path: '', message, keyword: '' };
}

/** Steps that a schema costs at a place, whatever it says. */
const STEPS_OF_A_SCHEMA = 10;

/**
 * One judgement of a value by a schema document. All that grows is paid for with fuel: schemas at places, members, items, characters that are
 * compared, steps of patterns. A schema judges a place once, however often it is come to (draft 2020-12 and 7; no
 * `format` is asserted).
 */
class Judge implements Judging {
  #depth = 0;
  /** The resources that were entered, the outermost first: where a dynamic reference looks. */
  #scope: readonly Resource[] = [];
  #way = '';

  constructor(
    readonly document: SchemaDocument,
    readonly fuel: Fuel,
  ) {}

  /**
   * @throws OutOfFuel
   * @throws SchemaFault where the schema turns out to be unusable: it refers to itself without end
   */
  judge(schema: Schema, place: Place): Outcome {
    const resource = this.document.resourceOf(schema);
    if (!this.document.isDynamic || this.#scope.includes(resource)) return this.#remembered(schema, place);
    const [scope, way] = [this.#scope, this.#way];
    this.#scope = [...scope, resource];
    this.#way = `${way} ${resource.uri}`;
    try {
      this.fuel.spend(this.#scope.length);
      return this.#remembered(schema, place);
    } finally {
      this.#scope = scope;
      this.#way = way;
    }
  }

  #remembered(schema: Schema, place: Place): Outcome {
    const known = place.said(this.#way, schema);
    this.fuel.spend(1);
    if (known === null) throw new SchemaFault('The schema refers to itself without end.');
    if (known !== undefined) return known;
    if (this.#depth >= LIMITS.schemaDepth)
      throw new SchemaFault(`The schema is more than ${LIMITS.schemaDepth} schemas deep.`);
    place.note(this.#way, schema, null);
    this.#depth++;
    const outcome = this.#judged(schema, place);
    this.#depth--;
    place.note(this.#way, schema, outcome);
    return outcome;
  }

  #judged(schema: Schema, place: Place): Outcome {
    this.fuel.spend(STEPS_OF_A_SCHEMA);
    const outcome = new Outcome(place.path, this.document.asksForEvaluated ? new Evaluated() : null);
    if (schema === false) {
      const name = place.path.slice(place.path.lastIndexOf('/') + 1);
      outcome.violates('false', `"${name}" is not allowed here.`);
    }
    if (typeof schema === 'boolean') return outcome;
    if (this.#refers(schema, place, outcome)) return outcome;
    judgeScalar(this, schema, place, outcome);
    this.#combines(schema, place, outcome);
    if (Array.isArray(place.value)) judgeList(this, schema, place, outcome);
    else if (isJsonObject(place.value)) judgeObject(this, schema, place, place.value, outcome);
    return outcome;
  }

  /** @returns whether nothing else counts beside the reference, as in draft 7 */
  #refers(schema: JsonObject, place: Place, outcome: Outcome): boolean {
    const isOnly = '$ref' in schema && this.document.resourceOf(schema).draft === '7';
    for (const keyword of ['$ref', '$recursiveRef'])
      if (keyword in schema) this.holds(this.document.referenceOf(schema, keyword), place, outcome);
    if (!isOnly && '$dynamicRef' in schema) this.holds(this.#dynamic(schema), place, outcome);
    return isOnly;
  }

  #dynamic(schema: JsonObject): Schema {
    const target = this.document.referenceOf(schema, '$dynamicRef');
    const name = String(schema.$dynamicRef).split('#')[1] ?? '';
    const isAnchor = this.document.resourceOf(target).dynamicAnchors.get(name) === target;
    if (!isAnchor) return target;
    return (
      this.#scope.find(({ dynamicAnchors }) => dynamicAnchors.has(name))?.dynamicAnchors.get(name) ?? target
    );
  }

  #combines(schema: JsonObject, place: Place, outcome: Outcome): void {
    const { not, anyOf, allOf, oneOf } = schema;
    if (not !== undefined && this.judge(asSchema(not), place).isValid)
      outcome.violates('not', 'The value matched "not" schema.');
    if (Array.isArray(anyOf)) this.#someOf(anyOf.map(asSchema), 'anyOf', place, outcome);
    if (Array.isArray(allOf)) for (const one of allOf) this.holds(asSchema(one), place, outcome);
    if (Array.isArray(oneOf)) this.#someOf(oneOf.map(asSchema), 'oneOf', place, outcome);
    if (schema.if !== undefined) this.#chooses(schema, asSchema(schema.if), place, outcome);
  }

  #someOf(schemas: readonly Schema[], keyword: 'anyOf' | 'oneOf', place: Place, outcome: Outcome): void {
    const outcomes = schemas.map((schema) => this.judge(schema, place));
    const valid = outcomes.filter(({ isValid }) => isValid);
    for (const one of valid) this.#looksLike(one, outcome);
    if (valid.length === 0) for (const one of outcomes) outcome.failsWith(one);
    if (keyword === 'anyOf' && schemas.length === 0)
      outcome.violates(keyword, 'The value does not match any subschemas.');
    if (keyword === 'oneOf' && (valid.length > 1 || schemas.length === 0))
      outcome.violates(keyword, `The value does not match exactly one subschema (${valid.length} matches).`);
  }

  #chooses(schema: JsonObject, condition: Schema, place: Place, outcome: Outcome): void {
    const found = this.judge(condition, place);
    if (found.isValid) this.#looksLike(found, outcome);
    const chosen = found.isValid ? schema.then : schema.else;
    if (chosen !== undefined) this.holds(asSchema(chosen), place, outcome);
  }

  holds(schema: Schema, place: Place, outcome: Outcome): void {
    const found = this.judge(schema, place);
    if (found.isValid) this.#looksLike(found, outcome);
    else outcome.failsWith(found);
  }

  #looksLike({ evaluated }: Outcome, outcome: Outcome): void {
    if (evaluated !== null) this.fuel.spend(outcome.evaluated?.add(evaluated) ?? 0);
  }

  holdsIn(schema: Schema, place: Place, outcome: Outcome): void {
    const found = this.judge(schema, place);
    if (!found.isValid) outcome.failsWith(found);
  }
}

/** The keywords that look at lists: how many items, what they are, whether any is there twice. */
function judgeList(judge: Judging, schema: JsonObject, place: Place, outcome: Outcome): void {
  const { minItems, maxItems, uniqueItems } = schema;
  const items = itemsIn(place.value);
  const count = items.length;
  if (typeof maxItems === 'number' && count > maxItems)
    outcome.violates('maxItems', `Array has too many items (${count} > ${maxItems}).`);
  if (typeof minItems === 'number' && count < minItems)
    outcome.violates('minItems', `Array has too few items (${count} < ${minItems}).`);
  judgeItems(judge, schema, place, count, outcome);
  judgeContains(judge, schema, place, count, outcome);
  judgeUnevaluated(judge, schema, place, count, outcome);
  if (uniqueItems === true) judgeUnique(judge, items, outcome);
}

/** The first items by a schema each, then all others by one: two writings of the same, of 2020-12 and of the drafts before. */
function judgeItems(judge: Judging, schema: JsonObject, place: Place, count: number, outcome: Outcome): void {
  const { prefixItems, items, additionalItems } = schema;
  const isOld = Array.isArray(items);
  const first: readonly Json[] = isOld ? items : Array.isArray(prefixItems) ? prefixItems : [];
  const rest = isOld ? additionalItems : items;
  for (const [index, one] of first.slice(0, count).entries())
    judge.holdsIn(asSchema(one), place.member(index), outcome);
  looksAtFirst(outcome, Math.min(first.length, count));
  if (rest === undefined) return;
  for (let index = first.length; index < count; index++)
    judge.holdsIn(asSchema(rest), place.member(index), outcome);
  looksAtFirst(outcome, count);
}

function looksAtFirst({ evaluated }: Outcome, count: number): void {
  if (evaluated !== null) evaluated.firstItems = Math.max(evaluated.firstItems, count);
}

function judgeContains(
  judge: Judging,
  schema: JsonObject,
  place: Place,
  count: number,
  outcome: Outcome,
): void {
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return;
  const found = itemsLike(judge, asSchema(contains), place, count);
  for (const index of found) outcome.evaluated?.items.add(index);
  const least = typeof minContains === 'number' ? minContains : 1;
  if (found.length < least) {
    const message =
      minContains === undefined
        ? 'Array does not contain item matching schema.'
        : `Array must contain at least ${least} items matching schema. Only ${found.length} items were found.`;
    outcome.violates(minContains === undefined ? 'contains' : 'minContains', message);
  }
  if (typeof maxContains === 'number' && found.length > maxContains)
    outcome.violates(
      'maxContains',
      `Array may contain at most ${maxContains} items matching schema. ${found.length} items were found.`,
    );
}

function itemsLike(judge: Judging, schema: Schema, place: Place, count: number): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < count; index++)
    if (judge.judge(schema, place.member(index)).isValid) found.push(index);
  return found;
}

function judgeUnevaluated(
  judge: Judging,
  { unevaluatedItems }: JsonObject,
  place: Place,
  count: number,
  outcome: Outcome,
): void {
  const { evaluated } = outcome;
  if (unevaluatedItems === undefined || evaluated === null) return;
  for (let index = evaluated.firstItems; index < count; index++)
    if (!evaluated.items.has(index)) judge.holdsIn(asSchema(unevaluatedItems), place.member(index), outcome);
  looksAtFirst(outcome, count);
}

function judgeUnique(judge: Judging, items: readonly Json[], outcome: Outcome): void {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = canonical(judge, item);
    const before = seen.get(text);
    if (before === undefined) {
      seen.set(text, index);
      continue;
    }
    outcome.violates('uniqueItems', `Duplicate items at indexes ${before} and ${index}.`);
    return;
  }
}

/** The keywords that look at objects: how many members, which, and what they are. */
function judgeObject(
  judge: Judging,
  schema: JsonObject,
  place: Place,
  value: JsonObject,
  outcome: Outcome,
): void {
  judgeRequired(judge, schema, value, outcome);
  const names = Object.keys(value);
  judge.fuel.spend(names.length);
  const { minProperties, maxProperties, propertyNames } = schema;
  if (typeof minProperties === 'number' && names.length < minProperties)
    outcome.violates('minProperties', `The value does not have at least ${minProperties} properties.`);
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    outcome.violates('maxProperties', `The value has more than ${maxProperties} properties.`);
  if (propertyNames !== undefined)
    for (const name of names)
      judge.holdsIn(asSchema(propertyNames), new Place(name, place.member(name).path), outcome);
  judgeDependents(judge, schema, place, value, outcome);
  judgeMembers(judge, schema, place, names, outcome);
}

function judgeRequired(judge: Judging, { required }: JsonObject, value: JsonObject, outcome: Outcome): void {
  if (!Array.isArray(required)) return;
  judge.fuel.spend(required.length);
  for (const name of required)
    if (!Object.hasOwn(value, String(name)))
      outcome.violates('required', `The value does not have required property "${name}".`);
}

function judgeDependents(
  judge: Judging,
  schema: JsonObject,
  place: Place,
  value: JsonObject,
  outcome: Outcome,
): void {
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const dependents = schema[keyword];
    if (!isJsonObject(dependents)) continue;
    for (const [name, dependent] of Object.entries(dependents)) {
      judge.fuel.spend(1);
      if (!Object.hasOwn(value, name)) continue;
      if (Array.isArray(dependent)) allThere(judge, keyword, name, dependent, value, outcome);
      else judge.holds(asSchema(dependent), place, outcome);
    }
  }
}

function allThere(
  judge: Judging,
  keyword: string,
  name: string,
  needed: readonly Json[],
  value: JsonObject,
  outcome: Outcome,
): void {
  judge.fuel.spend(needed.length);
  for (const one of needed)
    if (!Object.hasOwn(value, String(one)))
      outcome.violates(keyword, `The value has "${name}" but does not have "${one}".`);
}

function judgeMembers(
  judge: Judging,
  schema: JsonObject,
  place: Place,
  names: readonly string[],
  outcome: Outcome,
): void {
  const { additionalProperties, unevaluatedProperties } = schema;
  const looked = new Set<string>();
  const look = (name: string, by: Json | undefined): void => {
    looked.add(name);
    judge.holdsIn(asSchema(by), place.member(name), outcome);
  };
  byName(judge, schema, names, look);
  if (additionalProperties !== undefined)
    for (const name of names.filter((one) => !looked.has(one))) look(name, additionalProperties);
  const { evaluated } = outcome;
  if (evaluated === null) return;
  for (const name of looked) evaluated.members.add(name);
  if (unevaluatedProperties === undefined) return;
  for (const name of names.filter((one) => !evaluated.members.has(one))) {
    look(name, unevaluatedProperties);
    evaluated.members.add(name);
  }
}

function byName(
  judge: Judging,
  { properties, patternProperties }: JsonObject,
  names: readonly string[],
  look: (name: string, by: Json | undefined) => void,
): void {
  if (isJsonObject(properties)) {
    const own = new Set(names);
    judge.fuel.spend(Object.keys(properties).length);
    for (const [name, by] of Object.entries(properties)) if (own.has(name)) look(name, by);
  }
  if (isJsonObject(patternProperties))
    for (const [pattern, by] of Object.entries(patternProperties))
      for (const name of names) if (matches(judge, pattern, name)) look(name, by);
}
