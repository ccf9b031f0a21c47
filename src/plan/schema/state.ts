import { eventTypeSchema, idSchema, jsonSchema, sourceSchema } from '../fields/names';
import { outputSchema, retrySchema } from '../fields/nodeFields';
import { as, roles } from '../fields/roles';
import { z } from '../fields/zod';
import { foreignNameSchema, machineActionSchema } from './machineAction';
import { delayedTransitionSchema, eventTransitionSchema, targetSchema, transitionSchema } from './transition';

/** M1: what runs while a state is active: a capability (or a name that has to be bound, M6), or a plan of either kind. */
export const invocationSchema = z.strictObject({
  /** Found by `send` and in addresses; `invoke`, `invoke-2` … where it is left out. */
  id: as('name', idSchema).optional(),
  capability: as('capability', foreignNameSchema).optional(),
  plan: as('plan', idSchema).optional(),
  /** A template. */
  input: as('template', jsonSchema).optional(),
  /** Variable ← CEL over `result`, written before `onDone` is looked at. */
  output: outputSchema.optional(),
  timeoutMs: z.int().min(1).optional(),
  retry: retrySchema.optional(),
  onDone: z.array(transitionSchema).optional(),
  onError: z.array(transitionSchema).optional(),
  source: sourceSchema.optional(),
});
export type Invocation = z.infer<typeof invocationSchema>;

/** M2: a state's action publishes an event and names the response that it awaits. */
export const stateActionSchema = z.strictObject({
  event: eventTypeSchema,
  /** A template. */
  data: as('template', jsonSchema).optional(),
  response: eventTypeSchema.optional(),
  /** Default: the response with its last segment replaced by `failed`. */
  failure: eventTypeSchema.optional(),
});
export type StateAction = z.infer<typeof stateActionSchema>;

/** M4: to enter the state pauses the plan, until it is resumed or this event comes. */
export const statePauseSchema = z.strictObject({
  reason: as('words', z.string()).optional(),
  resumeOn: eventTypeSchema.optional(),
});

/** M5: a model chooses the next event where no transition is fixed; `maxActions` is the circuit breaker's. */
export const stateChoiceSchema = z.strictObject({
  models: z.array(as('model', idSchema)).optional(),
  /** A template. */
  question: as('template', z.string()).optional(),
  maxActions: z.int().min(1).optional(),
});

/** What the root of a machine has in common with its states. */
export const sharedStateFields = {
  initial: as('state', idSchema).optional(),
  /** Done on the way into the initial state. */
  initialActions: z.array(machineActionSchema).optional(),
  on: z.array(eventTransitionSchema).optional(),
  always: z.array(transitionSchema).optional(),
  after: z.array(delayedTransitionSchema).optional(),
  /** When a final state right inside is reached; of a parallel state, when all its regions are done. */
  onDone: z.array(transitionSchema).optional(),
  entry: z.array(machineActionSchema).optional(),
  exit: z.array(machineActionSchema).optional(),
  invoke: z.array(invocationSchema).optional(),
  tags: z.array(as('words', z.string())).optional(),
  /** The value of a final state, a template; the `event.data` of what is done by it. */
  output: as('template', jsonSchema).optional(),
  /** For readers; it changes nothing. */
  meta: z.record(z.string(), as('data', jsonSchema)).optional(),
} as const;

const ofOneState = z.strictObject({
  id: as('name', idSchema),
  type: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']).optional(),
  name: as('words', z.string().max(1_000)).optional(),
  description: as('words', z.string()).optional(),
  ...sharedStateFields,
  history: z.enum(['shallow', 'deep']).optional(),
  /** Of a history state: where it leads when nothing is remembered. */
  target: targetSchema.optional(),
  action: stateActionSchema.optional(),
  /** M2: taken at once, or, with an action, when its response comes and no transition matches. */
  defaultNext: as('state', idSchema).optional(),
  pause: statePauseSchema.optional(),
  choose: stateChoiceSchema.optional(),
  /** M3: the plan is finalised here; only of states of the machine itself, not of those inside others. */
  isTerminal: z.boolean().optional(),
  outcome: z.enum(['completed', 'failed']).optional(),
});

/** M1: a state with those inside it. */
export const stateSchema = ofOneState.extend({
  get states() {
    return z.array(stateSchema).optional();
  },
  source: sourceSchema.optional(),
});
roles.add<z.ZodType>(stateSchema, { is: 'inside' });
export type State = z.infer<typeof stateSchema>;
