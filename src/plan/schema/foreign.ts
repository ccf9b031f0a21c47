import { type OutputUnit, validate } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '#base';

/** One way in which a value violates a foreign JSON Schema. */
export interface SchemaViolation {
  /** JSON Pointer (RFC 6901) into the value; empty for the whole. */
  readonly path: string;
  readonly message: string;
  /** The keyword of the schema that is violated; `false` where nothing is allowed, empty for the schema itself. */
  readonly keyword: string;
}

/**
 * Judges a value by a foreign JSON Schema (draft 2020-12), without eval. The library reports every parent of an
 * offence again; only the leaves are kept, which is what a person or a repair prompt can use.
 *
 * @returns all violations; one without a path when the schema itself cannot be used
 * @example validateJson({ type: 'object', required: ['text'] }, {}) // [{ path: '', message: '…"text"…' }]
 */
export function validateJson(schema: JsonObject, value: Json): readonly SchemaViolation[] {
  const remote = remoteReference(schema);
  if (remote !== null)
    return [{ path: '', message: `The schema refers to ${remote}, which is not loaded.`, keyword: '' }];
  try {
    const { errors } = validate(value, schema, '2020-12', undefined, false);
    const parents = parentsAmong(errors);
    return errors.filter((error) => !isParent(error, parents)).map(violationOf);
  } catch (cause) {
    return [
      {
        path: '',
        message: `The schema cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
        keyword: '',
      },
    ];
  }
}

/** Places in the schema above that of another error: what is said there is only that something below failed. */
function parentsAmong(errors: readonly OutputUnit[]): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const { keyword, keywordLocation } of errors) {
    // Of `false` the library gives the place in the value instead.
    if (keyword === 'false') continue;
    for (let at = keywordLocation.indexOf('/'); at >= 0; at = keywordLocation.indexOf('/', at + 1)) {
      parents.add(keywordLocation.slice(0, at));
    }
  }
  return parents;
}

function isParent({ keyword, keywordLocation }: OutputUnit, parents: ReadonlySet<string>): boolean {
  return keyword === 'additionalProperties' || parents.has(keywordLocation);
}

function violationOf({ instanceLocation, error, keyword }: OutputUnit): SchemaViolation {
  const path = decodeURIComponent(instanceLocation.replace(/^#/, ''));
  if (keyword === 'false') {
    return { path, keyword, message: `"${path.slice(path.lastIndexOf('/') + 1)}" is not allowed here.` };
  }
  const message = error
    .replace(/^Instance type "(\w+)" is invalid/, 'The value is of type "$1"')
    .replace(/^Instance/, 'The value');
  return { path, keyword, message };
}

function remoteReference(schema: Json): string | null {
  if (Array.isArray(schema)) return firstRemote(schema as readonly Json[]);
  if (!isJsonObject(schema)) return null;
  const reference = schema.$ref;
  if (typeof reference === 'string' && !reference.startsWith('#')) return reference;
  return firstRemote(Object.values(schema));
}

function firstRemote(schemas: readonly Json[]): string | null {
  for (const schema of schemas) {
    const remote = remoteReference(schema);
    if (remote !== null) return remote;
  }
  return null;
}
