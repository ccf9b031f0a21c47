import { type OutputUnit, validate } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '#base';

/** One way in which a value violates a foreign JSON Schema. */
export interface SchemaViolation {
  /** JSON Pointer (RFC 6901) into the value; empty for the whole. */
  readonly path: string;
  readonly message: string;
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
  if (remote !== null) return [{ path: '', message: `The schema refers to ${remote}, which is not loaded.` }];
  try {
    const { errors } = validate(value, schema, '2020-12', undefined, false);
    const parents = parentsAmong(errors.map((error) => error.keywordLocation));
    return errors.filter((error) => !parents.has(error.keywordLocation)).map(violationOf);
  } catch (cause) {
    return [
      {
        path: '',
        message: `The schema cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      },
    ];
  }
}

/** Places in the schema that hold the place of another error: they only say that something below them failed. */
function parentsAmong(locations: readonly string[]): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const location of locations) {
    for (let at = location.indexOf('/'); at >= 0; at = location.indexOf('/', at + 1)) {
      parents.add(location.slice(0, at));
    }
  }
  return parents;
}

function violationOf(error: OutputUnit): SchemaViolation {
  const path = decodeURIComponent(error.instanceLocation.replace(/^#/, ''));
  if (error.error !== 'False boolean schema.') {
    return {
      path,
      message: error.error
        .replace(/^Instance type "(\w+)" is invalid/, 'The value is of type "$1"')
        .replace(/^Instance/, 'The value'),
    };
  }
  return { path, message: `"${path.slice(path.lastIndexOf('/') + 1)}" is not allowed here.` };
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
