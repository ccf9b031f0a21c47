import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { machineSchema, promptFor, readReply } from '#planner';
import { plannerState, tools } from './plannerState';

const CATALOGUE = tools({ 'lamp.inspect': { tower: 'string' }, 'lamp.mend': { 'part?': 'string' } });
const STATE = plannerState({ goal: 'Mend the lamp', catalogue: CATALOGUE, wants: 'machine' });

/** A PlanDefinition of reference 5, whose actions name the tools. */
function lighthouse(
  change: (plan: Record<string, unknown>, states: Record<string, JsonObject>) => void = () => {},
): string {
  const states: Record<string, JsonObject> = {
    start: { state_name: 'start', description: 'Begin', default_next: 'inspect' },
    inspect: {
      state_name: 'inspect',
      description: 'Look',
      action: {
        event_type: 'lamp.inspect',
        response_event: 'lamp.inspected',
        data: { tower: '{goal_data.tower}' },
      },
      transitions: [{ on_event: 'lamp.inspected', to_state: 'done', condition: 'data.ok and not data.wet' }],
      default_next: 'ask',
    },
    ask: {
      state_name: 'ask',
      description: 'Ask',
      action: { event_type: 'human.ask', response_event: 'told', data: { message: 'Is it wet?' } },
      default_next: 'inspect',
    },
    done: { state_name: 'done', description: 'Lit', is_terminal: true },
  };
  const plan: Record<string, unknown> = {
    plan_type: 'lighthouse.repair',
    description: 'Mend the lamp',
    states,
  };
  change(plan, states);
  return JSON.stringify(plan);
}

