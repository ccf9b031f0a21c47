import {
  type Diagnostic,
  err,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  notJsonAt,
  ok,
  own,
  parseJson,
  problem,
  type Result,
  sizeText,
  utf8Length,
} from '#base';
import { forbiddenKeys, jsonWarnings } from '#plan';

/** A foreign value that passed the limits, and what JSON.parse would have swallowed (case A13). */
interface ForeignValue {
  readonly value: Json;
  readonly warnings: readonly Diagnostic[];
}

/**
 * The first half of the door through which foreign documents come (W3): size, depth, JSON, and keys that would touch
 * a prototype (case C1).
 *
 * @param input text with or without a byte order mark, or a value that was parsed already
 * @returns the value, or every problem that keeps it from being read
 */
export function readForeign(input: Json | string): Result<ForeignValue, readonly Diagnostic[]> {
  if (typeof input !== 'string') return checked(input, []);
  if (input.length > LIMITS.importBytes || utf8Length(input) > LIMITS.importBytes)
    return err([tooLarge(input)]);
  const parsed = parseJson(input, LIMITS.jsonDepth);
  return parsed.ok ? checked(parsed.value, jsonWarnings(input)) : err([parsed.problem]);
}

function checked(value: Json, warnings: readonly Diagnostic[]): Result<ForeignValue, readonly Diagnostic[]> {
  const offence = notJsonAt(value, LIMITS.jsonDepth);
  if (offence !== null) return err([notJson(offence)]);
  const forbidden = forbiddenKeys(value);
  return forbidden.length > 0 ? err([...forbidden, ...warnings]) : ok({ value, warnings });
}

function notJson(path: string): Diagnostic {
  return problem(
    'NOT_JSON',
    `The value at ${path} is not JSON, or lies more than ${LIMITS.jsonDepth} levels deep.`,
    'Flatten the document, or give it as JSON text.',
    { field: path },
  );
}

function tooLarge(text: string): Diagnostic {
  const size = sizeText(utf8Length(text));
  return problem(
    'FILE_TOO_LARGE',
    `The file has ${size}; at most ${sizeText(LIMITS.importBytes)} are read.`,
    'Import its parts one by one.',
  );
}

/** What is looked at: the value of JSON, or the beginning of any other text. */
export interface FileHead {
  readonly value: JsonObject | readonly Json[] | null;
  readonly text: string;
}

export function hasAll(value: FileHead['value'], ...keys: readonly string[]): boolean {
  return (
    isJsonObject(value) && !Object.hasOwn(value, 'format') && keys.every((key) => Object.hasOwn(value, key))
  );
}

export function isListWith(
  value: Json | readonly Json[] | undefined,
  is: (one: JsonObject) => boolean,
): boolean {
  return isJsonArray(value) && value.some((one) => isJsonObject(one) && is(one));
}

/** `{nodes: […], edges: […]}` of a drawing library: both are lists. Planner's plans have a map of nodes, or no `edges` beside a list. */
export function isGraph(value: Json | readonly Json[] | null | undefined): boolean {
  if (value === null || value === undefined || isJsonArray(value) || !isJsonObject(value as Json))
    return false;
  const graph = value as JsonObject;
  return (
    isListWith(own(graph, 'nodes'), () => true) &&
    isListWith(own(graph, 'edges'), (one) => Object.hasOwn(one, 'source'))
  );
}

export function isNodesWith(value: FileHead['value'], is: (node: JsonObject) => boolean): boolean {
  return isJsonObject(value) && isListWith(own(value, 'nodes'), is);
}

/** A map whose members all have a key. */
export function isMapOf(value: FileHead['value'], key: string): boolean {
  if (!isJsonObject(value)) return false;
  const members = Object.values(value);
  return members.length > 0 && members.every((one) => isJsonObject(one) && Object.hasOwn(one, key));
}

/** Whether a text in YAML has keys at its top. */
export function yamlHas(text: string, ...keys: readonly string[]): boolean {
  return !/^\s*[[{<]/.test(text) && keys.every((key) => new RegExp(`^${key}:`, 'm').test(text));
}

export function textOf(object: JsonObject, key: string): string {
  const value = own(object, key);
  return typeof value === 'string' ? value : '';
}

/** Whether an object has one of some keys, as its own. */
export function hasAny(value: FileHead['value'], ...keys: readonly string[]): value is JsonObject {
  return isJsonObject(value) && keys.some((key) => Object.hasOwn(value, key));
}

/** The first object of a list: what is looked at instead of all of them. */
export function firstOf(value: FileHead['value']): JsonObject | null {
  return isJsonArray(value) ? (value.find(isJsonObject) ?? null) : null;
}

/**
 * The head of a foreign document.
 *
 * @param input text, or the value that it was parsed into
 */
export function headOf(input: Json | string): FileHead {
  if (typeof input !== 'string') return { value: treeIn(input), text: '' };
  const parsed = parseJson(input, LIMITS.jsonDepth);
  return parsed.ok
    ? { value: treeIn(parsed.value), text: '' }
    : { value: null, text: input.slice(0, LIMITS.plannerReplyBytes) };
}

function treeIn(value: Json): FileHead['value'] {
  if (isJsonArray(value)) return value;
  return isJsonObject(value) ? value : null;
}
