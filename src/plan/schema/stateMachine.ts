import { capabilityIdSchema, eventTypeSchema, idSchema, jsonSchema, sourceSchema } from './names';
import { variableSchema } from './variable';
import { z } from './zod';

/** M1: an event transition; the order in the list is the priority. `event` may end in `*`. */
export const transitionSchema = z.strictObject({
  event: z.union([eventTypeSchema, z.string().regex(/^([A-Za-z][A-Za-z0-9_.-]*\.)?\*$/)]).optional(),
  target: idSchema.optional(),
  when: z.string().optional(),
  internal: z.boolean().optional(),
  actions: z.array(z.record(z.string(), jsonSchema)).optional(),
  description: z.string().optional(),
});

/** M2: a state's action publishes an event and names the response that it awaits. */
export const stateActionSchema = z.strictObject({
  event: eventTypeSchema,
  response: eventTypeSchema.optional(),
  failure: eventTypeSchema.optional(),
  data: jsonSchema.optional(),
});

export const stateSchema = z.strictObject({
  id: idSchema,
  type: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']).optional(),
  name: z.string().max(1_000).optional(),
  description: z.string().optional(),
  initial: idSchema.optional(),
  history: z.enum(['shallow', 'deep']).optional(),
  on: z.array(transitionSchema).optional(),
  always: z.array(transitionSchema).optional(),
  after: z
    .array(
      z.strictObject({ delayMs: z.int().min(0), target: idSchema.optional(), when: z.string().optional() }),
    )
    .optional(),
  entry: z.array(z.record(z.string(), jsonSchema)).optional(),
  exit: z.array(z.record(z.string(), jsonSchema)).optional(),
  invoke: z
    .array(
      z.strictObject({
        id: idSchema.optional(),
        capability: capabilityIdSchema.optional(),
        plan: idSchema.optional(),
        input: jsonSchema.optional(),
        onDone: z.array(transitionSchema).optional(),
        onError: z.array(transitionSchema).optional(),
      }),
    )
    .optional(),
  action: stateActionSchema.optional(),
  defaultNext: idSchema.optional(),
  isTerminal: z.boolean().optional(),
  outcome: z.enum(['completed', 'failed']).optional(),
  tags: z.array(z.string()).optional(),
  get states() {
    return z.array(stateSchema).optional();
  },
  source: sourceSchema.optional(),
});
export type State = z.infer<typeof stateSchema>;

/** A state machine plan (rules M); read and validated here, run by a later room. */
export const stateMachinePlanSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('state-machine'),
  name: z.string().max(1_000).optional(),
  description: z.string().optional(),
  variables: z.array(variableSchema).default([]),
  initial: idSchema.optional(),
  states: z.array(stateSchema),
  onGoal: eventTypeSchema.optional(),
  source: sourceSchema.optional(),
});
export type StateMachinePlan = z.infer<typeof stateMachinePlanSchema>;
