import { isJsonObject, type Json, type JsonObject } from '#base';
import { compileSchemaPattern } from '../patterns/pattern';

/** A schema as it may stand anywhere inside another. */
export type Schema = JsonObject | boolean;

export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** Thrown while a schema is read or used: why it cannot be, as a sentence. */
export class SchemaFault extends Error {}

type Holds = 'schema' | 'schemas' | 'schemasByName' | 'itemSchemas' | 'dependencies';

/** The keywords that hold other schemas, and how. */
const HOLDING = byWord<Holds>(
  ['schema', 'additionalItems additionalProperties contains else if not propertyNames then'],
  ['schema', 'unevaluatedItems unevaluatedProperties'],
  ['schemas', 'allOf anyOf oneOf prefixItems'],
  ['itemSchemas', 'items'],
  ['schemasByName', '$defs definitions dependentSchemas patternProperties properties'],
  ['dependencies', 'dependencies'],
);

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
const FORMS = byWord<Form>(
  ['text', '$anchor $dynamicAnchor $dynamicRef $id $recursiveRef $ref pattern'],
  ['count', 'maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties'],
  ['number', 'maximum minimum multipleOf'],
  ['numberOrFlag', 'exclusiveMaximum exclusiveMinimum'],
  ['flag', 'uniqueItems'],
  ['list', 'enum'],
  ['texts', 'required'],
  ['textsByName', 'dependentRequired'],
  ['types', 'type'],
);

/** What each word is, from the words of each kind. */
function byWord<Kind>(...kinds: readonly (readonly [Kind, string])[]): ReadonlyMap<string, Kind> {
  return new Map(kinds.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)));
}

const TYPES: ReadonlySet<Json> = new Set('array boolean integer null number object string'.split(' '));

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
function schemasIn(schema: JsonObject): readonly Schema[] {
  const found: Schema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const form = FORMS.get(keyword);
    if (form !== undefined && !HAS_FORM[form][0](value)) throw malformed(keyword, HAS_FORM[form][1]);
    const holds = HOLDING.get(keyword);
    if (holds !== undefined) found.push(...heldBy(keyword, holds, value));
  }
  return found;
}

