import {
  as,
  eventTypeSchema,
  idSchema,
  jsonSchema,
  keyRoles,
  roles,
  sourceSchema,
  variableNameSchema,
  variableSchema,
} from '../fields/fields';
import { z } from '../fields/inspect';
import { outputSchema, retrySchema } from '../fields/nodeFields';

/** What an implementation of others is called: any text, because it is theirs (M6). */
export const foreignNameSchema = z.string().min(1).max(200);

/** A delay is so many milliseconds, or one of the `delays` of the plan. */
const delayFields = {
  delayMs: z.int().min(0).optional().meta({ title: 'After (ms)' }),
  delay: as('delay', foreignNameSchema).optional().meta({ title: 'Or after a delay of the machine' }),
} as const;

/** A value that may hold `{{ expressions }}` (V3). */
const templateSchema = as('template', jsonSchema);
const ANY_VALUE = 'Any value, with {{ expressions }}.';

const eventField = eventTypeSchema.meta({ title: 'Event' });
const dataField = templateSchema.optional().meta({ title: 'Data', description: ANY_VALUE });
const inputField = templateSchema.optional().meta({ title: 'Input', description: ANY_VALUE });
const capabilityField = as('capability', foreignNameSchema).meta({ title: 'Capability' });
/** By which `cancel` finds an event that is delayed. */
const delayedIdField = foreignNameSchema.meta({ title: 'Name of the delayed event' });

const assign = z.strictObject({
  type: z.literal('assign').meta({ title: 'Assign variables' }),
  /** Variable ← CEL; all see the values of before, as the assigners of one XState `assign` do. */
  values: z
    .record(variableNameSchema, as('cel', z.string()))
    .meta({ title: 'Values', description: '{"variable": "expression"}' })
    .register(keyRoles, { is: 'writes' }),
  source: sourceSchema.optional(),
});

const raise = z.strictObject({
  type: z.literal('raise').meta({ title: 'Raise an event in this machine' }),
  event: eventField,
  data: dataField,
  id: as('name', delayedIdField).optional(),
  ...delayFields,
  source: sourceSchema.optional(),
});

const send = z.strictObject({
  type: z.literal('send').meta({ title: 'Send an event to an invocation' }),
  /** An invocation of this machine. */
  to: as('invocation', idSchema).meta({ title: 'Invocation', examples: ['invoke'] }),
  event: eventField,
  data: dataField,
  id: as('name', delayedIdField).optional(),
  ...delayFields,
  source: sourceSchema.optional(),
});

const cancel = z.strictObject({
  type: z.literal('cancel').meta({ title: 'Cancel a delayed event' }),
  id: as('words', delayedIdField),
  source: sourceSchema.optional(),
});

const log = z.strictObject({
  type: z.literal('log').meta({ title: 'Log a message' }),
  message: templateSchema.meta({ title: 'Message', description: ANY_VALUE, examples: ['Here'] }),
  label: as('words', z.string()).optional().meta({ title: 'Label' }),
  source: sourceSchema.optional(),
});

const emit = z.strictObject({
  type: z.literal('emit').meta({ title: 'Emit an event to outsiders' }),
  event: eventField,
  data: dataField,
  source: sourceSchema.optional(),
});

const call = z.strictObject({
  type: z.literal('call').meta({ title: 'Call a capability, and go on' }),
  /** A capability, or the name of an implementation that the machine came with and that has to be bound (M6). */
  capability: capabilityField.meta({ examples: ['echo'] }),
  input: inputField,
  source: sourceSchema.optional(),
});

/**
 * M1: what a machine does on its way, as plain data: the executable content of SCXML, the action objects of XState.
 * `data`, `input` and `message` are templates. A `call` is told and not waited for.
 */
export const machineActionSchema = z
  .discriminatedUnion('type', [log, assign, raise, emit, call, send, cancel])
  .meta({ title: 'Does' });
export type MachineAction = z.infer<typeof machineActionSchema>;

/** An event type, all events that begin alike (`order.*`), or all (`*`). */
const eventDescriptorSchema = z
  .union([eventTypeSchema, as('event', z.string().regex(/^([A-Za-z][A-Za-z0-9_.-]*\.)?\*$/))])
  .meta({ title: 'Event', description: 'Its type; order.* takes all that begin alike, * takes all.' });

const stateIdSchema = as('state', idSchema);

/** One state, or several in different regions of a parallel one. */
const targetSchema = z.union([stateIdSchema, z.array(stateIdSchema).min(1)]);

