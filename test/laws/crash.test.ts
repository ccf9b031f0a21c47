import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { seededRandom } from '#base';
import { type Commit, readLedger, replay } from '#kernel';
import { wholeLines } from '../../src/cli/run/openLedger';
import { workspace } from '../notation/plan';
import { RUNS, SEED } from './agreement';
import { crashCases, PLANNERS } from './crash/cases';
import { type Call, callsIn, keyOf } from './crash/keys';
import { Process } from './crash/process';
import { World } from './crash/world';
import { firstDifference } from './law';
import type { Case } from './random/build';
import { shownCase } from './random/shown';
import { toldLine, toPlan } from './virtualRun';

/** Every plan is run once for each of its points: fewer plans than for the other laws. */
const PLANS = Math.ceil(RUNS / 40);
/** In `npm test` each is killed at some of its points; in the large run at all. */
const POINTS = RUNS < 1_000 ? 6 : Number.POSITIVE_INFINITY;
const folder = mkdtempSync(join(tmpdir(), 'planloom-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** A run on a file, through as many processes as it takes. */
class Run {
  readonly world: World;
  readonly #path = join(folder, `${files++}.ndjson`);
  readonly #workspace;

  constructor(drawn: Case) {
    this.world = new World(drawn.script);
    this.#workspace = workspace(drawn.plans.map(toPlan), {
      planners: PLANNERS,
      features: JSON.parse(JSON.stringify(drawn.features)),
    });
  }

  /** One process after another, each to its point; the last lives. @returns how many points that one had */
  async through(points: readonly number[]): Promise<number> {
    for (const point of points) await this.#process(point);
    return this.#process(Number.POSITIVE_INFINITY);
  }

  async #process(diesAt: number): Promise<number> {
    const stored = this.stored;
    const left = this.world.left.length;
    const process = new Process(this.world, this.#path, diesAt);
    await process.live(this.#workspace, stored);
    this.#judge(
      stored,
      process,
      this.world.left.slice(left).map(({ key }) => key),
    );
    return process.points;
  }

  /** K6, sentence by sentence, of one process that took up what another had left. */
  #judge(before: readonly Commit[], process: Process, left: readonly string[]): void {
    const after = this.stored;
    expect(hashes(after).slice(0, before.length), 'what was durable').toEqual(hashes(before));
    expect(hashes(after).slice(0, process.acknowledged.length), 'what was acknowledged').toEqual(
      hashes(process.acknowledged),
    );
    const then = callsIn(before);
    const now = callsIn(after);
    expect(
      left.filter((key) => then.finished.has(key)),
      'finished effects that left again',
    ).toEqual([]);
    if (process.isDead) return;
    for (const call of then.open) {
      const isGone = now.withdrawn.has(call.address);
      if (isRepeatable(call))
        expect(isGone || left.includes(keyOf(call)), `${call.address} was repeated`).toBe(true);
      else expect(now.doubted.has(call.address), `${call.address} was asked about`).toBe(true);
    }
    for (const { address, key } of this.world.left) {
      const times = this.world.left.filter((one) => one.key === key).length;
      const call = callAt(after, key);
      if (call && !isRepeatable(call))
        expect(times, `${address} left`).toBeLessThanOrEqual(1 + (now.repeated.get(address) ?? 0));
    }
  }

  /** What the file holds, without a line that was cut. */
  get stored(): readonly Commit[] {
    const text = wholeLines(readIfThere(this.#path));
    if (text === '') return [];
    const read = readLedger(text);
    if (read.ok) return read.value;
    throw new Error(JSON.stringify(read.problem));
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isRepeatable({ effect, idempotent }: Call): boolean {
  return effect === 'read' || effect === 'pure' || idempotent;
}

function callAt(commits: readonly Commit[], key: string): Call | undefined {
  for (const { entries } of commits)
    for (const entry of entries) {
      if (entry.kind !== 'command' || entry.data.command.kind !== 'call') continue;
      if (keyOf(entry.data.command) === key) return entry.data.command;
    }
  return undefined;
}

const hashes = (commits: readonly Commit[]): readonly string[] => commits.map(({ hash }) => hash);

/** Starts, settlements and writes with their times; a start that a person had repeated is there once. */
function toldOf(commits: readonly Commit[]): readonly string[] {
  const lines = commits.flatMap(({ at, entries }) => entries.flatMap((entry) => toldLine(entry, at) ?? []));
  const starts = lines.map((line) => /^\d+ (start \S+)/.exec(line)?.[1]);
  return lines.filter((_, index) => starts[index] === undefined || starts.indexOf(starts[index]) === index);
}

/** The run came to what it would have come to without the crash. */
function expectSame(run: Run, whole: Run): void {
  const [one, other] = [run.stored, whole.stored];
  expect(firstDifference(toldOf(one), toldOf(other)), 'unlike the undisturbed run').toBeNull();
  const [again, undisturbed] = [replay(one), replay(other)];
  expect(again).toMatchObject({ ok: true, effects: 0 });
  const endOf = (replayed: typeof again): object =>
    replayed.ok ? { status: replayed.status, outputs: replayed.outputs } : replayed;
  expect(endOf(again)).toEqual(endOf(undisturbed));
}

const cases = crashCases(PLANS, SEED);

test('the law is about something', () => {
  expect(cases.length).toBe(PLANS);
});

test.each(cases.map((drawn, index) => [index + 1, drawn] as const))(
  'K3 K6 case H1 plan %i, killed at every write and every effect: nothing is lost, repeated or lost sight of',
  async (_, drawn) => {
    const whole = new Run(drawn);
    const points = await whole.through([]);
    const random = seededRandom(points);
    const some = (): number => 1 + random.below(points);
    if (points <= POINTS) for (let point = 1; point <= points; point++) await killedAt(drawn, [point], whole);
    else for (let left = POINTS; left > 0; left--) await killedAt(drawn, [some()], whole);
    for (let round = 0; round < 2; round++) await killedAt(drawn, [some(), some(), some()], whole);
  },
  600_000,
);

async function killedAt(drawn: Case, points: readonly number[], whole: Run): Promise<void> {
  const run = new Run(drawn);
  try {
    await run.through(points);
    expectSame(run, whole);
  } catch (thrown) {
    const told = thrown instanceof Error ? thrown.message : String(thrown);
    const ledger = run.stored.map(
      ({ seq, at, fact }) => `  ${seq} ${at} ${JSON.stringify(fact).slice(0, 200)}`,
    );
    throw new Error(
      `${shownCase(drawn)}\nkilled at ${points.join(', ')}\n${ledger.slice(1).join('\n')}\n${told}`,
    );
  }
}
