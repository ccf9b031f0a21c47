import { Fuel, type Json, LIMITS, OutOfFuel } from '#base';
import { Judge, wholeOf } from '../jsonSchema/judge';
import type { SchemaViolation } from '../jsonSchema/judging';
import { isSchema, type Schema, SchemaDocument, SchemaFault } from '../jsonSchema/schemaDocument';
import { Shape } from '../jsonSchema/shape';

export type { SchemaViolation } from '../jsonSchema/judging';
export { type JsonType, type NoField, Shape } from '../jsonSchema/shape';

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
    return new Judge(read, fuel).judge(schema, wholeOf(value)).all();
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
const documents = new WeakMap<object, SchemaDocument | string>();

function documentOf(schema: Schema): SchemaDocument | string {
  const known = typeof schema === 'object' ? documents.get(schema) : undefined;
  if (known !== undefined) return known;
  const fresh = readDocument(schema);
  if (typeof schema === 'object') documents.set(schema, fresh);
  return fresh;
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
