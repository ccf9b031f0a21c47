import { isJsonObject, isVariableName, type Json, type JsonObject, own, withoutEnd } from '#base';
import {
  type CapabilityDescriptor,
  type Catalogue,
  isReservedName,
  type PlannerFlavour,
  validateJson,
} from '#plan';
import type { PlannerState } from '../contracts';
import { type Field, fieldsOf, typeText } from './tools';

/**
 * An example in the form that a flavour is asked for (P13): a goal, and a reply that would be accepted as it stands. Without
 * a tool to show, the example is the reply that declines.
 */
export function exampleText(flavour: PlannerFlavour, state: PlannerState): string {
  const example = examplePlan(state);
  if (example === null) return `If the goal were "Send a letter", the reply would be:\n${declined(flavour)}`;
  return `If the goal were "${example.goal}", the reply could be:\n${replyOf(flavour, example, state)}`;
}

function declined(flavour: PlannerFlavour): string {
  const reason = 'No tool sends letters.';
  if (flavour === 'state-machine') return JSON.stringify({ plan_type: 'decline', description: reason });
  const step = { type: 'decline', reason };
  return JSON.stringify(ALONE.has(flavour) ? step : { steps: [step] });
}

/** Flavours whose plans are no object that a reason could stand in. */
const ALONE: ReadonlySet<PlannerFlavour> = new Set(['stream', 'tools', 'plan-execute']);

