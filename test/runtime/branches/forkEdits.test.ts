import { describe, expect, it } from 'vitest';
import type { Address } from '#base';
import { type Commit, readLedger, replay, writeLedger } from '#kernel';
import type { Workspace } from '#plan';
import { askingSteps, type Definition, type ForkChanges, forkOf, type RunHandle, startRun } from '#runtime';
import { machine } from '../../notation/machine';
import { plan, workspace } from '../../notation/plan';
import { hostOf } from '../notation';

const MODELS = [
  { id: 'small', connection: 'server', model: 'small-1' },
  { id: 'large', connection: 'server', model: 'large-1' },
];
const MAIN = (first: string) =>
  plan(`
    var topic: string = "tides"   var draft   out answer
    find: CAPABILITY model.generate {input: {prompt: "${first} {{ topic }}"}, output: {draft: "result.text"}}
    each: LOOP {until: "i == 1", maxIterations: 2, indexVariable: i}
      write: CAPABILITY model.generate {input: {prompt: "Write {{ draft }} {{ i }}", model: "small"}, output: {draft: "result.text"}}
    part: SUB_PLAN part {input: {draft: "{{ draft }}"}, output: {answer: "result.text"}}
    find -> each -> part
  `);
const PART = plan(
  `
  in draft   out text
  polish: CAPABILITY model.generate {input: {prompt: "Polish {{ draft }}"}, output: {text: "result.text"}}
`,
  'part',
);
const WRITING: Workspace = { ...workspace([MAIN('Find'), PART]), models: MODELS };

const promptIn = (input: object) => ('prompt' in input ? String(input.prompt) : '');

function world(around: Workspace = WRITING) {
  const generate = (input: object) => ({ text: promptIn(input).toLowerCase() });
  const descriptors = { 'model.generate': { effect: 'read' } } as const;
  const asked: string[] = [];
  const host = hostOf(
    {
      'model.generate': (input: object) => {
        asked.push([promptIn(input), ...('model' in input ? [input.model] : [])].join(' by '));
        return generate(input);
      },
    },
    {},
    descriptors,
  );
  const run = async (options: Partial<Parameters<typeof startRun>[1]> = {}): Promise<RunHandle> => {
    asked.length = 0;
    const started = startRun(host, { workspace: around, plan: 'main', input: {}, ...options });
    if (!started.ok) throw new Error(JSON.stringify(started.problem));
    await started.value.done;
    return started.value;
  };
  const fork = async (
    commits: readonly Commit[],
    at: number,
    changes: ForkChanges,
    definition: Definition = 'recorded',
    now: Workspace = around,
  ) => {
    const made = forkOf(reload(commits), now, definition, at, changes);
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    return run(made.value);
  };
  return { asked, run, fork };
}

/** A ledger as it comes back after the page was lost. */
function reload(commits: readonly Commit[]): readonly Commit[] {
  const read = readLedger(writeLedger(commits));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

function outputsIn(commits: readonly Commit[]): unknown {
  const ends = commits.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'run.completed');
  return ends.map(({ data }) => data);
}

const ALL = [
  'Find tides',
  'Write find tides 0 by small',
  'Write write find tides 0 1 by small',
  'Polish write write find tides 0 1',
];
const FIND = '/find' as Address;
const WRITE = '/each/write' as Address;
const POLISH = '/part/polish' as Address;
/** Where the first round has answered. */
const ROUND = 3;

