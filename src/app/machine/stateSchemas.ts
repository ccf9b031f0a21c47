import type { JsonObject } from '#base';
import { generalSchema } from '#plan';
import { fieldsOf } from '../forms/schema';

const text = (title: string, more: JsonObject = {}): JsonObject => ({ type: 'string', title, ...more });
const template = (title: string, description = 'Any value, with {{ expressions }}.'): JsonObject => ({
  title,
  description,
});

/** An action of a machine (M1), as a form shows it: which fields count depends on its type. */
export const ACTION: JsonObject = {
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      enum: ['log', 'assign', 'raise', 'emit', 'call', 'send', 'cancel'],
      title: 'Does',
      titles: {
        log: 'Log a message',
        assign: 'Assign variables',
        raise: 'Raise an event in this machine',
        emit: 'Emit an event to outsiders',
        call: 'Call a capability, and go on',
        send: 'Send an event to an invocation',
        cancel: 'Cancel a delayed event',
      },
    },
    values: { title: 'Values', description: 'assign: {"variable": "expression"}' },
    event: text('Event', { description: 'raise, emit, send' }),
    data: template('Data', 'raise, emit, send'),
    capability: text('Capability', { description: 'call' }),
    input: template('Input', 'call'),
    message: template('Message', 'log'),
    label: text('Label', { description: 'log' }),
    to: text('Invocation', { description: 'send' }),
    id: text('Name of the delayed event', { description: 'raise, send, cancel' }),
    delayMs: { type: 'integer', minimum: 0, title: 'After (ms)', description: 'raise, send' },
    delay: text('Or after a delay of the machine', { description: 'raise, send' }),
  },
};

const ACTIONS = (title: string): JsonObject => ({ type: 'array', items: ACTION, title });

/** What is tried again is said as it is of nodes (L2). */
const RETRY: JsonObject = fieldsOf(generalSchema()).find(({ name }) => name === 'retry')?.schema ?? {};

const INVOKE: JsonObject = {
  type: 'array',
  title: 'Invokes',
  items: {
    type: 'object',
    properties: {
      id: text('Name'),
      capability: text('Capability'),
      plan: text('Plan'),
      input: template('Input'),
      output: { title: 'Writes', description: '{"variable": "expression over result"}' },
      timeoutMs: { type: 'integer', minimum: 1, title: 'Timeout (ms)' },
      retry: RETRY,
    },
  },
};

/** What a state is (M1, M2, M4), as its form shows it. */
export const STATE_FORM: JsonObject = {
  type: 'object',
  properties: {
    type: {
      enum: ['atomic', 'compound', 'parallel', 'final', 'history'],
      title: 'Kind',
      titles: {
        '': 'Automatic',
        atomic: 'State',
        compound: 'Holds states, one of them active',
        parallel: 'Holds regions, all of them active',
        final: 'Final',
        history: 'History',
      },
    },
    history: {
      enum: ['shallow', 'deep'],
      title: 'Remembers',
      default: 'shallow',
      titles: { shallow: 'One level (H)', deep: 'All levels (H*)' },
    },
    isTerminal: {
      type: 'boolean',
      title: 'Ends the plan',
      description: 'Of a state of the machine itself: the plan is finalised here.',
    },
    outcome: {
      enum: ['completed', 'failed'],
      title: 'Plan outcome',
      titles: { completed: 'Completed', failed: 'Failed' },
    },
    output: template('Output'),
    action: {
      type: 'object',
      title: 'Publishes an event',
      properties: {
        event: text('Event'),
        data: template('Data'),
        response: text('Response that it awaits'),
        failure: text('Failure', { description: 'By default the response with “failed” at its end.' }),
      },
    },
    invoke: INVOKE,
    entry: ACTIONS('On entry'),
    initialActions: ACTIONS('On the way to its first state'),
    exit: ACTIONS('On exit'),
    pause: {
      type: 'object',
      title: 'Pauses the plan',
      properties: { reason: text('Reason'), resumeOn: text('Resumes on event') },
    },
    choose: {
      type: 'object',
      title: 'A model chooses what is next',
      properties: {
        question: text('Question', { format: 'multiline' }),
        models: { type: 'array', items: { type: 'string' }, title: 'Models, first choice first' },
        maxActions: { type: 'integer', minimum: 1, title: 'Max choices', default: 20 },
      },
    },
    tags: { type: 'array', items: { type: 'string' }, title: 'Tags' },
    description: text('Description', { format: 'multiline' }),
  },
};

/** What stands beside event, condition and target of a transition. */
export const TRANSITION_FORM: JsonObject = {
  type: 'object',
  properties: {
    when: { type: 'string', format: 'cel', title: 'Only if' },
    actions: ACTIONS('Does on the way'),
    reenter: { type: 'boolean', title: 'Leaves and enters its own state' },
    description: text('Description', { format: 'multiline' }),
  },
};

/** What a machine has besides its states (M2, M3). */
export const MACHINE_FORM: JsonObject = {
  type: 'object',
  properties: {
    entry: ACTIONS('On entry'),
    initialActions: ACTIONS('On the way to its first state'),
    exit: ACTIONS('On exit'),
    invoke: INVOKE,
    output: template('Output'),
    tags: { type: 'array', items: { type: 'string' }, title: 'Tags' },
    onGoal: text('Started by the goal event'),
    onTransition: text('Capability called for each transition'),
    responders: {
      type: 'array',
      title: 'Responders',
      items: {
        type: 'object',
        required: ['id', 'request'],
        properties: {
          id: text('Name'),
          request: text('Answers the event'),
          response: text('With the event'),
          failure: text('Or, when it fails'),
          capability: text('Capability'),
          plan: text('Plan'),
          input: template('Input', 'A template over event; by default the data of the event.'),
          message: text('Asked of a person', { format: 'multiline' }),
          schema: { type: 'object', title: 'Shape of the answer', description: 'A JSON Schema.' },
          timeoutMs: { type: 'integer', minimum: 1, title: 'Timeout (ms)' },
        },
      },
    },
    guards: {
      type: 'array',
      title: 'Guards with a name',
      items: {
        type: 'object',
        required: ['name', 'when'],
        properties: { name: text('Name'), when: { type: 'string', format: 'cel', title: 'True when' } },
      },
    },
    delays: {
      type: 'array',
      title: 'Delays with a name',
      items: {
        type: 'object',
        required: ['name', 'ms'],
        properties: {
          name: text('Name'),
          ms: { type: 'string', format: 'cel', title: 'Milliseconds, or what gives them' },
        },
      },
    },
  },
};
