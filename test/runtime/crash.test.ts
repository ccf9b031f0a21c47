import { describe, expect, it } from 'vitest';
import { seededRandom } from '#base';
import { type Commit, fold, openCommands, replay } from '#kernel';
import { type Host, type LedgerStore, memoryLedger, type RunHandle, resumeRun, startRun } from '#runtime';
import { plan, workspace } from '../notation/plan';
import { ORIGIN, Profile } from '../storage/notation';
import { hostOf } from './notation';

const WORKSPACE = workspace(
  [
    plan(`
      out answer
      look: CAPABILITY read {input: {text: "a"}}
      both: GROUP ASYNC {merge: COLLECT}
        send: CAPABILITY send {input: {text: "b"}}
        put: CAPABILITY put {input: {text: "c"}}
      ask: HUMAN_INPUT "Well?" {decisions: [yes, no], timeoutMs: null}
      plan: PLANNER {planner: {flavour: rules, use: mine}, goal: "x"}
      execute: PLAN_EXECUTOR {output: {answer: "result.text"}}
      again: CAPABILITY send {input: {text: "f"}}
      look -> both
      both -> ask
      ask.yes -> plan
      plan -> execute
      execute -> again
    `),
  ],
  {
    planners: [
      {
        id: 'mine',
        kind: 'rules',
        rules: [
          {
            id: 'any',
            when: 'true',
            steps: [
              { capability: 'put', input: { text: 'd' } },
              { capability: 'read', input: { text: 'e' } },
            ],
          },
        ],
      },
    ],
  },
);
const DESCRIPTORS = {
  read: { effect: 'read' },
  send: { effect: 'write' },
  put: { effect: 'write', idempotent: true },
} as const;

/** What outlives the process: the store, and what has really happened outside. */
interface Outside {
  open(): Promise<LedgerStore>;
  readonly happened: string[];
}

function memory(): Outside {
  const ledger = memoryLedger();
  return { open: async () => ledger, happened: [] };
}

function indexedDb(): Outside {
  const profile = new Profile();
  return {
    open: async () => {
      const writer = await (await profile.tab()).runs.open('run-1', ORIGIN, { takeOver: true });
      if (!writer) throw new Error('the run is taken');
      return writer;
    },
    happened: [],
  };
}

/** A process that dies at its n-th point: before or after a write, before or after an effect. */
class Process {
  points = 0;
  isDead = false;
  run: RunHandle | null = null;
  readonly #diesAt: number;

  constructor(diesAt = Number.POSITIVE_INFINITY) {
    this.#diesAt = diesAt;
  }

  async point(): Promise<void> {
    if (++this.points !== this.#diesAt) return;
    this.isDead = true;
    this.run?.close();
    await new Promise(() => {});
  }

  host(ledger: LedgerStore, { happened }: Outside): Host {
    const work = async (input: object, { address }: { address: string }) => {
      await this.point();
      happened.push(address);
      await this.point();
      return input;
    };
    const append: LedgerStore['append'] = async (runId, commits) => {
      await this.point();
      await ledger.append(runId, commits);
      await this.point();
    };
    const store: LedgerStore = { append, read: (runId) => ledger.read(runId) };
    return hostOf({ read: work, send: work, put: work }, { ledger: store }, DESCRIPTORS);
  }
}

/** Answers, resumes and settles until the run is over, or its process is. */
async function drive(process: Process, run: RunHandle): Promise<void> {
  process.run = run;
  await run.atRest();
  while (!process.isDead && !isOver(run)) {
    await moveOn(run);
    await run.atRest();
  }
}

async function moveOn(run: RunHandle): Promise<void> {
  const state = fold(run.commits);
  if (!state.ok) throw new Error(state.problem.message);
  const open = openCommands(state.value);
  const asked = run.commits
    .map(({ fact }) => fact)
    .find((fact) => fact.type === 'effect.uncertain' && !isSettled(run.commits, fact.address));
  const wait = open.find((command) => command.kind === 'wait');
  if (asked?.type === 'effect.uncertain')
    await run.settle(asked.address, { kind: 'done', result: { text: 'settled' } });
  else if (isPaused(run)) await run.resume();
  // P13: the planned "put" asks before it leaves.
  else if (wait?.kind === 'wait' && wait.call)
    await run.answer(wait.address, { decision: 'approve', hash: wait.call.hash });
  else if (wait) await run.answer(wait.address, { decision: 'yes' });
  else throw new Error(`It stands still: ${JSON.stringify(run.commits.at(-1))}`);
}

function isPaused({ commits }: RunHandle): boolean {
  const kinds = commits.flatMap(({ entries }) => entries.map(({ kind }) => kind));
  return kinds.lastIndexOf('run.paused') > kinds.lastIndexOf('run.resumed');
}

function isSettled(commits: readonly Commit[], address: string): boolean {
  return commits.some(({ fact }) => fact.type === 'effect.settled' && fact.address === address);
}

function isOver({ commits }: RunHandle): boolean {
  return commits.some(({ entries }) => entries.some(({ kind }) => kind === 'run.completed'));
}

function succeededIn(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ fact }) => (fact.type === 'effect.succeeded' ? [fact.address] : []));
}