describe('D3 what a fork edits of steps', () => {
  it('D3 the input that a step would be called with: in a round, in a sub-plan; the rest goes on with what comes of it', async () => {
    const { asked, run, fork } = world();
    const first = await run();
    expect(asked).toEqual(ALL);
    const text = writeLedger(first.commits);
    const input = { address: '/each[1]/write' as Address, input: { prompt: 'Mine' } };
    const second = await fork(first.commits, ROUND, { inputs: [input] });
    expect(asked).toEqual(['Mine', 'Polish mine']);
    expect(second.commits[0]?.fact).toMatchObject({ reuse: { inputs: [input], set: {} } });
    await fork(second.commits, second.commits.length - 1, {});
    expect(asked, 'a fork of the fork has it, too').toEqual(['Polish mine']);
    await fork(first.commits, ROUND, { inputs: [{ address: POLISH, input: { prompt: 'Other' } }] });
    expect(asked).toEqual([ALL[2], 'Other']);
    expect(writeLedger(first.commits)).toBe(text);
  });

  it('D3 the prompt from there on: in the rounds that are left, and what was answered before is not asked again', async () => {
    const { asked, run, fork } = world();
    const { commits } = await run();
    const prompts = [{ step: WRITE, text: 'Shorten {{ draft }}' }];
    const second = await fork(commits, ROUND, { prompts });
    expect(asked).toEqual(['Shorten write find tides 0 by small', 'Polish shorten write find tides 0']);
    expect(second.commits[0]?.fact).toMatchObject({
      reuse: { definition: [{ kind: 'prompt', ...prompts[0] }] },
    });
    expect(replay(reload(second.commits))).toMatchObject({ ok: true, status: 'completed', effects: 0 });
    await fork(second.commits, second.commits.length - 1, { prompts: [{ step: POLISH, text: 'Last' }] });
    expect(asked, 'a fork of it keeps both').toEqual(['Last']);
  });

  it('D3 another model, in a sub-plan and in a round, with a variable at once', async () => {
    const { asked, run, fork } = world();
    const { commits } = await run();
    const models = [
      { step: '/each[1]/write' as Address, model: 'large' },
      { step: POLISH, model: 'large' },
    ];
    const second = await fork(commits, ROUND, { models, set: { draft: 'set' } });
    expect(asked).toEqual(['Write set 1 by large', 'Polish write set 1 by large']);
    expect(second.commits[0]?.fact).toMatchObject({
      reuse: { definition: models.map((one) => ({ kind: 'model', ...one })), set: { draft: 'set' } },
    });
  });

  it('D3 K8 the plan as it is now, from there on: what was answered before an edit of its step is not asked again', async () => {
    const { asked, run, fork } = world();
    const { commits } = await run();
    const now = { ...WRITING, plans: [MAIN('Look for'), { ...PART, nodes: [] }] };
    const second = await fork(commits, ROUND, {}, 'current', now);
    expect(asked, 'the sub-plan has no step any more').toEqual([ALL[2]]);
    expect(second.commits[0]?.fact).toMatchObject({ reuse: { definition: [{ kind: 'plan' }] } });
    await fork(commits, ROUND, {}, 'recorded', now);
    expect(asked).toEqual(ALL.slice(2));
  });

  const NOW = { ...WRITING, plans: [MAIN('Look for'), PART] };
  it.each<[string, ForkChanges, Definition]>([
    ['an input', { inputs: [{ address: POLISH, input: { prompt: 'Other' } }] }, 'recorded'],
    ['a prompt', { prompts: [{ step: WRITE, text: 'Shorten {{ draft }}' }] }, 'recorded'],
    ['a model', { models: [{ step: POLISH, model: 'large' }] }, 'recorded'],
    ['a variable', { set: { draft: 'set' } }, 'recorded'],
    ['the plan', {}, 'current'],
    [
      'all of them',
      {
        set: { draft: 'set' },
        inputs: [{ address: '/each[1]/write' as Address, input: { prompt: 'Other' } }],
        prompts: [{ step: POLISH, text: 'Shine {{ draft }}' }],
        models: [{ step: POLISH, model: 'large' }],
      },
      'current',
    ],
  ])(
    'acceptance 5 D3 K8 a fork that edits %s comes back from its file: it replays, and a fork of it asks what it asked',
    async (_, changes, definition) => {
      const { asked, run, fork } = world(NOW);
      const { commits } = await run();
      const second = await fork(commits, ROUND, changes, definition, NOW);
      const [last] = asked.slice(-1);
      const brought = reload(second.commits);
      expect(replay(brought)).toMatchObject({ ok: true, status: 'completed', effects: 0 });
      const third = await fork(brought, brought.length - 1, {});
      expect(asked, 'its edits are kept: the call after that point is made in the same words').toEqual([
        last,
      ]);
      expect(outputsIn(third.commits)).toEqual(outputsIn(second.commits));
      expect(replay(reload(third.commits))).toMatchObject({ ok: true, effects: 0 });
    },
  );

  it('D3 names what can be edited: each step once, with its prompt and its models', () => {
    expect(askingSteps(WRITING, 'main')).toMatchObject([
      { address: FIND, isSingle: true, plan: 'main', prompt: 'Find {{ topic }}', models: [] },
      { address: WRITE, isSingle: false, models: ['small'] },
      { address: POLISH, isSingle: true, plan: 'part', prompt: 'Polish {{ draft }}' },
    ]);
    const prompts = [{ id: 'mine', version: 1, text: 'From a document {{ goal }}' }];
    const planning = plan(`
      built: PLANNER {planner: llm}
      named: PLANNER {planner: llm, prompt: {prompt: mine}, models: [large]}
      rules: PLANNER {planner: rules}
      judge: EVALUATION {evaluator: model, question: "Good?", model: large, input: 1}
      whole: CAPABILITY model.generate {input: "*"}
    `);
    expect(
      askingSteps({ ...workspace([planning]), models: MODELS, prompts }, 'main').map(
        ({ address, prompt, models }) => [address, prompt.slice(0, 15), models],
      ),
    ).toEqual([
      ['/built', expect.stringMatching(/\S/), []],
      ['/named', 'From a document', ['large']],
      ['/judge', 'Good?', ['large']],
    ]);
  });

  describe('of a machine', () => {
    const responder = { id: 'model', request: 'ask', response: 'told', capability: 'model.generate' };
    const asking = (id: string, to: string) => ({
      id,
      action: { event: 'ask', data: { prompt: `Say ${id}` } },
      on: [{ event: 'told', target: to }],
    });
    const FLOW = machine(
      {
        responders: [responder],
        states: [
          asking('one', 'two'),
          asking('two', 'three'),
          {
            id: 'three',
            invoke: [
              {
                capability: 'model.generate',
                input: { prompt: 'Say three', model: 'small' },
                onDone: [{ target: 'part' }],
              },
            ],
          },
          { id: 'part', invoke: [{ id: 'run', plan: 'part', input: {}, onDone: [{ target: 'over' }] }] },
          { id: 'over', type: 'final' },
        ],
      },
      'flow',
    );
    const INNER = plan('say: CAPABILITY model.generate {input: {prompt: "Say four"}}', 'part');
    const OUTER = plan('flow: SUB_PLAN flow');
    const FLOWING: Workspace = { ...workspace([FLOW, OUTER, INNER]), models: MODELS };

    it('D3 M2 M5 states that ask, what they invoke, and the plans that they run can be edited, in a sub-plan too', () => {
      const found = (of: string) => askingSteps(FLOWING, of).map(({ address, prompt }) => [address, prompt]);
      const inMachine = [
        ['/one', 'Say one'],
        ['/two', 'Say two'],
        ['/three/invoke', 'Say three'],
        ['/part/run/say', 'Say four'],
      ];
      expect(found('flow')).toEqual(inMachine);
      expect(found('main')).toEqual(inMachine.map(([address, prompt]) => [`/flow${address}`, prompt]));
      expect(askingSteps(FLOWING, 'flow').every(({ isSingle }) => !isSingle)).toBe(true);
      const chosen = machine({ states: [{ id: 'pick', choose: { question: 'Which?', models: ['large'] } }] });
      expect(askingSteps({ ...workspace([chosen]), models: MODELS }, chosen.id)).toMatchObject([
        { address: '/pick', prompt: 'Which?', models: ['large'] },
      ]);
    });

    it.each(['', '/flow'])(
      'D3 K8 the prompt and the model of states from there on, at "%s"; what was answered before is not asked again, and the fork is forked',
      async (around) => {
        const { asked, run, fork } = world(FLOWING);
        const first = await run({ plan: around === '' ? 'flow' : 'main' });
        expect(asked).toEqual(['Say one', 'Say two', 'Say three by small', 'Say four']);
        const text = writeLedger(first.commits);
        const second = await fork(first.commits, 2, {
          prompts: [
            { step: `${around}/one` as Address, text: 'Too late' },
            { step: `${around}/two` as Address, text: 'Tell two' },
            { step: `${around}/part/run/say` as Address, text: 'Tell four' },
          ],
          models: [{ step: `${around}/three/invoke` as Address, model: 'large' }],
        });
        expect(asked).toEqual(['Tell two', 'Say three by large', 'Tell four']);
        expect(replay(reload(second.commits))).toMatchObject({ ok: true, status: 'completed', effects: 0 });
        await fork(second.commits, 2, {});
        expect(asked).toEqual(['Say three by large', 'Tell four']);
        expect(writeLedger(first.commits)).toBe(text);
      },
    );
  });

  it.each([
    [{ inputs: [{ address: FIND, input: {} }] }, 'STEP_BEGUN'],
    [{ prompts: [{ step: FIND, text: 'Late' }] }, 'STEP_BEGUN'],
    [{ models: [{ step: FIND, model: 'large' }] }, 'STEP_BEGUN'],
    [{ models: [{ step: WRITE, model: 'none' }] }, 'MODEL_UNKNOWN'],
    [{ prompts: [{ step: '/each' as Address, text: 'No' }] }, 'STEP_ASKS_NO_MODEL'],
    [{ prompts: [{ step: '/run@1/x' as Address, text: 'No' }] }, 'STEP_ASKS_NO_MODEL'],
    [{ inputs: [{ address: '/gone' as Address, input: {} }] }, 'STEP_UNKNOWN'],
  ])('D3 of %j it says %s', async (changes, code) => {
    const { run } = world();
    const { commits } = await run();
    const made = forkOf(commits, WRITING, 'recorded', ROUND, changes);
    expect(made).toMatchObject({ ok: false, problem: [{ code, help: expect.stringMatching(/\S/) }] });
  });

  it('V6 an input brings no handle of a table', async () => {
    const { run } = world();
    const { commits } = await run();
    const made = forkOf(commits, WRITING, 'recorded', ROUND, {
      inputs: [{ address: POLISH, input: { $table: 'x' } }],
    });
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    const host = hostOf({ 'model.generate': () => 1 }, {}, {});
    expect(startRun(host, made.value)).toMatchObject({ ok: false, problem: [{ code: 'VALUE_RESERVED' }] });
  });
});
