import { describe, expect, it } from 'vitest';
import type { Address, Json } from '#base';
import { type Commit, readLedger, replay, writeLedger } from '#kernel';
import type { Workspace } from '#plan';
import {
  askingSteps,
  type ForkChanges,
  forkOf,
  madePlans,
  type RunHandle,
  staleOf,
  startRun,
} from '#runtime';
import { machine } from '../../notation/machine';
import { body, plan, workspace } from '../../notation/plan';
import { hostOf } from '../notation';

const MODELS = [
  { id: 'small', connection: 'server', model: 'small-1' },
  { id: 'large', connection: 'server', model: 'large-1' },
];
const PLANNING = `
  var dynamicPlan
  think: PLANNER {planner: {flavour: capability, use: propose}, goal: "Find out"}
  do: PLAN_EXECUTOR {approve: never}
  think -> do
`;
const MADE = asJson(
  body(`
  find: CAPABILITY model.generate {input: {prompt: "Find"}}
  each: LOOP {until: "i == 1", maxIterations: 2, indexVariable: i}
    write: CAPABILITY model.generate {input: {prompt: "Write {{ i }}", model: "small"}}
  polish: CAPABILITY model.generate {input: {prompt: "Polish"}}
  find -> each -> polish
`),
);
const FIND = '/do@1/find' as Address;
const WRITE = '/do@1/each/write' as Address;
const POLISH = '/do@1/polish' as Address;

function world(made: Json, text = PLANNING) {
  const around: Workspace = { ...workspace([plan(text)]), models: MODELS };
  const asked: string[] = [];
  const works = {
    propose: () => {
      asked.push('a plan');
      return made;
    },
    'model.generate': (input: Readonly<Record<string, Json>>) => {
      asked.push([input.prompt, ...('model' in input ? [input.model] : [])].join(' by '));
      return { text: 'Yes.' };
    },
  };
  const host = hostOf(works, {}, { 'model.generate': { effect: 'read' }, propose: { effect: 'read' } });
  const run = async (options: Partial<Parameters<typeof startRun>[1]> = {}): Promise<RunHandle> => {
    asked.length = 0;
    const started = startRun(host, { workspace: around, plan: 'main', input: {}, ...options });
    if (!started.ok) throw new Error(JSON.stringify(started.problem));
    await started.value.done;
    return started.value;
  };
  const fork = async (commits: readonly Commit[], at: number, changes: ForkChanges) => {
    const made = forkOf(reload(commits), around, 'recorded', at, changes);
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    return run(made.value);
  };
  return { around, asked, capabilities: host.capabilities, run, fork };
}

function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value));
}

/** A ledger as it comes back after the page was lost. */
function reload(commits: readonly Commit[]): readonly Commit[] {
  const read = readLedger(writeLedger(commits));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

/** The position right after a step was answered. */
function behind(commits: readonly Commit[], address: string): number {
  const at = commits.findIndex(({ fact }) => 'address' in fact && fact.address.startsWith(address));
  if (at < 0) throw new Error(`${address} is not in the ledger`);
  return at + 1;
}

describe('D3 steps that a planner made', () => {
  it('D3 K8 the prompt and the model of one, in a loop too: its planner is not asked again, and the run stays as it was', async () => {
    const { around, asked, capabilities, run, fork } = world(MADE);
    const first = await run();
    expect(asked).toEqual(['a plan', 'Find', 'Write 0 by small', 'Write 1 by small', 'Polish']);
    const text = writeLedger(first.commits);
    const second = await fork(first.commits, behind(first.commits, `${FIND}#1`), {
      prompts: [
        { step: WRITE, text: 'Scribble {{ i }}' },
        { step: POLISH, text: 'Shine' },
      ],
      models: [{ step: '/do@1/each[1]/write' as Address, model: 'large' }],
    });
    expect(asked).toEqual(['Scribble 0 by large', 'Scribble 1 by large', 'Shine']);
    expect(replay(reload(second.commits))).toMatchObject({ ok: true, status: 'completed', effects: 0 });
    expect(writeLedger(first.commits)).toBe(text);
    const question = { commits: second.commits, workspace: around, capabilities, pins: [] };
    expect(staleOf(question)).toEqual({ ok: true, value: new Map() });

    await fork(second.commits, behind(second.commits, '/do@1/each[0]/write'), {
      prompts: [{ step: WRITE, text: 'Draw {{ i }}' }],
    });
    expect(asked).toEqual(['Draw 1 by large', 'Shine']);
  });

  it('D3 M5 a state of a machine that a planner made', async () => {
    const FLOW = machine(
      {
        states: [
          {
            id: 'one',
            invoke: [
              { capability: 'model.generate', input: { prompt: 'Say one' }, onDone: [{ target: 'two' }] },
            ],
          },
          {
            id: 'two',
            invoke: [
              { capability: 'model.generate', input: { prompt: 'Say two' }, onDone: [{ target: 'over' }] },
            ],
          },
          { id: 'over', type: 'final' },
        ],
      },
      'flow',
    );
    const { asked, run, fork } = world(asJson(FLOW));
    const first = await run();
    expect(asked).toEqual(['a plan', 'Say one', 'Say two']);
    const at = behind(first.commits, '/do@1/flow/one');
    await fork(first.commits, at, {
      prompts: [{ step: '/do@1/flow/two/invoke' as Address, text: 'Tell two' }],
    });
    expect(asked).toEqual(['Tell two']);
  });

  it('D3 they are named with the words that they have, each where its plan is open', async () => {
    const { around, run } = world(MADE);
    const { commits } = await run();
    const made = forkOf(commits, around, 'recorded', commits.length);
    const plans = made.ok ? madePlans(commits, made.value.reuse) : [];
    expect(plans).toMatchObject([{ scope: '/do@1' }]);
    expect(askingSteps(around, 'main', plans)).toMatchObject([
      { address: FIND, prompt: 'Find', made: '/do@1', isSingle: true },
      { address: WRITE, prompt: 'Write {{ i }}', models: ['small'], isSingle: false },
      { address: POLISH, prompt: 'Polish' },
    ]);
    expect(askingSteps(around, 'main')).toEqual([]);
  });

  it.each([
    ['a step that is over', { prompts: [{ step: FIND, text: 'Late' }] }, 'STEP_BEGUN'],
    [
      'a step that asks no model',
      { prompts: [{ step: '/do@1/each' as Address, text: 'No' }] },
      'STEP_ASKS_NO_MODEL',
    ],
    [
      'a revision that is not open',
      { prompts: [{ step: '/do@2/find' as Address, text: 'No' }] },
      'STEP_ASKS_NO_MODEL',
    ],
    ['a model that is not there', { models: [{ step: WRITE, model: 'none' }] }, 'MODEL_UNKNOWN'],
  ])('D3 of %s it says so', async (_name, changes, code) => {
    const { around, run } = world(MADE);
    const { commits } = await run();
    const made = forkOf(commits, around, 'recorded', behind(commits, `${FIND}#1`), changes);
    expect(made).toMatchObject({ ok: false, problem: [{ code, help: expect.stringMatching(/\S/) }] });
  });

  it('D3 before its planner has answered there is no such step', async () => {
    const { around, run } = world(MADE);
    const { commits } = await run();
    const made = forkOf(commits, around, 'recorded', 1, { prompts: [{ step: FIND, text: 'Early' }] });
    expect(made).toMatchObject({ ok: false, problem: [{ code: 'STEP_ASKS_NO_MODEL' }] });
  });
});