function heldBy(keyword: string, holds: Holds, value: Json): readonly Schema[] {
  const form = holds !== 'itemSchemas' ? holds : Array.isArray(value) ? 'schemas' : 'schema';
  if (form === 'schema') return [schemaAt(keyword, value)];
  if (form === 'schemas') {
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

/** The drafts that are told apart: of 2019-09 what is the same in 2020-12, of 4 and 6 what is the same in 7. */
type Draft = '2020-12' | '7';

/** A part of a document that has an address of its own: the document itself, and each schema in it with an `$id`. */
export interface Resource {
  readonly uri: string;
  readonly draft: Draft;
  readonly schema: Schema;
  readonly anchors: Map<string, Schema>;
  readonly dynamicAnchors: Map<string, Schema>;
}

/** Where a document is that says no `$id`. */
const NOWHERE = 'schema:/';

/**
 * A schema with all that it refers to. References lead to what stands in it and nowhere else: to a place, an anchor or an `$id`.
 *
 * @throws SchemaFault where it cannot be used
 */
export class SchemaDocument {
  /** Whether anything in it asks what other keywords have looked at: else nobody needs to note it. */
  asksForEvaluated = false;
  /** Whether a dynamic reference may lead elsewhere than a plain one. */
  isDynamic = false;
  readonly root: Resource;
  readonly #resources = new Map<string, Resource>();
  readonly #resourceOf = new Map<JsonObject, Resource>();
  readonly #references = new Map<JsonObject, Map<string, Schema>>();

  constructor(schema: Schema) {
    this.root = this.#newResource(NOWHERE, schema, draftOf(schema, '2020-12'));
    this.#visit(schema, this.root);
    for (const referring of [...this.#resourceOf.keys()]) this.#resolveAll(referring);
  }

  /** The resource in which a schema stands. */
  resourceOf(schema: Schema): Resource {
    return (typeof schema === 'object' ? this.#resourceOf.get(schema) : undefined) ?? this.root;
  }

  /** What a schema refers to by a keyword. */
  referenceOf(schema: JsonObject, keyword: string): Schema {
    const found = this.#references.get(schema)?.get(keyword);
    if (found === undefined) throw new SchemaFault(`The schema refers to what is not in it by "${keyword}".`);
    return found;
  }

  #newResource(uri: string, schema: Schema, draft: Draft): Resource {
    const resource = { uri, draft, schema, anchors: new Map(), dynamicAnchors: new Map() };
    if (this.#resources.has(uri) && uri !== NOWHERE)
      throw new SchemaFault(`The schema says "$id": "${uri}" twice.`);
    this.#resources.set(uri, resource);
    return resource;
  }

  #visit(schema: Schema, around: Resource): void {
    if (typeof schema === 'boolean' || this.#resourceOf.has(schema)) return;
    const inner = schemasIn(schema);
    const resource = this.#enter(schema, around);
    this.#resourceOf.set(schema, resource);
    if (typeof schema.$anchor === 'string') resource.anchors.set(schema.$anchor, schema);
    if (typeof schema.$dynamicAnchor === 'string') {
      resource.anchors.set(schema.$dynamicAnchor, schema);
      resource.dynamicAnchors.set(schema.$dynamicAnchor, schema);
      this.isDynamic = true;
    }
    this.asksForEvaluated ||= 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema;
    refusePatterns(schema);
    for (const one of inner) this.#visit(one, resource);
  }

  /** The resource that a schema begins by its `$id`, else the one around it. */
  #enter(schema: JsonObject, around: Resource): Resource {
    const { $id } = schema;
    const draft = draftOf(schema, around.draft);
    // Beside a `$ref`, nothing else counts in draft 7.
    if (typeof $id !== 'string' || (draft === '7' && '$ref' in schema)) return around;
    const { uri, fragment: encoded } = resolveUri($id, around.uri);
    const fragment = textOfFragment(encoded, $id);
    if (fragment !== '') around.anchors.set(fragment, schema);
    return fragment !== '' || uri === around.uri ? around : this.#newResource(uri, schema, draft);
  }

  #resolveAll(schema: JsonObject): void {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = schema[keyword];
      if (typeof reference !== 'string' || this.#references.get(schema)?.has(keyword)) continue;
      const found = this.#resolve(reference, this.resourceOf(schema));
      const known = this.#references.get(schema) ?? new Map<string, Schema>();
      this.#references.set(schema, known.set(keyword, found));
    }
    if ('$recursiveRef' in schema && this.#resources.size > 1)
      throw new SchemaFault(
        'The schema refers by "$recursiveRef" across several "$id"s, which is not known here.',
      );
  }

  #resolve(reference: string, from: Resource): Schema {
    const { uri, fragment: encoded } = resolveUri(reference, from.uri);
    const fragment = textOfFragment(encoded, reference);
    const resource = this.#resources.get(uri);
    if (resource === undefined)
      throw new SchemaFault(`The schema refers to ${reference}, which is not loaded.`);
    if (fragment === '') return resource.schema;
    const found = fragment.startsWith('/') ? this.#at(fragment, resource) : resource.anchors.get(fragment);
    if (found === undefined) throw new SchemaFault(`The schema refers to ${reference}, which is not in it.`);
    return found;
  }

  /** What stands at a JSON Pointer; a place that no keyword knows becomes a schema when it is referred to. */
  #at(pointer: string, { schema }: Resource): Schema | undefined {
    let value: Json | undefined = schema;
    let nearest: Schema = schema;
    for (const step of pointer.slice(1).split('/')) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      value = memberOf(value, name);
      if (value === undefined) return undefined;
      if (isJsonObject(value) && this.#resourceOf.has(value)) nearest = value;
    }
    if (!isSchema(value)) return undefined;
    if (typeof value === 'object' && !this.#resourceOf.has(value)) this.#adopt(value, nearest);
    return value;
  }

  #adopt(schema: JsonObject, nearest: Schema): void {
    const before = new Set(this.#resourceOf.keys());
    this.#visit(schema, this.resourceOf(nearest));
    for (const fresh of this.#resourceOf.keys()) if (!before.has(fresh)) this.#resolveAll(fresh);
  }
}

function draftOf(schema: Schema, around: Draft): Draft {
  if (typeof schema === 'boolean' || typeof schema.$schema !== 'string') return around;
  return /draft-0[3-7]\b/.test(schema.$schema) ? '7' : '2020-12';
}

function memberOf(value: Json, name: string): Json | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOfFragment(fragment: string, reference: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    throw new SchemaFault(`The schema refers to ${reference}, which is no address.`);
  }
}

/** case C4 */
function refusePatterns({ pattern, patternProperties }: JsonObject): void {
  const sources = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  for (const source of typeof pattern === 'string' ? [pattern, ...sources] : sources) {
    const read = compileSchemaPattern(source);
    if (!read.ok)
      throw new SchemaFault(`The pattern "${source.slice(0, 80)}" of the schema ${read.problem}.`);
  }
}

/** A URI taken apart from its fragment; nothing is fetched, addresses only name what stands in a schema. */
interface ResolvedUri {
  readonly uri: string;
  /** Still percent-encoded; empty where there is none. */
  readonly fragment: string;
}

interface Parts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/**
 * Resolves a reference against the URI that it stands in. Written out here because the ground floor has no `URL`, and must
 * give one answer in page and Node.
 *
 * @see RFC 3986, 5.2 and appendix B
 * @example resolveUri('item#/a', 'https://example.org/tree') // { uri: 'https://example.org/item', fragment: '/a' }
 */
export function resolveUri(reference: string, base: string): ResolvedUri {
  const given = partsOf(reference);
  const from = partsOf(base);
  const fragment = given.fragment ?? '';
  if (given.scheme !== undefined) return { uri: written({ ...given, path: tidied(given.path) }), fragment };
  if (given.authority !== undefined)
    return { uri: written({ ...given, scheme: from.scheme, path: tidied(given.path) }), fragment };
  const { scheme, authority } = from;
  if (given.path === '') return { uri: written({ ...from, query: given.query ?? from.query }), fragment };
  const path = given.path.startsWith('/') ? given.path : beside(from, given.path);
  return { uri: written({ ...given, scheme, authority, path: tidied(path) }), fragment };
}

function partsOf(uri: string): Parts {
  const [, scheme, authority, path = '', query, fragment] =
    /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(uri) ?? [];
  return { scheme: scheme?.toLowerCase(), authority: authority?.toLowerCase(), path, query, fragment };
}

function written({ scheme, authority, path, query }: Parts): string {
  return [
    scheme === undefined ? '' : `${scheme}:`,
    authority === undefined ? '' : `//${authority}`,
    authority !== undefined && path === '' ? '/' : path,
    query === undefined ? '' : `?${query}`,
  ].join('');
}

/** The reference in place of what follows the last `/` of the path that it stands in. */
function beside({ authority, path }: Parts, reference: string): string {
  if (authority !== undefined && path === '') return `/${reference}`;
  return path.slice(0, path.lastIndexOf('/') + 1) + reference;
}

/** Without `.` and `..`, which lead nowhere above the root. */
function tidied(path: string): string {
  if (!path.includes('.')) return path;
  const segments = path.split('/');
  const last = segments.at(-1);
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') {
      if (kept.length > 1) kept.pop();
    } else if (segment !== '.') kept.push(segment);
  }
  if (last === '.' || last === '..') kept.push('');
  return kept.join('/');
}