describe('a reply that is a state machine', () => {
  test('P4, M5 a PlanDefinition of reference 5 becomes a machine whose events its tools answer', () => {
    const { verdict, machine, plan, problems } = readReply(lighthouse(), STATE);
    expect(problems).toEqual([]);
    expect(verdict).toBe('accepted');
    expect(plan?.nodes).toEqual([
      {
        id: 'lighthouse-repair',
        type: 'SUB_PLAN',
        name: 'lighthouse.repair',
        params: { plan: 'lighthouse-repair' },
      },
    ]);
    expect(machine).toMatchObject({
      id: 'lighthouse-repair',
      kind: 'state-machine',
      initial: 'start',
      responders: [
        { request: 'lamp.inspect', capability: 'lamp.inspect' },
        { id: 'person', request: 'human.ask', message: '{{ event.data.message }}' },
      ],
    });
    expect(machine?.states[1]).toMatchObject({
      id: 'inspect',
      action: { event: 'lamp.inspect', data: { tower: '{{ goal_data.tower }}' }, response: 'lamp.inspected' },
      on: [{ event: 'lamp.inspected', target: 'done', when: 'event.data.ok && !event.data.wet' }],
      defaultNext: 'ask',
    });
  });

  test.each<[string, (text: string) => string]>([
    ['fenced', (text) => `Here it is:\n\`\`\`json\n${text}\n\`\`\`\nDone.`],
    ['in the object of a registration', (text) => `{"plan": ${text}}`],
    ['in a JSON string', (text) => JSON.stringify(text)],
    ['with a comma too many', (text) => `${text.slice(0, -1)},}`],
    ['twice the same', (text) => `${text}\n\n${text}`],
  ])('P4 %s', (_title, wrap) => {
    expect(readReply(wrap(lighthouse()), STATE)).toMatchObject({
      verdict: 'accepted',
      machine: { initial: 'start' },
    });
  });

  it('P4 a list of states that say their names, without an initial one', () => {
    const text = lighthouse((plan, { start: _start, ...states }) => {
      plan.states = Object.values(states);
    });
    const reading = readReply(text, STATE);
    expect(reading).toMatchObject({ verdict: 'accepted', machine: { initial: 'inspect' } });
    expect(reading.repairs).toContain('Began with the first state, "inspect".');
  });

  it('M1 our own document: an action that names a tool is answered by it; an invocation calls it', () => {
    const text = JSON.stringify({
      states: [
        {
          id: 'mend',
          invoke: [{ capability: 'lamp.mend', onDone: [{ target: 'look' }] }],
          on: [{ event: 'stop', target: 'end' }],
        },
        {
          id: 'look',
          action: { event: 'lamp.inspect', data: { tower: 'north' }, response: 'seen' },
          defaultNext: 'end',
        },
        { id: 'end', type: 'final' },
      ],
    });
    const { machine, repairs, problems } = readReply(text, STATE);
    expect(problems).toEqual([]);
    expect(machine).toMatchObject({
      id: 'machine',
      responders: [{ request: 'lamp.inspect', capability: 'lamp.inspect' }],
    });
    expect(repairs).toEqual(['Called a plan without an id "machine".']);
  });

  test('P2 a planner that has machines written takes no list of steps, and says so', () => {
    const steps = JSON.stringify({ steps: [{ toolId: 'lamp.mend', input: {} }] });
    expect(readReply(steps, STATE)).toMatchObject({
      verdict: 'refused',
      problems: [{ code: 'MACHINE_EXPECTED' }],
    });
    expect(readReply(lighthouse(), plannerState({ catalogue: CATALOGUE }))).toMatchObject({
      verdict: 'accepted',
    });
  });

  test.each<[string, string, Parameters<typeof lighthouse>[0]]>([
    [
      'an event that nobody answers, and the nearest tool in the help',
      'UNKNOWN_TOOL',
      (_, s) => setAction(s, { event_type: 'lamp.inspekt', response_event: 'lamp.inspected' }),
    ],
    ['no tool at all', 'BLANK_TOOL', (_, s) => setAction(s, { event_type: ' ', response_event: 'x' })],
    [
      'a missing parameter',
      'PARAMETER_MISSING',
      (_, s) => setAction(s, { event_type: 'lamp.inspect', response_event: 'lamp.inspected', data: {} }),
    ],
    [
      'a parameter of the wrong type',
      'PARAMETER_INVALID',
      (_, s) =>
        setAction(s, { event_type: 'lamp.inspect', response_event: 'lamp.inspected', data: { tower: 4 } }),
    ],
    [
      'a target that is no state',
      'STATE_UNKNOWN',
      (_, s) => {
        s.start = { ...s.start, default_next: 'inspct' };
      },
    ],
    [
      'an initial state that is none',
      'STATE_UNKNOWN',
      (plan) => {
        plan.initial_state = 'begin';
      },
    ],
    [
      'a transition without an event',
      'MISSING_FIELD',
      (_, s) => {
        s.inspect = { ...s.inspect, transitions: [{ to_state: 'done' }] };
      },
    ],
    [
      'a condition that is none',
      'EXPRESSION_INVALID',
      (_, s) => {
        s.inspect = {
          ...s.inspect,
          transitions: [{ on_event: 'lamp.inspected', to_state: 'done', condition: 'if it is ok' }],
        };
      },
    ],
    [
      'a variable that nobody declared',
      'VARIABLE_UNDECLARED',
      (_, s) => {
        s.inspect = {
          ...s.inspect,
          transitions: [{ on_event: 'lamp.inspected', to_state: 'done', condition: 'weather == "wet"' }],
        };
      },
    ],
    [
      'states that lead round and round without an event',
      'EVENTLESS_CYCLE',
      (_, s) => {
        s.start = { state_name: 'start', default_next: 'again' };
        s.again = { state_name: 'again', default_next: 'start' };
      },
    ],
  ])('P3 %s is %s', (_title, code, change) => {
    const { verdict, plan, problems } = readReply(lighthouse(change), STATE);
    expect(verdict).toBe('refused');
    expect(plan).toBeNull();
    expect(problems.map((one) => one.code)).toContain(code);
    if (code === 'UNKNOWN_TOOL') expect(problems[0]?.help).toContain('lamp.inspect');
  });

  test('T4 more states than steps are allowed', () => {
    const limits = { maxSteps: 3, maxDepth: 3 };
    expect(readReply(lighthouse(), { ...STATE, limits })).toMatchObject({
      verdict: 'refused',
      problems: [{ code: 'PLAN_TOO_LONG', message: 'The plan has 4 states: 4 > 3.' }],
    });
  });

  test('P8 it runs no plan of the workspace, and lets no model choose that it may not call', () => {
    const own = (state: object) =>
      readReply(
        JSON.stringify({
          states: [
            { id: 'a', ...state, on: [{ event: 'go', target: 'z' }] },
            { id: 'z', type: 'final' },
          ],
        }),
        STATE,
      );
    expect(own({ invoke: [{ plan: 'main' }] }).problems).toMatchObject([{ code: 'SUB_PLAN_NOT_ALLOWED' }]);
    expect(own({ choose: {} }).problems).toMatchObject([{ code: 'UNKNOWN_TOOL' }]);
    expect(own({ entry: [{ type: 'call', capability: 'mail.send' }] }).problems).toMatchObject([
      { code: 'UNKNOWN_TOOL' },
    ]);
  });

  test('P4 a machine cut in the middle is never taken, and two different ones are ambiguous', () => {
    expect(readReply(lighthouse().slice(0, -20), STATE).problems).toMatchObject([
      { code: 'TRUNCATED_REPLY' },
    ]);
    const other = lighthouse((plan, s) => {
      s.done = { state_name: 'done', description: 'Lit', is_terminal: true, outcome: 'failed' };
      plan.plan_type = 'other';
    });
    expect(readReply(`${lighthouse()}\nor\n${other}`, STATE).problems).toMatchObject([
      { code: 'AMBIGUOUS_REPLY' },
    ]);
  });

  test('P2 a machine cannot follow steps that run already', () => {
    const soFar = { body: { nodes: [], edges: [] }, steps: [], failed: null, trace: null };
    expect(readReply(lighthouse(), plannerState({ catalogue: CATALOGUE, soFar })).problems).toMatchObject([
      { code: 'STEPS_EXPECTED' },
    ]);
  });
});

describe('the request for a state machine', () => {
  const request = { flavour: 'state-machine', prompt: null, repair: null } as const;
  const all = plannerState({
    goal: 'Find out',
    catalogue: BUILT_IN_CATALOGUE,
    variables: { topic: 'tides' },
    writable: ['answer'],
  });

  test('P3, P13 a versioned prompt with the schema, the tools, an example and the closing demand', () => {
    const prompt = promptFor(request, all, []);
    if (!prompt.ok) throw new Error(prompt.problem[0]?.message);
    const { messages, template, schema } = prompt.value;
    expect(template).toEqual({ id: 'planner-state-machine', version: 2 });
    const system = messages[0]?.text ?? '';
    for (const part of ['documents.search(', 'topic', 'answer', '"plan_type"', 'human.ask(message'])
      expect(system).toContain(part);
    expect(system.split('human.ask(')).toHaveLength(2);
    expect(messages[1]?.text.endsWith('Return exactly one valid JSON object and nothing else.')).toBe(true);
    expect(messages[1]?.text).toContain('Find out');
    expect(schema).toEqual(machineSchema(all));
  });
});

function setAction(states: Record<string, JsonObject>, action: JsonObject): void {
  states.inspect = { ...states.inspect, action };
}
