import { isJsonObject, type Json, type JsonObject, own } from '#base';
import type { CapabilityDescriptor } from '#plan';
import type { PlannerState } from '../state';
import { resultText, shownPurpose } from './signature';

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
  const properties = own(input, 'properties');
  const open = Object.entries(isJsonObject(properties) ? properties : {});
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(open.map(([name, schema]) => [name, orText(brief(schema))])),
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
