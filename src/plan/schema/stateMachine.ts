import {
  as,
  eventTypeSchema,
  idSchema,
  jsonSchema,
  keyRoles,
  roles,
  sourceSchema,
  variableNameSchema,
} from '../fields/fields';
import { z } from '../fields/inspect';
import { outputSchema, retrySchema } from '../fields/nodeFields';
import { variableSchema } from './variable';

/** What an implementation of others is called: any text, because it is theirs (M6). */
export const foreignNameSchema = z.string().min(1).max(200);

/** A delay is so many milliseconds, or one of the `delays` of the plan. */
const delayFields = {
  delayMs: z.int().min(0).optional(),
  delay: as('delay', foreignNameSchema).optional(),
} as const;

const assign = z.strictObject({
  type: z.literal('assign'),
  /** Variable ← CEL; all see the values of before, as the assigners of one XState `assign` do. */
  values: z
    .record(variableNameSchema, z.string().register(roles, { is: 'cel' }))
    .register(keyRoles, { is: 'writes' }),
  source: sourceSchema.optional(),
});

const raise = z.strictObject({
  type: z.literal('raise'),
  event: eventTypeSchema,
  data: as('template', jsonSchema).optional(),
  /** By which `cancel` finds it, where it is delayed. */
  id: as('name', foreignNameSchema).optional(),
  ...delayFields,
  source: sourceSchema.optional(),
});

const send = z.strictObject({
  type: z.literal('send'),
  /** An invocation of this machine. */
  to: as('invocation', idSchema),
  event: eventTypeSchema,
  data: as('template', jsonSchema).optional(),
  id: as('name', foreignNameSchema).optional(),
  ...delayFields,
  source: sourceSchema.optional(),
});

const cancel = z.strictObject({
  type: z.literal('cancel'),
  id: as('words', foreignNameSchema),
  source: sourceSchema.optional(),
});

const log = z.strictObject({
  type: z.literal('log'),
  message: as('template', jsonSchema),
  label: as('words', z.string()).optional(),
  source: sourceSchema.optional(),
});

const emit = z.strictObject({
  type: z.literal('emit'),
  event: eventTypeSchema,
  data: as('template', jsonSchema).optional(),
  source: sourceSchema.optional(),
});

const call = z.strictObject({
  type: z.literal('call'),
  /** A capability, or the name of an implementation that the machine came with and that has to be bound (M6). */
  capability: as('capability', foreignNameSchema),
  input: as('template', jsonSchema).optional(),
  source: sourceSchema.optional(),
});

/**
 * M1: what a machine does on its way, as plain data: the executable content of SCXML, the action objects of XState.
 * `data`, `input` and `message` are templates. A `call` is told and not waited for.
 */
export const machineActionSchema = z.discriminatedUnion('type', [
  assign,
  raise,
  send,
  cancel,
  log,
  emit,
  call,
]);
export type MachineAction = z.infer<typeof machineActionSchema>;

/** An event type, all events that begin alike (`order.*`), or all (`*`). */
const eventDescriptorSchema = z.union([
  eventTypeSchema,
  as('event', z.string().regex(/^([A-Za-z][A-Za-z0-9_.-]*\.)?\*$/)),
]);

const stateIdSchema = as('state', idSchema);

/** One state, or several in different regions of a parallel one. */
const targetSchema = z.union([stateIdSchema, z.array(stateIdSchema).min(1)]);

const shared = {
  /** One state, or several in different regions of a parallel one. Without a target it stays where it is. */
  target: targetSchema.optional(),
  /**
   * Instead of a target: the machine itself is entered again (XState's target of its root). What is inside is left and
   * begins anew; with `reenter`, or from a state, the machine's own entry actions run again, with `reenter` its exit actions
   * before them.
   */
  restart: z.literal(true).optional(),
  /** CEL over variables, `goal_data`, `results` and `event`; besides `inState("id")` and `guard("name", params)`. */
  when: as('condition', z.string()).optional(),
  /** Leaves and enters its own state even where the target lies inside it (XState `reenter`, SCXML `external`). */
  reenter: z.boolean().optional(),
  actions: z.array(machineActionSchema).optional(),
  description: as('words', z.string()).optional(),
  source: sourceSchema.optional(),
} as const;

/** M1: a transition for an event; the order in the list is the priority, of wildcards too. */
export const eventTransitionSchema = z.strictObject({ event: eventDescriptorSchema, ...shared });
export type EventTransition = z.infer<typeof eventTransitionSchema>;

/** M1: a transition without an event, taken as soon as its condition holds; also what follows when something is done. */
export const transitionSchema = z.strictObject(shared);
export type Transition = z.infer<typeof transitionSchema>;

/** M1: a transition after a delay. */
export const delayedTransitionSchema = z.strictObject({ ...delayFields, ...shared });
export type DelayedTransition = z.infer<typeof delayedTransitionSchema>;

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
const stateActionSchema = z.strictObject({
  event: eventTypeSchema,
  /** A template. */
  data: as('template', jsonSchema).optional(),
  response: eventTypeSchema.optional(),
  /** Default: the response with its last segment replaced by `failed`. */
  failure: eventTypeSchema.optional(),
});
export type StateAction = z.infer<typeof stateActionSchema>;

/** M4: to enter the state pauses the plan, until it is resumed or this event comes. */
const statePauseSchema = z.strictObject({
  reason: as('words', z.string()).optional(),
  resumeOn: eventTypeSchema.optional(),
});

/** M5: a model chooses the next event where no transition is fixed; `maxActions` is the circuit breaker's. */
const stateChoiceSchema = z.strictObject({
  models: z.array(as('model', idSchema)).optional(),
  /** A template. */
  question: as('template', z.string()).optional(),
  maxActions: z.int().min(1).optional(),
});

/** What the root of a machine has in common with its states. */
const sharedStateFields = {
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
const namedGuardSchema = z.strictObject({
  name: as('name', foreignNameSchema),
  when: z.string().register(roles, { is: 'condition', sees: ['params'] }),
});

/** A delay that is only a name: milliseconds, or CEL that gives them. */
const namedDelaySchema = z.strictObject({
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
