import type { JsonObject } from '#base';
import type { CapabilityDescriptor } from '#plan';
import type { PlannerState } from '../state';

/** Longest texts in a plan: an unbounded part of a grammar runs to the model's last token (LIBRARIES §2). */
const NAME = { type: 'string', maxLength: 64 } as const;
const EVENT = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.-]*$', maxLength: 128 } as const;
const TEXT = { type: 'string', maxLength: 4_000 } as const;

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
