import { isJsonObject, type Json, type JsonObject } from '#base';
import type { CapabilityDescriptor } from '#plan';
import type { PlannerState } from '../contracts';

/** Longest texts in a plan: an unbounded part of a grammar runs to the model's last token (LIBRARIES §2). */
const NAME = { type: 'string', maxLength: 64 } as const;
const TITLE = { type: 'string', maxLength: 120 } as const;
const EVENT = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.-]*$', maxLength: 128 } as const;
const TEXT = { type: 'string', maxLength: 4_000 } as const;
/** What an expression can name after a dot. */
const ID = '^[A-Za-z][A-Za-z0-9_]*$';

/**
 * The JSON Schema of a whole plan, for structured output: one branch for each allowed tool with that tool's own input,
 * so that a model bound to it can name no other.
 */
export function planSchema(state: PlannerState): JsonObject {
  const minItems = state.soFar === undefined ? 1 : 0;
  const { maxSteps } = state.limits;
  return object(['steps'], {
    steps: { type: 'array', minItems, maxItems: maxSteps, items: stepSchema(state) },
  });
}

/** One step, which calls a tool, ends the plan, or says that there is none. */
function stepSchema(state: PlannerState): JsonObject {
  const tools = [...state.catalogue.values()].map((tool) => toolStep(tool, state));
  const finish = step('finish', [], { result: { type: 'object' } });
  const decline = object(['type', 'reason'], { type: { const: 'decline' }, reason: TEXT });
  return { anyOf: [...tools, finish, decline] };
}

/**
 * The form of a plan for a model whose reply is not bound to the schema (P13): without the tools and their inputs, which
 * their signatures have said.
 */
export function planForm(state: PlannerState): JsonObject {
  return {
    type: 'object',
    required: ['steps'],
    properties: { steps: { type: 'array', maxItems: state.limits.maxSteps, items: stepForm(state) } },
  };
}

/** The same of one step: what a line of a streamed plan holds. */
export function stepForm(state: PlannerState): JsonObject {
  return {
    type: 'object',
    required: ['type'],
    properties: {
      id: { type: 'string', pattern: ID },
      type: { enum: ['tool', 'finish', 'decline'] },
      toolId: { type: 'string' },
      name: { type: 'string' },
      input: { type: 'object' },
      dependsOn: { type: 'array', items: { type: 'string' } },
      ...outputSchema(state),
      result: { type: 'object' },
      reason: { type: 'string' },
    },
  };
}

/** The form of a plan whose steps are goals (reference 4). */
export function goalsForm({ limits }: PlannerState): JsonObject {
  return {
    type: 'array',
    maxItems: limits.maxSteps,
    items: {
      type: 'object',
      required: ['goal', 'primary_tools', 'success_criteria'],
      properties: {
        goal: { type: 'string' },
        primary_tools: { type: 'array', minItems: 1, items: { type: 'string' } },
        success_criteria: { type: 'string' },
        context: { type: 'string' },
      },
    },
  };
}

function toolStep(tool: CapabilityDescriptor, state: PlannerState): JsonObject {
  return step('tool', ['toolId', 'input'], {
    toolId: { const: tool.id },
    name: TITLE,
    input: withHoles(tool.input),
    ...outputSchema(state),
  });
}

function step(type: string, required: readonly string[], properties: JsonObject): JsonObject {
  return object(['id', 'type', ...required], {
    id: { type: 'string', pattern: ID, maxLength: NAME.maxLength },
    type: { const: type },
    ...properties,
    dependsOn: { type: 'array', items: NAME },
  });
}

function outputSchema(state: PlannerState): JsonObject {
  if (state.writable.length === 0) return {};
  const properties = Object.fromEntries(state.writable.map((name) => [name, TEXT]));
  return { output: { type: 'object', additionalProperties: false, properties } };
}

/** A parameter may be written as its value, or as one `{{ expression }}`. */
function withHoles(input: CapabilityDescriptor['input']): JsonObject {
  const { properties } = input;
  if (!isJsonObject(properties)) return { ...input };
  const open = Object.entries(properties).map(([name, schema]) => [name, orHole(schema)]);
  const { $schema: _dialect, ...rest } = input;
  return { ...rest, type: 'object', properties: Object.fromEntries(open) };
}

function orHole(schema: Json): Json {
  return { anyOf: [schema, { type: 'string', pattern: '^\\{\\{.*\\}\\}$', maxLength: TEXT.maxLength }] };
}

/** By which a person is asked: a machine may do so whatever its tools are. */
export const ASK_PERSON: CapabilityDescriptor = {
  id: 'human.ask',
  description: 'Asks a person a question and waits for the answer.',
  input: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  output: { type: 'object', additionalProperties: {} },
  effect: 'unknown',
};

/**
 * The JSON Schema of a state machine as a planner is to write it (M5), for structured output: the PlanDefinition of
 * reference 5, whose actions can name the allowed tools and no other.
 */
export function machineSchema({ catalogue, limits }: PlannerState): JsonObject {
  return planOf({ enum: [...new Set([...catalogue.keys(), ASK_PERSON.id])] }, limits.maxSteps);
}

/** The same for a model whose reply is not bound to it (P13): the signatures have said which tools there are. */
export function machineForm({ limits }: PlannerState): JsonObject {
  return planOf({ type: 'string' }, limits.maxSteps);
}

function planOf(tool: JsonObject, maxStates: number): JsonObject {
  return object(['plan_type', 'description', 'initial_state', 'states'], {
    plan_type: NAME,
    description: TEXT,
    initial_state: NAME,
    states: {
      type: 'object',
      minProperties: 1,
      maxProperties: maxStates,
      additionalProperties: stateSchema(tool),
    },
    result: { type: 'object', additionalProperties: TEXT },
  });
}

function stateSchema(tool: JsonObject): JsonObject {
  return object(['state_name', 'description'], {
    state_name: NAME,
    description: TEXT,
    action: object(['event_type', 'response_event'], {
      event_type: tool,
      response_event: EVENT,
      data: { type: 'object' },
    }),
    transitions: {
      type: 'array',
      maxItems: 50,
      items: object(['on_event', 'to_state'], { on_event: EVENT, to_state: NAME, condition: TEXT }),
    },
    default_next: NAME,
    is_terminal: { type: 'boolean' },
    outcome: { enum: ['completed', 'failed'] },
  });
}

function object(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: false, required, properties };
}
