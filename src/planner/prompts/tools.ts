import { canonicalJson, isJsonObject, itemsIn, type Json, type JsonObject, own } from '#base';
import type { CapabilityDescriptor } from '#plan';
import type { PlannerState } from '../contracts';

/** A tool as a function that a model may call (P2 `tools`). */
export interface OfferedTool {
  readonly id: string;
  /** What it is for, and what it gives back: functions have no schema for that. */
  readonly description: string;
  readonly parameters: JsonObject;
}

/** The tools that a prompt shows, as functions. What is not allowed is never offered (P8). */
export function offeredTools({ catalogue }: PlannerState): readonly OfferedTool[] {
  return [...catalogue.values()].map(offeredTool);
}

/** One of them. */
export function offeredTool({ id, description, input, output }: CapabilityDescriptor): OfferedTool {
  const purpose = shownPurpose(description);
  const gives = `Returns ${resultText(output)}`;
  return {
    id,
    description: purpose === '' ? gives : `${purpose}\n${gives}`,
    parameters: parametersOf(input),
  };
}

/**
 * What the calls of one message are named, in their order: services mint ids of their own, which no argument could name.
 *
 * @returns for each place, from 0 on, a name that no step has yet
 */
export function callIds({ soFar }: PlannerState): (place: number) => string {
  const taken = new Set([
    ...(soFar?.body.nodes.map(({ id }) => id) ?? []),
    ...(soFar?.revision?.named ?? []),
  ]);
  const ids: string[] = [];
  let number = 0;
  return (place) => {
    while (ids.length <= place) {
      const id = `call_${++number}`;
      if (!taken.has(id)) ids.push(id);
    }
    return ids[place] ?? '';
  };
}

/** The input of a tool, in which each parameter may also be a text that holds an expression. */
function parametersOf(input: JsonObject): JsonObject {
  const { $schema: _dialect, ...rest } = input;
  const open = fieldsOf(input).map(({ name, schema }) => [name, orText(brief(schema))]);
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(open),
  };
}

function orText(schema: Json): Json {
  const isText = isJsonObject(schema) && schema.type === 'string' && !Object.hasOwn(schema, 'enum');
  return isText ? schema : { anyOf: [schema, { type: 'string' }] };
}

/** Keywords that forms read and models do not. */
const FOR_FORMS: ReadonlySet<string> = new Set(['title', 'format', '$schema']);

/** A schema without what only forms read: the schemas of all tools are the largest part of a request. */
function brief(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(brief);
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !FOR_FORMS.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, briefIn(keyword, value)]));
}

function briefIn(keyword: string, value: Json): Json {
  if (keyword === 'properties' && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, brief(schema)]));
  return ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'].includes(keyword)
    ? brief(value)
    : value;
}

/** What of a description is shown, in characters: those of a foreign tool may be as long as their author likes. */
const PURPOSE_LENGTH = 320;
const HINT_LENGTH = 120;
/** How deep types are written out, and how many values of an enumeration. */
const TYPE_DEPTH = 4;
const MOST_VALUES = 24;

/**
 * A tool as a model reads it (P13), in the notation that models know best: its parameters with what they may be, what comes
 * back, and on lines below what it is for.
 *
 * @example signatureOf(descriptor)
 * // table.limit(rows: object[], limit: integer, ties?: string) -> {rows: object[], count: integer}
 * //   Keeps the first rows, at most "limit" of them.
 */
export function signatureOf({ id, description, input, output }: CapabilityDescriptor): string {
  // A ledger keeps no order of keys, so those that are needed come first whatever it was.
  const fields = fieldsOf(input).toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
  const hints = fields.flatMap(({ name, schema }) => {
    const said = oneLine(textIn(schema, 'description'), HINT_LENGTH);
    return said === '' ? [] : [`  ${name}: ${said}`];
  });
  const purpose = shownPurpose(description);
  const head = `${id}(${fields.map(parameterText).join(', ')}) -> ${resultText(output)}`;
  return [head, ...(purpose === '' ? [] : [`  ${purpose}`]), ...hints].join('\n');
}

/** What a tool is for, as much of it as is shown. */
function shownPurpose(description: string): string {
  return oneLine(description, PURPOSE_LENGTH);
}

/** A property of an object's schema. */
export interface Field {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** The properties that a schema of an object names, in its order. */
export function fieldsOf(schema: JsonObject): readonly Field[] {
  const properties = own(schema, 'properties');
  const needed = new Set(itemsIn(own(schema, 'required')));
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, one]) => ({
    name,
    schema: one,
    isRequired: needed.has(name),
  }));
}

/** A schema as a type: `string`, `"asc" | "desc"`, `{name: string, age?: integer}[]`. */
export function typeText(schema: Json, depth = TYPE_DEPTH): string {
  if (!isJsonObject(schema)) return 'any';
  const { enum: values, const: only, anyOf, oneOf, type } = schema;
  if (only !== undefined) return canonicalJson(only);
  if (Array.isArray(values)) return valuesText(values);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return oneOfText(choices.map((one) => typeText(one, depth)));
  if (Array.isArray(type)) return oneOfText(type.map((one) => typeText({ ...schema, type: one }, depth)));
  if (type === 'array') return listText(typeText(own(schema, 'items') ?? {}, depth - 1));
  if (type === 'object' || isJsonObject(own(schema, 'properties'))) return objectText(schema, depth);
  return typeof type === 'string' ? type : 'any';
}

function parameterText({ name, schema, isRequired }: Field): string {
  const usual = isJsonObject(schema) ? own(schema, 'default') : undefined;
  const value = usual === undefined ? '' : ` = ${canonicalJson(usual)}`;
  return `${name}${isRequired ? '' : '?'}: ${typeText(schema)}${value}`;
}

/** What comes back, as a type. */
function resultText(output: JsonObject): string {
  const text = typeText(output);
  return text === 'any' ? 'any (its fields are not known)' : text;
}

function objectText(schema: JsonObject, depth: number): string {
  const fields = fieldsOf(schema);
  if (fields.length === 0 || depth <= 0) return 'object';
  const parts = fields.map(
    ({ name, schema: one, isRequired }) => `${name}${isRequired ? '' : '?'}: ${typeText(one, depth - 1)}`,
  );
  return `{${[...parts, ...(isJsonObject(own(schema, 'additionalProperties')) ? ['…'] : [])].join(', ')}}`;
}

function listText(item: string): string {
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function valuesText(values: readonly Json[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => canonicalJson(value));
  return [...shown, ...(values.length > MOST_VALUES ? ['…'] : [])].join(' | ');
}

function oneOfText(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.includes('any') ? 'any' : different.join(' | ');
}

function textIn(schema: Json, name: string): string {
  const text = isJsonObject(schema) ? own(schema, name) : undefined;
  return typeof text === 'string' ? text : '';
}

/** Words of somebody else stay on their line: none of them begins a part of the prompt (case E6). */
function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const space = line.lastIndexOf(' ', most);
  return `${line.slice(0, space > 0 ? space : most)} …`;
}