const descriptionField = as('words', z.string())
  .optional()
  .meta({ title: 'Description', format: 'multiline' });

const shared = {
  /** One state, or several in different regions of a parallel one. Without a target it stays where it is. */
  target: targetSchema.optional().meta({ title: 'Leads to' }),
  /**
   * Instead of a target: the machine itself is entered again (XState's target of its root). What is inside is left and
   * begins anew; with `reenter`, or from a state, the machine's own entry actions run again, with `reenter` its exit actions
   * before them.
   */
  restart: z.literal(true).optional(),
  /** CEL over variables, `goal_data`, `results` and `event`; besides `inState("id")` and `guard("name", params)`. */
  when: as('condition', z.string()).optional().meta({ title: 'Only if' }),
  /** Leaves and enters its own state even where the target lies inside it (XState `reenter`, SCXML `external`). */
  reenter: z.boolean().optional().meta({ title: 'Leaves and enters its own state' }),
  actions: z.array(machineActionSchema).optional().meta({ title: 'Does on the way' }),
  description: descriptionField,
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

const planField = as('plan', idSchema).optional().meta({ title: 'Plan' });
const timeoutField = z.int().min(1).optional().meta({ title: 'Timeout (ms)' });
/** Each transition has a form of its own. */
const transitionsField = z.array(transitionSchema).optional().meta({ isApart: true });

/** M1: what runs while a state is active: a capability (or a name that has to be bound, M6), or a plan of either kind. */
export const invocationSchema = z.strictObject({
  /** Found by `send` and in addresses; `invoke`, `invoke-2` … where it is left out. */
  id: as('name', idSchema).optional().meta({ title: 'Name' }),
  capability: capabilityField.optional(),
  plan: planField,
  input: inputField,
  /** Variable ← CEL over `result`, written before `onDone` is looked at. */
  output: outputSchema
    .optional()
    .meta({ title: 'Writes', description: '{"variable": "expression over result"}' }),
  timeoutMs: timeoutField,
  retry: retrySchema.optional(),
  onDone: transitionsField,
  onError: transitionsField,
  source: sourceSchema.optional(),
});
export type Invocation = z.infer<typeof invocationSchema>;

/** M2: a state's action publishes an event and names the response that it awaits. */
const stateActionSchema = z.strictObject({
  event: eventField,
  data: dataField,
  response: eventTypeSchema.optional().meta({ title: 'Response that it awaits' }),
  failure: eventTypeSchema.optional().meta({
    title: 'Failure',
    description: 'By default the response with “failed” at its end.',
  }),
});
export type StateAction = z.infer<typeof stateActionSchema>;

/** M4: to enter the state pauses the plan, until it is resumed or this event comes. */
const statePauseSchema = z.strictObject({
  reason: as('words', z.string()).optional().meta({ title: 'Reason' }),
  resumeOn: eventTypeSchema.optional().meta({ title: 'Resumes on event' }),
});

/** M5: a model chooses the next event where no transition is fixed; `maxActions` is the circuit breaker's. */
const stateChoiceSchema = z.strictObject({
  question: as('template', z.string()).optional().meta({ title: 'Question', format: 'multiline' }),
  models: z.array(as('model', idSchema)).optional().meta({ title: 'Models, first choice first' }),
  maxActions: z.int().min(1).optional().meta({ title: 'Max choices', default: 20 }),
});

/** What the root of a machine has in common with its states. */
const sharedStateFields = {
  initial: stateIdSchema.optional().meta({ title: 'Begins with' }),
  initialActions: z.array(machineActionSchema).optional().meta({ title: 'On the way to its first state' }),
  on: z.array(eventTransitionSchema).optional(),
  always: z.array(transitionSchema).optional(),
  after: z.array(delayedTransitionSchema).optional(),
  /** When a final state right inside is reached; of a parallel state, when all its regions are done. */
  onDone: z.array(transitionSchema).optional(),
  entry: z.array(machineActionSchema).optional().meta({ title: 'On entry' }),
  exit: z.array(machineActionSchema).optional().meta({ title: 'On exit' }),
  invoke: z.array(invocationSchema).optional().meta({ title: 'Invokes' }),
  tags: z.array(as('words', z.string())).optional().meta({ title: 'Tags' }),
  /** The value of a final state; the `event.data` of what is done by it. */
  output: templateSchema.optional().meta({ title: 'Output', description: ANY_VALUE }),
  /** For readers; it changes nothing. */
  meta: z.record(z.string(), as('data', jsonSchema)).optional(),
} as const;

/** What a state has besides those inside it. */
export const stateFieldsSchema = z.strictObject({
  id: as('name', idSchema),
  type: z
    .enum(['atomic', 'compound', 'parallel', 'final', 'history'])
    .optional()
    .meta({
      title: 'Kind',
      titles: {
        '': 'Automatic',
        atomic: 'State',
        compound: 'Holds states, one of them active',
        parallel: 'Holds regions, all of them active',
        final: 'Final',
        history: 'History',
      },
    }),
  name: as('words', z.string().max(1_000)).optional(),
  description: descriptionField,
  ...sharedStateFields,
  history: z
    .enum(['shallow', 'deep'])
    .optional()
    .meta({
      title: 'Remembers',
      default: 'shallow',
      titles: { shallow: 'One level (H)', deep: 'All levels (H*)' },
    }),
  /** Of a history state. */
  target: targetSchema.optional().meta({ title: 'Leads to, while nothing is remembered' }),
  action: stateActionSchema.optional().meta({ title: 'Publishes an event' }),
  /** M2: taken at once, or, with an action, when its response comes and no transition matches. */
  defaultNext: stateIdSchema.optional().meta({ title: 'Default transition' }),
  pause: statePauseSchema.optional().meta({ title: 'Pauses the plan' }),
  choose: stateChoiceSchema.optional().meta({ title: 'A model chooses what is next' }),
  /** M3: only of states of the machine itself, not of those inside others. */
  isTerminal: z.boolean().optional().meta({
    title: 'Ends the plan',
    description: 'Of a state of the machine itself: the plan is finalised here.',
  }),
  outcome: z
    .enum(['completed', 'failed'])
    .optional()
    .meta({ title: 'Plan outcome', titles: { completed: 'Completed', failed: 'Failed' } }),
});

/** M1: a state with those inside it. */
export const stateSchema = stateFieldsSchema.extend({
  get states() {
    return z.array(stateSchema).optional();
  },
  source: sourceSchema.optional(),
});
roles.add<z.ZodType>(stateSchema, { is: 'inside' });
export type State = z.infer<typeof stateSchema>;

/** M2: who answers a published event: a capability, a plan, or (with neither) a person who is asked. */
export const responderSchema = z.strictObject({
  id: as('name', idSchema).meta({ title: 'Name' }),
  request: eventTypeSchema.meta({ title: 'Answers the event' }),
  response: eventTypeSchema.optional().meta({ title: 'With the event' }),
  failure: eventTypeSchema.optional().meta({ title: 'Or, when it fails' }),
  capability: capabilityField.optional(),
  plan: planField,
  input: templateSchema.optional().meta({
    title: 'Input',
    description: 'A template over event; by default the data of the event.',
  }),
  /** The answer is the response's data. */
  message: as('template', z.string()).optional().meta({ title: 'Asked of a person', format: 'multiline' }),
  schema: as('schema', z.record(z.string(), jsonSchema))
    .optional()
    .meta({ title: 'Shape of the answer', description: 'A JSON Schema.' }),
  /** The worker's own wait (M4): it fails with `TIMEOUT`. */
  timeoutMs: timeoutField,
  source: sourceSchema.optional(),
});
export type Responder = z.infer<typeof responderSchema>;

/** M6: a guard that is only a name, and the condition (CEL, also over `params`) that it stands for. */
const namedGuardSchema = z.strictObject({
  name: as('name', foreignNameSchema).meta({ title: 'Name' }),
  when: as({ is: 'condition', sees: ['params'] }, z.string()).meta({ title: 'True when' }),
});

/** A delay that is only a name: milliseconds, or CEL that gives them. */
const namedDelaySchema = z.strictObject({
  name: as('name', foreignNameSchema).meta({ title: 'Name' }),
  ms: z.union([z.int().min(0), as('cel', z.string())]).meta({ title: 'Milliseconds, or what gives them' }),
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
  onGoal: eventTypeSchema.optional().meta({ title: 'Started by the goal event' }),
  /** M3: a capability that is called for each transition, with `{from, to, event}`. */
  onTransition: as('capability', foreignNameSchema)
    .optional()
    .meta({ title: 'Capability called for each transition' }),
  responders: z.array(responderSchema).optional().meta({ title: 'Responders' }),
  guards: z.array(namedGuardSchema).optional().meta({ title: 'Guards with a name' }),
  delays: z.array(namedDelaySchema).optional().meta({ title: 'Delays with a name' }),
  source: sourceSchema.optional(),
});
export type StateMachinePlan = z.infer<typeof stateMachinePlanSchema>;