describe.each([
  ['memory', memory],
  ['IndexedDB', indexedDb],
])('case H1 killed at every write and every effect, ledger in %s', (_title, outside) => {
  it('K6 loses no acknowledged commit, repeats no finished effect, and asks about what may have happened', async () => {
    const points = await pointsOf(outside());
    const asked = new Set<string>();
    for (let point = 1; point <= points; point++)
      for (const address of await killed([point], outside())) asked.add(address);
    expect([...asked].sort()).toEqual(['/again#1', '/both/send#1']);
  });
});

it('K6 a run that is killed again while it is taken up is as whole as before', async () => {
  const points = await pointsOf(memory());
  const { below } = seededRandom(4);
  for (let round = 0; round < 40; round++)
    await killed([1 + below(points), 1 + below(points), 1 + below(points)], memory());
});

async function pointsOf(outside: Outside): Promise<number> {
  const whole = new Process();
  expect(isOver(await lived(whole, null, outside))).toBe(true);
  return whole.points;
}

/**
 * Runs in processes that die at these points, one after another, and in a last one that does not.
 *
 * @returns what was asked about
 */
async function killed(points: readonly number[], outside: Outside): Promise<readonly string[]> {
  let run: RunHandle | null = null;
  for (const point of [...points, Number.POSITIVE_INFINITY])
    run = await lived(new Process(point), run, outside);
  const commits = run?.commits ?? [];
  expect(replay(commits), `killed at ${points}`).toMatchObject({ ok: true, status: 'completed', effects: 0 });
  for (const sent of ['/both/send#1', '/again#1'])
    expect(outside.happened.filter((one) => one === sent).length, `killed at ${points}`).toBeLessThan(2);
  return commits.flatMap(({ fact }) => (fact.type === 'effect.uncertain' ? [fact.address] : []));
}

/** One process: starts the run, or takes up what the store has of it. */
async function lived(process: Process, before: RunHandle | null, outside: Outside): Promise<RunHandle> {
  const store = await outside.open();
  const stored = await store.read('run-1');
  const acknowledged = before?.commits ?? [];
  expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged);
  const host = process.host(store, outside);
  const run =
    stored.length === 0
      ? startRun(host, { workspace: WORKSPACE, plan: 'main', input: {} })
      : resumeRun(host, stored, WORKSPACE);
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  const happened = outside.happened.length;
  await drive(process, run.value);
  const again = outside.happened.slice(happened);
  for (const finished of succeededIn(stored)) expect(again).not.toContain(finished);
  expect((await store.read('run-1')).slice(0, run.value.commits.length)).toEqual(run.value.commits);
  return run.value;
}
