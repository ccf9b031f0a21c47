import { type Fuel, isJsonObject, type JsonObject, LIMITS } from '#base';
import { judgeList } from './judgeList';
import { judgeObject } from './judgeObject';
import { judgeScalar } from './judgeScalar';
import type { Judging } from './judging';
import { asSchema, type Schema, SchemaFault } from './keywords';
import { Evaluated, Outcome } from './outcome';
import { Place } from './place';
import type { Resource, SchemaDocument } from './schemaDocument';

/** Steps that a schema costs at a place, whatever it says. */
const STEPS_OF_A_SCHEMA = 10;

/**
 * One judgement of a value by a schema document. All that grows is paid for with fuel: schemas at places, members, items, characters that are
 * compared, steps of patterns. A schema judges a place once, however often it is come to (draft 2020-12 and 7; no
 * `format` is asserted).
 */
export class Judge implements Judging {
  #depth = 0;
  readonly #isDynamic: boolean;
  /** The resources that were entered, the outermost first: where a dynamic reference looks. */
  #scope: readonly Resource[] = [];
  #way = '';

  constructor(
    readonly document: SchemaDocument,
    readonly fuel: Fuel,
  ) {
    this.#isDynamic = document.isDynamic;
  }

  /**
   * @throws OutOfFuel
   * @throws SchemaFault where the schema turns out to be unusable: it refers to itself without end
   */
  judge(schema: Schema, place: Place): Outcome {
    const resource = this.document.resourceOf(schema);
    if (!this.#isDynamic || this.#scope.includes(resource)) return this.#remembered(schema, place);
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
    const outcome = new Outcome(this.document.asksForEvaluated ? new Evaluated() : null);
    if (schema === false) {
      const name = place.path.slice(place.path.lastIndexOf('/') + 1);
      outcome.violates(place.path, 'false', `"${name}" is not allowed here.`);
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
    for (const { dynamicAnchors } of this.#scope) {
      const found = dynamicAnchors.get(name);
      if (found !== undefined) return found;
    }
    return target;
  }

  #combines(schema: JsonObject, place: Place, outcome: Outcome): void {
    const { not, anyOf, allOf, oneOf } = schema;
    if (not !== undefined && this.judge(asSchema(not), place).isValid)
      outcome.violates(place.path, 'not', 'The value matched "not" schema.');
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
      outcome.violates(place.path, keyword, 'The value does not match any subschemas.');
    if (keyword === 'oneOf' && (valid.length > 1 || schemas.length === 0))
      outcome.violates(
        place.path,
        keyword,
        `The value does not match exactly one subschema (${valid.length} matches).`,
      );
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

/** The place of the whole value. */
export function wholeOf(value: Place['value']): Place {
  return new Place(value, '');
}
