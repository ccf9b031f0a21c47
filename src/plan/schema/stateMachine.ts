import { eventTypeSchema, idSchema, jsonSchema, sourceSchema } from '../fields/names';
import { as, roles } from '../fields/roles';
import { z } from '../fields/zod';
import { foreignNameSchema } from './machineAction';
import { sharedStateFields, stateSchema } from './state';
import { variableSchema } from './variable';

/** M2: who answers a published event: a capability, a plan, or (with neither) a person who is asked. */
export const responderSchema = z.strictObject({
  id: as('name', idSchema),
  request: eventTypeSchema,
  response: eventTypeSchema.optional(),
  failure: eventTypeSchema.optional(),
  capability: as('capability', foreignNameSchema).optional(),
  plan: as('plan', idSchema).optional(),
  /** What is asked of a person, a template; the answer is the response's data. */
  message: as('template', z.string()).optional(),
  schema: as('schema', z.record(z.string(), jsonSchema)).optional(),
  /** A template over `event`, the published one; left out, the published data. */
  input: as('template', jsonSchema).optional(),
  /** The worker's own wait (M4): it fails with `TIMEOUT`. */
  timeoutMs: z.int().min(1).optional(),
  source: sourceSchema.optional(),
});
export type Responder = z.infer<typeof responderSchema>;

/** M6: a guard that is only a name, and the condition (CEL, also over `params`) that it stands for. */
export const namedGuardSchema = z.strictObject({
  name: as('name', foreignNameSchema),
  when: z.string().register(roles, { is: 'condition', sees: ['params'] }),
});

/** A delay that is only a name: milliseconds, or CEL that gives them. */
export const namedDelaySchema = z.strictObject({
  name: as('name', foreignNameSchema),
  ms: z.union([z.int().min(0), as('cel', z.string())]),
});

/**
 * A state machine plan (rules M): everything of XState's declarative configuration, and of a plan that publishes events
 * and awaits their responses. Ids of states are unique in the plan, at any depth; everything refers to them by id.
 */
export const stateMachinePlanSchema = z.strictObject({
  id: as('name', idSchema),
  kind: z.literal('state-machine'),
  name: as('words', z.string().max(1_000)).optional(),
  description: as('words', z.string()).optional(),
  variables: z.array(variableSchema).default([]),
  strict: z.boolean().optional(),
  /** The outputs, templates (V1). */
  result: z.record(z.string(), as('template', jsonSchema)).optional(),
  /** All its states are active at once. */
  type: z.literal('parallel').optional(),
  ...sharedStateFields,
  states: z.array(stateSchema),
  /** M3: the goal event that starts it. */
  onGoal: eventTypeSchema.optional(),
  /** M3: a capability that is called for each transition, with `{from, to, event}`. */
  onTransition: as('capability', foreignNameSchema).optional(),
  responders: z.array(responderSchema).optional(),
  guards: z.array(namedGuardSchema).optional(),
  delays: z.array(namedDelaySchema).optional(),
  source: sourceSchema.optional(),
});
export type StateMachinePlan = z.infer<typeof stateMachinePlanSchema>;
