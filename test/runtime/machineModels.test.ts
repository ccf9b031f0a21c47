import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Json, LIMITS } from '#base';
import { builtInCapabilities } from '#capabilities';
import { replay, writeLedger } from '#kernel';
import { openModels } from '#models';
import { costsOf, project } from '#projection';
import { type RunHandle, startRun } from '#runtime';
import { machine } from '../notation/machine';
import { plan, workspace } from '../notation/plan';
import {
  captivePortal,
  refuses,
  type Script,
  ScriptedModelServer,
  says,
  saysJson,
} from '../tools/scriptedModelServer';
import { hostOf } from './notation';

const KEY = 'sk-canary-91be22d0';
const SPECS = [
  { id: 'main', connection: 'server', model: 'first' },
  { id: 'other', connection: 'server', model: 'second' },
];
const REST = { models: SPECS, connections: [{ id: 'server' }] };

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
});
afterAll(() => server.stop());

function host() {
  const plain = hostOf({}, { capabilities: builtInCapabilities() });
  const models = openModels(SPECS, () => ({ url: server.url, key: KEY }), { clock: plain.clock });
  return { ...plain, models, secrets: () => [KEY] };
}

function begin(document: object, id: string, scripts: readonly Script[], input: Record<string, Json> = {}) {
  server.script(...scripts);
  const around = host();
  const run = startRun(around, { workspace: workspace([document as never], REST), plan: id, input });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  return { run: run.value, clock: around.clock };
}

/** I9, K4: what became of the run, which replays without a call and holds no key. */
function ended(run: RunHandle) {
  expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  expect(writeLedger(run.commits)).not.toContain(KEY);
  return project(run.commits);
}

const attemptsOf = (run: RunHandle) =>
  run.commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact.attempt] : []));

/** What the n-th request asked, all messages together. */
function asked(number: number): string {
  return JSON.stringify(server.requests[number - 1]?.body);
}

/** Chooses again and again in one state; `note` counts, `stop` ends it. */
const choosing = (more: object = {}) =>
  machine({
    variables: ['in topic', 'var notes = 0'],
    states: [
      {
        id: 'think',
        choose: {
          models: ['main', 'other'],
          question: 'What next about {{ goal_data.topic }}?',
          maxActions: 3,
          ...more,
        },
        on: [
          {
            event: 'note',
            description: 'Take a note.',
            actions: [{ type: 'assign', values: { notes: 'notes + 1.0' } }],
          },
          { event: 'read', target: 'reading' },
          { event: 'never', target: 'stopped', when: 'notes > 100.0' },
          { event: 'stop', target: 'stopped' },
        ],
      },
      {
        id: 'reading',
        action: { event: 'read', data: { text: '{{ goal_data.topic }}' }, response: 'read.done' },
        defaultNext: 'think',
      },
      { id: 'stopped', type: 'final', output: { notes: '{{ notes }}' } },
    ],
    responders: [{ id: 'upper', request: 'read', capability: 'text.upper' }],
    result: { notes: '{{ notes }}' },
  });
const choose = (choice: string, reason = 'It is time.') => saysJson({ reason, choice });
const think = (scripts: readonly Script[], more: object = {}) =>
  begin(choosing(more), 'flow', scripts, { topic: 'bees' });

