import { isJsonObject, type Json, type JsonObject } from '#base';

/** A schema as it may stand anywhere inside another. */
export type Schema = JsonObject | boolean;

export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** Thrown while a schema is read or used: why it cannot be, as a sentence. */
export class SchemaFault extends Error {}

type Holds = 'schema' | 'schemas' | 'schemasByName' | 'itemSchemas' | 'dependencies';

/** The keywords that hold other schemas, and how. */
const HOLDING: ReadonlyMap<string, Holds> = new Map<string, Holds>([
  ['additionalItems', 'schema'],
  ['additionalProperties', 'schema'],
  ['contains', 'schema'],
  ['else', 'schema'],
  ['if', 'schema'],
  ['not', 'schema'],
  ['propertyNames', 'schema'],
  ['then', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['prefixItems', 'schemas'],
  ['items', 'itemSchemas'],
  ['$defs', 'schemasByName'],
  ['definitions', 'schemasByName'],
  ['dependentSchemas', 'schemasByName'],
  ['patternProperties', 'schemasByName'],
  ['properties', 'schemasByName'],
  ['dependencies', 'dependencies'],
]);

type Form =
  | 'text'
  | 'count'
  | 'number'
  | 'numberOrFlag'
  | 'flag'
  | 'list'
  | 'texts'
  | 'textsByName'
  | 'types';

/** The other keywords that judge, and of what form their values are. */
const FORMS: Readonly<Record<string, Form>> = {
  $anchor: 'text',
  $dynamicAnchor: 'text',
  $dynamicRef: 'text',
  $id: 'text',
  $recursiveRef: 'text',
  $ref: 'text',
  dependentRequired: 'textsByName',
  enum: 'list',
  exclusiveMaximum: 'numberOrFlag',
  exclusiveMinimum: 'numberOrFlag',
  maxContains: 'count',
  maximum: 'number',
  maxItems: 'count',
  maxLength: 'count',
  maxProperties: 'count',
  minContains: 'count',
  minimum: 'number',
  minItems: 'count',
  minLength: 'count',
  minProperties: 'count',
  multipleOf: 'number',
  pattern: 'text',
  required: 'texts',
  type: 'types',
  uniqueItems: 'flag',
};

const TYPES: ReadonlySet<Json> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

const isText = (value: Json): boolean => typeof value === 'string';
const isTexts = (value: Json): boolean => Array.isArray(value) && value.every(isText);

const HAS_FORM: Readonly<Record<Form, readonly [is: (value: Json) => boolean, name: string]>> = {
  text: [isText, 'a text'],
  count: [(value) => typeof value === 'number' && Number.isInteger(value) && value >= 0, 'a whole number'],
  number: [(value) => typeof value === 'number', 'a number'],
  numberOrFlag: [(value) => typeof value === 'number' || typeof value === 'boolean', 'a number'],
  flag: [(value) => typeof value === 'boolean', 'true or false'],
  list: [Array.isArray, 'a list'],
  texts: [isTexts, 'a list of texts'],
  textsByName: [
    (value) => isJsonObject(value) && Object.values(value).every(isTexts),
    'lists of texts by name',
  ],
  types: [
    (value) => TYPES.has(value) || (Array.isArray(value) && value.every((one) => TYPES.has(one))),
    'a type of JSON, or a list of them',
  ],
};

/**
 * The schemas that stand directly in another, each with the place in it.
 *
 * @throws SchemaFault where a keyword has a value that it cannot have
 */
export function schemasIn(schema: JsonObject): readonly Schema[] {
  const found: Schema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const form = Object.hasOwn(FORMS, keyword) ? FORMS[keyword] : undefined;
    if (form !== undefined && !HAS_FORM[form][0](value)) throw malformed(keyword, HAS_FORM[form][1]);
    const holds = HOLDING.get(keyword);
    if (holds !== undefined) found.push(...heldBy(keyword, holds, value));
  }
  return found;
}

function heldBy(keyword: string, holds: Holds, value: Json): readonly Schema[] {
  const isList = holds === 'schemas' || (holds === 'itemSchemas' && Array.isArray(value));
  if (holds === 'schema' || (holds === 'itemSchemas' && !isList)) return [schemaAt(keyword, value)];
  if (isList) {
    if (!Array.isArray(value)) throw malformed(keyword, 'a list of schemas');
    return value.map((one) => schemaAt(keyword, one));
  }
  if (!isJsonObject(value)) throw malformed(keyword, 'schemas by name');
  const schemas = Object.values(value).filter((one) => !(holds === 'dependencies' && isTexts(one)));
  return schemas.map((one) => schemaAt(keyword, one));
}

function schemaAt(keyword: string, value: Json): Schema {
  if (!isSchema(value)) throw malformed(keyword, 'a schema');
  return value;
}

/** What stands where a schema has to, which was seen when the document was read. */
export function asSchema(value: Json | undefined): Schema {
  if (isSchema(value)) return value;
  throw new SchemaFault('The schema cannot be used: something in it is no schema.');
}

function malformed(keyword: string, wanted: string): SchemaFault {
  return new SchemaFault(`The schema cannot be used: its "${keyword}" has to be ${wanted}.`);
}
