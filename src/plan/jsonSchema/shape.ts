import { isJsonArray, isJsonObject, itemsIn, type Json, type JsonObject, own } from '#base';
import { isSchema, type Schema, type SchemaDocument } from './schemaDocument';

/** What a JSON value can be. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

const ALL: readonly JsonType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** A schema, with the document that its references lead into. */
interface Part {
  readonly schema: JsonObject;
  readonly document: SchemaDocument;
}

/** Schemas that hold together. A value of a shape fits all of one of its alternatives. */
type Alternative = readonly Part[];

/** What a value that has no such field has instead. */
export interface NoField {
  readonly fields: readonly string[];
}

/** More than this many ways to be are not told apart, and so many schemas are looked at: beyond that nothing is certain. */
const MOST_ALTERNATIVES = 32;
const MOST_SCHEMAS = 500;

/** What can be read of a value that stands for a large one (V6), beside what its type has. */
const OF_HANDLES: ReadonlyMap<JsonType, ReadonlySet<string>> = new Map([
  ['array', new Set(['rows', 'bytes', 'columns'])],
  ['string', new Set(['bytes', 'type'])],
]);

/**
 * What is certain of a value before it is there, by the schema that it fits. What a schema leaves open stays unknown, and
 * so does what would take a value to decide (`if`, `not`, patterns of names).
 */
export class Shape {
  /** Of a value of which nothing is known. */
  static readonly UNKNOWN = new Shape([[]]);

  private constructor(private readonly alternatives: readonly Alternative[]) {}

  static of(schema: Schema, document: SchemaDocument): Shape {
    return Shape.#ofAll(expanded(schema, document));
  }

  /** Of a value that has one of several shapes. */
  static either(shapes: readonly Shape[]): Shape {
    return Shape.#ofAll(shapes.flatMap(({ alternatives }) => alternatives));
  }

  static #ofAll(alternatives: readonly Alternative[]): Shape {
    const possible = alternatives.filter((one) => typesOf(one).size > 0);
    return possible.length === 0 || possible.length > MOST_ALTERNATIVES ? Shape.UNKNOWN : new Shape(possible);
  }

  /** All types that the value may have. */
  get types(): ReadonlySet<JsonType> {
    return new Set(this.alternatives.flatMap((one) => [...typesOf(one)]));
  }

  /** Whether it is certain to have one of these types. */
  isOnly(...types: readonly JsonType[]): boolean {
    return [...this.types].every((type) => types.includes(type));
  }

  /** Whether a value of the other shape may be one of this. */
  mayBe(other: Shape): boolean {
    return [...this.types].some((type) => other.types.has(type));
  }

  /** What lies under a name in it, or that no value of this shape has such a field. */
  field(name: string): Shape | NoField {
    const found = this.alternatives.map((one) => fieldOf(one, name));
    const there = found.flatMap((one) => (one === null ? [] : one));
    if (there.length > 0) return Shape.#ofAll(there);
    return { fields: this.fields };
  }

  /** The names of the fields that it may have; others may be there too where it is open. */
  get fields(): readonly string[] {
    return [...new Set(this.alternatives.flatMap(namesOf))];
  }

  /** What its items have in common, where it is a list. */
  get item(): Shape {
    return this.isOnly('array') ? Shape.#ofAll(this.alternatives.flatMap(itemOf)) : Shape.UNKNOWN;
  }
}

/** The ways in which a value can fit a schema; `looked` counts the schemas that were looked at, which may lead to each other. */
function expanded(schema: Schema, document: SchemaDocument, looked = { schemas: 0 }): readonly Alternative[] {
  if (schema === false) return [];
  if (schema === true || ++looked.schemas > MOST_SCHEMAS) return [[]];
  const inner = (one: Json): readonly Alternative[] =>
    isSchema(one) ? expanded(one, document, looked) : [[]];
  const refers = typeof schema.$ref === 'string';
  const referred = refers ? inner(document.referenceOf(schema, '$ref')) : [[]];
  // There, nothing counts beside a reference.
  if (refers && document.resourceOf(schema).draft === '7') return referred;
  const { allOf, anyOf, oneOf } = schema;
  const choices = [anyOf, oneOf].filter(isJsonArray);
  return [
    [[{ schema, document }]],
    referred,
    ...itemsIn(allOf).map(inner),
    ...choices.map((list) => list.flatMap(inner)),
  ].reduce(both);
}

/** All ways in which both hold. */
function both(one: readonly Alternative[], other: readonly Alternative[]): readonly Alternative[] {
  if (one.length * other.length > MOST_ALTERNATIVES) return [[]];
  return one.flatMap((first) => other.map((second) => [...first, ...second]));
}

function typesOf(alternative: Alternative): ReadonlySet<JsonType> {
  return new Set(ALL.filter((type) => alternative.every(({ schema }) => allows(schema, type))));
}

function allows(schema: JsonObject, type: JsonType): boolean {
  const { type: said, const: only, enum: values } = schema;
  const types = isJsonArray(said) ? said : [said];
  if (said !== undefined && !types.some((one) => (one === 'integer' ? 'number' : one) === type)) return false;
  if (only !== undefined && typeOf(only) !== type) return false;
  return !isJsonArray(values) || values.some((value) => typeOf(value) === type);
}

function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'string' : 'object';
}

/** What a field may be in one way; null where there is none. */
function fieldOf(alternative: Alternative, name: string): readonly Alternative[] | null {
  const types = typesOf(alternative);
  for (const type of types) if (OF_HANDLES.get(type)?.has(name)) return [[]];
  if (!types.has('object')) return null;
  const members = alternative.flatMap(({ schema, document }) =>
    membersOf(schema, name).map((one) => ({ one, document })),
  );
  if (members.some(({ one }) => one === false)) return null;
  return members.map(({ one, document }) => expanded(one, document)).reduce(both, [[]]);
}

/** The schemas that a member of that name is to fit, by one schema of its object. */
function membersOf(schema: JsonObject, name: string): readonly Schema[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const named = isJsonObject(properties) ? own(properties, name) : undefined;
  if (named !== undefined) return isSchema(named) ? [named] : [];
  if (patternProperties !== undefined || additionalProperties === undefined) return [];
  return isSchema(additionalProperties) ? [additionalProperties] : [];
}

function namesOf(alternative: Alternative): readonly string[] {
  return typesOf(alternative).has('object')
    ? alternative.flatMap(({ schema: { properties } }) =>
        isJsonObject(properties) ? Object.keys(properties).filter((name) => properties[name] !== false) : [],
      )
    : [];
}

function itemOf(alternative: Alternative): readonly Alternative[] {
  return alternative
    .flatMap(({ schema: { items, prefixItems }, document }) =>
      items !== undefined && isSchema(items) && prefixItems === undefined ? [expanded(items, document)] : [],
    )
    .reduce(both, [[]]);
}
