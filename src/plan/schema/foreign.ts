import { type OutputUnit, validate } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject, LIMITS } from '#base';
import { longestTextFor, refusedPattern } from '../expressions/pattern';

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
  const { problem, patterns } = lookInto(schema);
  const refusal = problem ?? textTooLong(patterns, value);
  if (refusal !== null) return [{ path: '', message: refusal, keyword: '' }];
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

/**
 * Why a foreign schema cannot be used at all: it refers to what is elsewhere, or has a pattern that may take for ever
 * (cases C4, G1). Null when it can.
 */
export function schemaProblem(schema: JsonObject): string | null {
  return lookInto(schema).problem;
}

interface Insight {
  readonly problem: string | null;
  readonly patterns: readonly string[];
}

/** Schemas judge many values, and are never changed. */
const insights = new WeakMap<JsonObject, Insight>();

function lookInto(schema: JsonObject): Insight {
  const known = insights.get(schema);
  if (known) return known;
  const patterns: string[] = [];
  const fresh = { problem: problemIn(schema, patterns), patterns };
  insights.set(schema, fresh);
  return fresh;
}

/** Collects the patterns on its way. */
function problemIn(schema: Json, patterns: string[]): string | null {
  if (Array.isArray(schema)) return firstProblem(schema as readonly Json[], patterns);
  if (!isJsonObject(schema)) return null;
  const reference = schema.$ref;
  if (typeof reference === 'string' && !reference.startsWith('#'))
    return `The schema refers to ${reference}, which is not loaded.`;
  for (const pattern of patternsOf(schema)) {
    const reason = refusedPattern(pattern, LIMITS.schemaPattern);
    if (reason !== null) return `The pattern "${pattern.slice(0, 80)}" of the schema ${reason}.`;
    patterns.push(pattern);
  }
  return firstProblem(Object.values(schema), patterns);
}

function firstProblem(schemas: readonly Json[], patterns: string[]): string | null {
  for (const schema of schemas) {
    const problem = problemIn(schema, patterns);
    if (problem !== null) return problem;
  }
  return null;
}

function patternsOf({ pattern, patternProperties }: JsonObject): readonly string[] {
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isJsonObject(patternProperties) ? Object.keys(patternProperties) : []),
  ];
}

function textTooLong(patterns: readonly string[], value: Json): string | null {
  if (patterns.length === 0) return null;
  const longest = Math.min(...patterns.map(longestTextFor));
  return hasLonger(value, longest)
    ? `The value holds a text of more than ${longest} characters, which the patterns of the schema cannot look at.`
    : null;
}

function hasLonger(value: Json, longest: number): boolean {
  if (typeof value === 'string') return value.length > longest;
  if (typeof value !== 'object' || value === null) return false;
  return (
    Object.keys(value).some((key) => key.length > longest) ||
    Object.values(value).some((item) => hasLonger(item, longest))
  );
}