function replyOf(flavour: PlannerFlavour, example: ExamplePlan, state: PlannerState): string {
  if (flavour === 'tools') return callsOf(example);
  if (flavour === 'plan-execute') return JSON.stringify(goalsOf(example));
  if (flavour === 'state-machine') return JSON.stringify(machineOf(example, state));
  const steps = stepsOf(example, state);
  if (flavour !== 'stream') return JSON.stringify({ steps });
  const lines = [...steps.map((step) => ({ type: 'step', step })), { type: 'finish' }];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

function goalsOf({ calls }: ExamplePlan): readonly JsonObject[] {
  return calls.map(({ name, tool, gives }) => ({
    goal: `${name}.`,
    primary_tools: [tool],
    success_criteria: gives === null ? `"${tool}" has given a result.` : `There is a "${gives}".`,
  }));
}

/** Calls have no form in words: each is shown with its name, its tool and its arguments. */
function callsOf({ calls }: ExamplePlan): string {
  const names = new Map(calls.map(({ id }, index) => [id, `call_${index + 1}`]));
  const read: Read = (id, field) => readStep(names.get(id) ?? id, field);
  const lines = calls.map(
    ({ id, tool, input }) => `${names.get(id)}: ${tool}(${JSON.stringify(input(read))})`,
  );
  return lines.join('\n');
}

function stepsOf({ calls }: ExamplePlan, { writable }: PlannerState): readonly JsonObject[] {
  const into = variableFor(writable);
  const last = calls.at(-1);
  const steps = calls.map(
    (call): JsonObject => ({
      id: call.id,
      type: 'tool',
      toolId: call.tool,
      name: call.name,
      input: call.input(readStep),
      dependsOn: [...call.after],
      ...(call === last && into !== null ? { output: { [into]: keptOf(call) } } : {}),
    }),
  );
  // One call shows how a result is read no other way.
  if (last === undefined || calls.length > 1) return steps;
  const result = { result: readStep(last.id, last.gives) };
  return [...steps, { id: 'end', type: 'finish', result, dependsOn: [last.id] }];
}

function keptOf({ gives }: ExampleCall): string {
  return gives === null ? 'result' : `result.${gives}`;
}

/** Where an answer usually goes, else where anything may. */
function variableFor(writable: readonly string[]): string | null {
  return ['answer', 'result'].find((name) => writable.includes(name)) ?? writable[0] ?? null;
}

function machineOf({ goal, calls }: ExamplePlan, { writable }: PlannerState): JsonObject {
  const last = calls.at(-1);
  const into = variableFor(writable);
  const states = calls.map((call, index): [string, JsonObject] => [
    call.id,
    {
      state_name: call.id,
      description: call.name,
      action: { event_type: call.tool, response_event: `${call.id}.completed`, data: call.input(readResult) },
      transitions: [
        { on_event: `${call.id}.completed`, to_state: calls[index + 1]?.id ?? 'done' },
        { on_event: `${call.id}.failed`, to_state: 'failed' },
      ],
    },
  ]);
  return {
    plan_type: 'example',
    description: `${withoutEnd(goal, (character) => character === '?')}.`,
    initial_state: calls[0]?.id ?? 'done',
    states: {
      ...Object.fromEntries(states),
      done: { state_name: 'done', description: 'It is done.', is_terminal: true },
      failed: { state_name: 'failed', description: 'It failed.', is_terminal: true, outcome: 'failed' },
    },
    ...(last === undefined || into === null ? {} : { result: { [into]: readResult(last.id, last.gives) } }),
  };
}

/** How an input reads a field of the result of an earlier call; null for the whole result. */
type Read = (call: string, field: string | null) => string;

/** Steps of a plan read in `steps`, states of a machine in `results`. */
function readingIn(results: 'steps' | 'results'): Read {
  return (call, field) => `{{ ${results}.${call}${field === null ? '' : `.${field}`} }}`;
}

const readStep = readingIn('steps');
const readResult = readingIn('results');

/** One call of an example, before it is written as a step or as a state. */
interface ExampleCall {
  readonly id: string;
  readonly tool: string;
  readonly name: string;
  /** Calls whose results it needs. */
  readonly after: readonly string[];
  readonly input: (read: Read) => JsonObject;
  /** The field of its result that is worth keeping; null where its fields are not known. */
  readonly gives: string | null;
}

/** A goal and calls that reach it, in order; the last one gives what was asked for. */
interface ExamplePlan {
  readonly goal: string;
  readonly calls: readonly ExampleCall[];
}

/**
 * An example for a prompt (P13): made of tools that the prompt shows, so that whoever copies it names none that is not there.
 * For tables and documents one that is worth copying; for other tools one that has the right form.
 *
 * @returns null where no tool is shown, or none can be called without knowing more of it
 */
function examplePlan({ catalogue }: PlannerState): ExamplePlan | null {
  const written = WRITTEN.find(({ calls }) => calls.every(({ tool }) => catalogue.has(tool)));
  return written ?? madeOf(catalogue);
}

const WRITTEN: readonly ExamplePlan[] = [
  {
    goal: 'Which city has the most visitors?',
    calls: [
      {
        id: 'load',
        tool: 'table.load',
        name: 'Load visitors',
        after: [],
        input: () => ({ document: 'visitors' }),
        gives: 'rows',
      },
      {
        id: 'sort',
        tool: 'table.sort',
        name: 'Most visitors first',
        after: ['load'],
        input: (read) => ({ rows: read('load', 'rows'), by: 'visitors', order: 'desc' }),
        gives: 'rows',
      },
      {
        id: 'say',
        tool: 'table.answer',
        name: 'Say which city',
        after: ['sort'],
        input: (read) => ({ question: 'Which city has the most visitors?', rows: read('sort', 'rows') }),
        gives: 'text',
      },
    ],
  },
  {
    goal: 'When is high tide in Brest?',
    calls: [
      {
        id: 'find',
        tool: 'documents.search',
        name: 'Search for tides',
        after: [],
        input: () => ({ query: 'high tide Brest' }),
        gives: 'passages',
      },
      {
        id: 'say',
        tool: 'documents.answer',
        name: 'Answer with sources',
        after: ['find'],
        input: (read) => ({ question: 'When is high tide in Brest?', passages: read('find', 'passages') }),
        gives: 'text',
      },
    ],
  },
];

/** How many tools are tried as parts of an example. */
const MOST_TRIED = 40;

/** A tool with an input that fits it, as far as that can be told from its schema. */
interface Sampled {
  readonly tool: CapabilityDescriptor;
  readonly input: JsonObject;
  /** Those of its result that an expression can name after a dot. */
  readonly fields: readonly Field[];
}

/** Two calls, the second of which reads what the first gives, where two tools go together; else one call. */
function madeOf(catalogue: Catalogue): ExamplePlan | null {
  const tools = [...catalogue.values()]
    .toSorted((left, right) => risk(left) - risk(right))
    .slice(0, MOST_TRIED);
  const sampled = tools.flatMap((tool) => sampledOf(tool) ?? []);
  const [alone] = sampled;
  if (alone === undefined) return null;
  const link = bestLink(sampled);
  const first = link?.from ?? alone;
  const field = link === null ? firstNameOf(first.fields) : link.field;
  const calls = [callOf('first', first, field)];
  if (link !== null)
    calls.push({
      ...callOf('second', link.to, firstNameOf(link.to.fields)),
      after: ['first'],
      input: (read) => ({ ...link.to.input, [link.parameter]: read('first', link.field) }),
    });
  return { goal: calls.map(({ tool }) => `use ${tool}`).join(', then '), calls };
}

function callOf(id: string, { tool, input }: Sampled, gives: string | null): ExampleCall {
  return { id, tool: tool.id, name: tool.title ?? tool.id, after: [], input: () => input, gives };
}

/** What changes nothing comes first: an example may be copied. */
function risk({ effect }: CapabilityDescriptor): number {
  return effect === 'pure' || effect === 'read' ? 0 : 1;
}

function firstNameOf(fields: readonly Field[]): string | null {
  return fields[0]?.name ?? null;
}

function sampledOf(tool: CapabilityDescriptor): Sampled | null {
  const input = sampleObject(tool.input, SAMPLE_DEPTH);
  if (input === undefined || validateJson(tool.input, input).length > 0) return null;
  return { tool, input, fields: fieldsOf(tool.output).filter(({ name }) => isReadable(name)) };
}

function isReadable(name: string): boolean {
  return isVariableName(name) && !isReservedName(name);
}

interface Link {
  readonly from: Sampled;
  /** Null for the whole result. */
  readonly field: string | null;
  readonly to: Sampled;
  readonly parameter: string;
}

/**
 * A field of one tool that a needed parameter of another takes, best where both have one name; else a whole result of which
 * nothing is known, where a text is needed.
 */
function bestLink(sampled: readonly Sampled[]): Link | null {
  let best: Link | null = null;
  let most = 0;
  for (const from of sampled)
    for (const to of sampled)
      for (const field of from === to ? [] : readableOf(from))
        for (const parameter of fieldsOf(to.tool.input)) {
          const likeness = likenessOf(field, parameter);
          if (likeness <= most) continue;
          most = likeness;
          best = { from, field: field?.name ?? null, to, parameter: parameter.name };
        }
  return best;
}

function readableOf({ tool, fields }: Sampled): readonly (Field | null)[] {
  return typeText(tool.output) === 'any' ? [null] : fields;
}

function likenessOf(field: Field | null, parameter: Field): number {
  if (field === null) return parameter.isRequired && typeText(parameter.schema) === 'string' ? 1 : 0;
  const type = typeText(field.schema);
  if (!field.isRequired || !parameter.isRequired || type === 'any') return 0;
  if (type !== typeText(parameter.schema)) return 0;
  return field.name === parameter.name ? 3 : 2;
}

const SAMPLE_DEPTH = 5;

/** A value that a schema asks for at least; undefined where none is found. */
function sampleOf(schema: Json, name: string, depth = SAMPLE_DEPTH): Json | undefined {
  if (!isJsonObject(schema) || depth === 0) return undefined;
  const { const: only, enum: values, anyOf, oneOf, type } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return firstSample(choices, name, depth);
  if (Array.isArray(type))
    return firstSample(
      type.map((one) => ({ ...schema, type: one })),
      name,
      depth,
    );
  if (type === 'array') return sampleList(schema, name, depth);
  if (type === 'object' || own(schema, 'properties') !== undefined) return sampleObject(schema, depth);
  return sampleScalar(schema, name);
}

function sampleScalar({ type, minimum }: JsonObject, name: string): Json | undefined {
  switch (type) {
    case 'number':
    case 'integer':
      return typeof minimum === 'number' ? minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
    case undefined:
      return `a ${name}`;
    default:
      return undefined;
  }
}

function sampleList(schema: JsonObject, name: string, depth: number): Json | undefined {
  const item = sampleOf(own(schema, 'items') ?? {}, name, depth - 1);
  if (item !== undefined) return [item];
  return own(schema, 'minItems') === undefined ? [] : undefined;
}

function sampleObject(schema: JsonObject, depth: number): JsonObject | undefined {
  const parts: [string, Json][] = [];
  for (const { name, schema: one, isRequired } of fieldsOf(schema)) {
    if (!isRequired) continue;
    const sample = sampleOf(one, name, depth - 1);
    if (sample === undefined) return undefined;
    parts.push([name, sample]);
  }
  return Object.fromEntries(parts);
}

function firstSample(schemas: readonly Json[], name: string, depth: number): Json | undefined {
  for (const schema of schemas) {
    const sample = sampleOf(schema, name, depth - 1);
    if (sample !== undefined) return sample;
  }
  return undefined;
}
