import { expect } from 'vitest';
import type { Json, JsonObject } from '#base';
import { type Commit, fold, openCommands, replay } from '#kernel';
import type { CapabilityDescriptor, Workspace } from '#plan';
import { type Host, type LedgerStore, memoryLedger, type RunHandle, resumeRun, startRun } from '#runtime';
import { ORIGIN, Profile } from '../storage/notation';
import { hostOf } from './notation';

/** A plan whose run is killed wherever it can be, and what its capabilities give. */
export interface CrashCase {
  readonly workspace: Workspace;
  readonly works: Readonly<Record<string, (input: JsonObject, address: string) => Json>>;
  readonly descriptors?: Readonly<Record<string, Partial<CapabilityDescriptor>>>;
  /** What must not be sent twice, whatever happens. */
  readonly once: readonly string[];
}

/** What outlives the process: the store, and what has really happened outside. */
export interface Outside {
  open(): Promise<LedgerStore>;
  readonly happened: string[];
}

export function memory(): Outside {
  const ledger = memoryLedger();
  return { open: async () => ledger, happened: [] };
}

export function indexedDb(): Outside {
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

  host({ works, descriptors }: CrashCase, ledger: LedgerStore, { happened }: Outside): Host {
    const append: LedgerStore['append'] = async (runId, commits) => {
      await this.point();
      await ledger.append(runId, commits);
      await this.point();
    };
    const store: LedgerStore = { append, read: (runId) => ledger.read(runId) };
    const worksWithPoints = Object.entries(works).map(([id, work]) => [
      id,
      async (input: JsonObject, { address }: { address: string }) => {
        await this.point();
        happened.push(address);
        await this.point();
        return work(input, address);
      },
    ]);
    return hostOf(Object.fromEntries(worksWithPoints), { ledger: store }, descriptors);
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
  // P13: what was planned and changes something asks before it leaves.
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

/** How many points a run has that nothing kills. */
export async function pointsOf(crash: CrashCase, outside: Outside): Promise<number> {
  const whole = new Process();
  expect(isOver(await lived(crash, whole, null, outside))).toBe(true);
  return whole.points;
}

/**
 * Runs in processes that die at these points, one after another, and in a last one that does not (K6).
 *
 * @returns what was asked about
 */
export async function killed(
  crash: CrashCase,
  points: readonly number[],
  outside: Outside,
): Promise<readonly string[]> {
  let run: RunHandle | null = null;
  for (const point of [...points, Number.POSITIVE_INFINITY])
    run = await lived(crash, new Process(point), run, outside);
  const commits = run?.commits ?? [];
  expect(replay(commits), `killed at ${points}`).toMatchObject({ ok: true, status: 'completed', effects: 0 });
  for (const sent of crash.once)
    expect(outside.happened.filter((one) => one === sent).length, `killed at ${points}`).toBeLessThan(2);
  return commits.flatMap(({ fact }) => (fact.type === 'effect.uncertain' ? [fact.address] : []));
}

/** One process: starts the run, or takes up what the store has of it. */
async function lived(
  crash: CrashCase,
  process: Process,
  before: RunHandle | null,
  outside: Outside,
): Promise<RunHandle> {
  const store = await outside.open();
  const stored = await store.read('run-1');
  const acknowledged = before?.commits ?? [];
  expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged);
  const host = process.host(crash, store, outside);
  const { workspace } = crash;
  const run =
    stored.length === 0
      ? startRun(host, { workspace, plan: 'main', input: {} })
      : resumeRun(host, stored, workspace);
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  const happened = outside.happened.length;
  await drive(process, run.value);
  const again = outside.happened.slice(happened);
  for (const finished of succeededIn(stored)) expect(again).not.toContain(finished);
  expect((await store.read('run-1')).slice(0, run.value.commits.length)).toEqual(run.value.commits);
  return run.value;
}
