import { foreignNameSchema, machineActionSchema } from './machineAction';
import { eventTypeSchema, idSchema, jsonSchema, sourceSchema, variableNameSchema } from './names';
import { retrySchema } from './nodeFields';
import { delayedTransitionSchema, eventTransitionSchema, transitionSchema } from './transition';
import { z } from './zod';

/** M1: what runs while a state is active: a capability (or a name that has to be bound, M6), or a plan of either kind. */
export const invocationSchema = z.strictObject({
  /** Found by `send` and in addresses; `invoke`, `invoke-2` … where it is left out. */
  id: idSchema.optional(),
  capability: foreignNameSchema.optional(),
  plan: idSchema.optional(),
  /** A template. */
  input: jsonSchema.optional(),
  /** Variable ← CEL over `result`, written before `onDone` is looked at. */
  output: z.record(variableNameSchema, z.string()).optional(),
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
  data: jsonSchema.optional(),
  response: eventTypeSchema.optional(),
  /** Default: the response with its last segment replaced by `failed`. */
  failure: eventTypeSchema.optional(),
});
export type StateAction = z.infer<typeof stateActionSchema>;

/** M4: to enter the state pauses the plan, until it is resumed or this event comes. */
export const statePauseSchema = z.strictObject({
  reason: z.string().optional(),
  resumeOn: eventTypeSchema.optional(),
});

/** M5: a model chooses the next event where no transition is fixed; `maxActions` is the circuit breaker's. */
export const stateChoiceSchema = z.strictObject({
  models: z.array(idSchema).optional(),
  /** A template. */
  question: z.string().optional(),
  maxActions: z.int().min(1).optional(),
});

/** What the root of a machine has in common with its states. */
export const sharedStateFields = {
  initial: idSchema.optional(),
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
  tags: z.array(z.string()).optional(),
  /** The value of a final state, a template; the `event.data` of what is done by it. */
  output: jsonSchema.optional(),
  /** For readers; it changes nothing. */
  meta: z.record(z.string(), jsonSchema).optional(),
} as const;

const ofOneState = z.strictObject({
  id: idSchema,
  type: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']).optional(),
  name: z.string().max(1_000).optional(),
  description: z.string().optional(),
  ...sharedStateFields,
  history: z.enum(['shallow', 'deep']).optional(),
  /** Of a history state: where it leads when nothing is remembered. */
  target: z.union([idSchema, z.array(idSchema).min(1)]).optional(),
  action: stateActionSchema.optional(),
  /** M2: taken at once, or, with an action, when its response comes and no transition matches. */
  defaultNext: idSchema.optional(),
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
export type State = z.infer<typeof stateSchema>;