describe('reasonNextAction against the scripted server (M5)', () => {
  test('M5 the next event is chosen, published and heard; in the state that chooses it is asked again', async () => {
    const { run } = think([choose('note'), choose('read'), choose('stop')]);
    await run.done;
    const view = ended(run);
    expect(view.outputs).toEqual({ notes: 1 });
    expect(server.requests).toHaveLength(3);
    const published = run.commits.flatMap(({ entries }) =>
      entries.filter(({ kind }) => kind === 'event.published'),
    );
    expect(published.map(({ address, data }) => `${address} ${Reflect.get(data, 'event')}`)).toEqual([
      '/think[0] note',
      '/think[0] read',
      '/reading[0] read',
      '/think[1] stop',
    ]);
  });

  test('M5 it is offered what the machine could take now, with what the author says of it, and "none"; results are its material', async () => {
    const { run } = think([choose('read'), choose('none')]);
    await run.done;
    for (const word of ['What next about bees?', 'note', 'Take a note.', 'read', 'stop', 'none'])
      expect(asked(1)).toContain(word);
    expect(asked(1)).not.toContain('never');
    expect(asked(2)).toContain('BEES');
  });

  test('M5 "none" completes the plan', async () => {
    const { run } = think([choose('note'), choose('none')]);
    await run.done;
    expect(ended(run)).toMatchObject({ status: 'completed', outputs: { notes: 1 } });
  });

  test('M5 the breaker opens after its number: what is chosen then is not done', async () => {
    const { run } = think([choose('note')]);
    await run.done;
    expect(ended(run)).toMatchObject({ status: 'failed', error: { code: 'CIRCUIT_BREAKER' } });
    expect(server.requests).toHaveLength(4);
    const notes = run.commits.flatMap(({ entries }) =>
      entries.filter((one) => one.kind === 'variable.written'),
    );
    expect(notes.map(({ data }) => Reflect.get(data, 'value'))).toEqual([1, 2, 3]);
  });

  test('M5 the breaker of a state that does not say opens after 20, as in reference 5', async () => {
    const { run } = think([choose('note')], { maxActions: undefined });
    await run.done;
    expect(ended(run).error?.message).toContain('chosen 20 events');
    expect(server.requests).toHaveLength(21);
  });

  test('M5 an unknown event is asked for once more with what was wrong, and then refused', async () => {
    const { run } = think([choose('dance'), choose('stop')]);
    await run.done;
    expect(ended(run).status).toBe('completed');
    expect(asked(2)).toContain('It names none of the choices');
    expect(asked(2)).toContain('dance');
    const again = think([choose('dance'), choose('sing')]);
    await again.run.done;
    expect(ended(again.run)).toMatchObject({ status: 'failed', error: { code: 'RESULT_INVALID' } });
    expect(server.requests).toHaveLength(2);
  });

  test.each<[string, Script]>([
    ['the bare event', says('stop')],
    ['fenced', says('```json\n{"choice": "stop"}\n```')],
    ['with prose around', says('I would say {"reason": "done", "choice": "stop"} here.')],
    ['in pieces', says('{"rea', 'son": "x", "cho', 'ice": "st', 'op"}')],
  ])('K2 an answer %s is read', async (_title, script) => {
    const { run } = think([script]);
    await run.done;
    expect(ended(run).status).toBe('completed');
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, Script]>([
    ['prose', says('Let us think about bees.')],
    ['an array', saysJson(['stop'])],
    ['another key', saysJson({ event: 'stop' })],
    ['JSON that is cut', says('{"reason": "I think that')],
  ])('K2 a malformed answer (%s) is repaired once, then it fails', async (_title, script) => {
    const { run } = think([script, choose('stop')]);
    await run.done;
    expect(ended(run).status).toBe('completed');
    const bad = think([script]);
    await bad.run.done;
    expect(ended(bad.run)).toMatchObject({ status: 'failed', error: { code: 'RESULT_INVALID' } });
  });

  test.each<[string, string, Script]>([
    ['500', 'MODEL_SERVER_ERROR', refuses(500)],
    ['401', 'MODEL_UNAUTHORIZED', refuses(401)],
    ['429', 'MODEL_RATE_LIMITED', refuses(429)],
    ['a sign-in page', 'MODEL_REPLY_NOT_JSON', captivePortal()],
    ['a stream that stops', 'MODEL_STREAM_CUT', says('{"choice"', { cut: true })],
    ['an error in the stream', 'MODEL_SERVER_ERROR', says('{"ch', { error: 'out of memory' })],
    ['nothing at all', 'MODEL_EMPTY', says('')],
  ])(
    'P5 %s: the next model of the state is asked; where none is left the run says %s',
    async (_title, code, script) => {
      const { run } = think([script, choose('stop')]);
      await run.done;
      expect(ended(run).status).toBe('completed');
      expect(server.requests.map(({ body }) => Reflect.get(Object(body), 'model'))).toEqual([
        'first',
        'second',
      ]);
      const bad = think([script]);
      await bad.run.done;
      expect(ended(bad.run)).toMatchObject({ status: 'failed', error: { code } });
    },
  );

  it('K10, P6 its calls, tokens and answers are counted where they were asked, like a planner’s', async () => {
    const { run } = think([choose('note'), choose('stop')]);
    await run.done;
    const view = ended(run);
    expect(view.usage).toMatchObject({ inputTokens: 24, outputTokens: 68 });
    expect(view.calls).toBe(2);
    expect(costsOf(view).rows.map(({ address }) => address)).toContain('/think[0]/choose-1');
  });

  it('M5 an event from outside goes before the answer: the question is withdrawn', async () => {
    const { run } = think([says({ gate: 'never' }, '{"choice":"note"}')]);
    await server.received(1);
    await run.send({ type: 'signal.received', event: 'stop', data: null });
    await run.done;
    expect(ended(run).status).toBe('completed');
    server.release('never');
  });
});

/** START → PLANNER → PLAN_EXECUTOR → END, whose planner has a machine written. */
const AROUND = plan(`
  in topic: string
  var dynamicPlan   out answer
  think: PLANNER state-machine {goal: "Write about {{ topic }}", models: [main], tools: [text.upper, text.say], repairRetries: 1}
  do: PLAN_EXECUTOR
  think -> do
`);

const MADE = {
  plan_type: 'write',
  description: 'Writes.',
  initial_state: 'writing',
  states: {
    writing: {
      state_name: 'writing',
      description: 'Write',
      action: { event_type: 'text.upper', response_event: 'upper.done', data: { text: '{goal_data.topic}' } },
      transitions: [
        { on_event: 'upper.done', to_state: 'done', condition: 'size(event.data.text) > 2' },
        { on_event: 'upper.done', to_state: 'failed' },
      ],
    },
    done: { state_name: 'done', description: 'Done', is_terminal: true },
    failed: { state_name: 'failed', description: 'Too short', is_terminal: true, outcome: 'failed' },
  },
  result: { answer: '{{ results.writing.text }}' },
};
const create = (scripts: readonly Script[], topic = 'bees', document = AROUND) =>
  begin(document, 'main', scripts, { topic });

describe('createPlan against the scripted server (M5, P2 state-machine)', () => {
  test('M5 a goal and a catalogue become a machine, and the machine the answer', async () => {
    const { run } = create([saysJson(MADE)]);
    await run.done;
    const view = ended(run);
    expect(view).toMatchObject({ status: 'completed', outputs: { answer: 'BEES' } });
    expect(attemptsOf(run)).toMatchObject([
      {
        flavour: 'state-machine',
        model: 'main',
        verdict: 'accepted',
        template: { id: 'planner-state-machine' },
        usage: { inputTokens: 12 },
      },
    ]);
    expect(asked(1)).toContain('Write about bees');
    expect(asked(1)).toContain('text.upper');
    expect(asked(1)).not.toContain('text.lower');
    expect([...view.machines.keys()]).toEqual(['/do@1/write']);
  });

  test('P5, fault S9 what is wrong is told, and the mended machine runs', async () => {
    const wrong = {
      ...MADE,
      states: {
        ...MADE.states,
        writing: {
          ...MADE.states.writing,
          action: { ...MADE.states.writing.action, event_type: 'text.lower' },
        },
      },
    };
    const { run } = create([saysJson(wrong), says('Sorry. ```json\n', JSON.stringify(MADE), '\n```')]);
    await run.done;
    expect(ended(run)).toMatchObject({ status: 'completed', outputs: { answer: 'BEES' } });
    expect(
      attemptsOf(run).map(({ verdict, problems }) => [verdict, problems.map(({ code }) => code)]),
    ).toEqual([
      ['refused', ['TOOL_NOT_ALLOWED']],
      ['accepted', []],
    ]);
    expect(asked(2)).toContain('TOOL_NOT_ALLOWED');
  });

  test.each<[string, string, Script]>([
    [
      'a list of steps',
      'MACHINE_EXPECTED',
      saysJson({ steps: [{ toolId: 'text.say', input: { text: 'Hi' } }] }),
    ],
    ['prose', 'NO_PLAN_IN_REPLY', says('I would rather not.')],
    ['nothing', 'EMPTY_REPLY', says('')],
    ['a machine that is cut', 'TRUNCATED_REPLY', says(JSON.stringify(MADE).slice(0, -30))],
    ['cut by its service', 'TRUNCATED_REPLY', { ...saysJson(MADE), finishReason: 'length' }],
    ['states that lead nowhere', 'STATE_UNKNOWN', saysJson({ ...MADE, initial_state: 'nowhere' })],
    ['a server error', 'MODEL_SERVER_ERROR', refuses(500)],
    ['a stream that stops', 'MODEL_STREAM_CUT', says('{"states": {', { cut: true })],
  ])('P4, P5 %s is %s, and the run ends by saying what was tried', async (_title, code, script) => {
    const { run, clock } = create([script]);
    const second = server.received(2);
    clock.advance(LIMITS.plannerIdleMs);
    while (project(run.commits).endedAt === null && server.requests.length < 2) {
      await Promise.race([second, run.done, new Promise((resolve) => setImmediate(resolve))]);
      clock.advance(1_000);
    }
    await run.done;
    expect(attemptsOf(run)[0]?.problems[0]?.code).toBe(code);
    expect(ended(run).status).toBe('failed');
    expect(run.commits.some(({ fact }) => fact.type === 'effect.succeeded')).toBe(false);
  });

  test('M3 a machine that ends as a failure fails its executor with the outcome', async () => {
    const { run } = create([saysJson(MADE)], 'ox');
    await run.done;
    expect(ended(run)).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_FAILED' } });
  });

  test('P4 the flavour llm takes a machine as well: every shape of the references is a plan', async () => {
    const llm = plan(`
      in topic: string
      var dynamicPlan   out answer
      think: PLANNER llm {goal: "Write", models: [main], tools: [text.upper]}
      do: PLAN_EXECUTOR
      think -> do
    `);
    const { run } = create([saysJson(MADE)], 'bees', llm);
    await run.done;
    expect(ended(run)).toMatchObject({ status: 'completed', outputs: { answer: 'BEES' } });
  });
});
