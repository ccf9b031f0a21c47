import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '#base';
import { type Command, type Fact, openCommands, replay } from '#kernel';
import { startOf, TestRun, tool } from '../../notation/run';
import { throughJson } from './lawful';
import { EVENTS, randomPlans } from './randomMachine';

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

describe('random machines in graphs in machines', () => {
  test('K4 replay, K1 the state through JSON, R23 every run ends or waits for something named, K11 nothing starts twice', () => {
    const statuses = new Map<string, number>();
    for (const seed of SEEDS) {
      const random = seededRandom(seed + 1);
      const run = randomRun(random);
      expect(replay(run.commits), `seed ${seed}`).toMatchObject({ effects: 0, ok: true });
      expect(throughJson(run.commits), `seed ${seed}`).toEqual(run.commits.map(({ entries }) => entries));
      const isHeld = run.status === 'paused' || run.open.length > 0;
      expect(isEnded(run) || isHeld, `seed ${seed}: ${run.status}`).toBe(true);
      expect(doubled(run), `seed ${seed}`).toEqual([]);
      statuses.set(run.status, (statuses.get(run.status) ?? 0) + 1);
    }
    for (const status of ['completed', 'failed']) expect(statuses.get(status), status).toBeGreaterThan(0);
  });

  test('R17 a run that has ended has nothing open', () => {
    for (const seed of SEEDS) {
      const run = randomRun(seededRandom(seed + 1));
      run.cancel();
      expect(run.open, `seed ${seed}`).toEqual([]);
    }
  });
});

function isEnded({ status }: TestRun): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Addresses of nodes that started twice: each attempt has an address of its own. */
function doubled({ history }: TestRun): readonly string[] {
  const started = history
    .filter((line) => line.startsWith('start /'))
    .map((line) => line.split(' ')[1] ?? '');
  return started.filter((address, at) => started.indexOf(address) !== at);
}

function randomRun(random: Random): TestRun {
  const [main, ...others] = randomPlans(random);
  if (main === undefined) throw new Error('no plan');
  const run = new TestRun();
  const capabilities = [tool('echo', 'pure')];
  run.feed(startOf(main, { closure: { capabilities, plans: [main, ...others] } }));
  for (let left = 40; left > 0 && !isEnded(run); left--) {
    const fact = randomFact(run, random);
    if (fact !== null) run.feed(fact);
  }
  return run;
}

function randomFact(run: TestRun, random: Random): Fact | null {
  if (run.state === null) return null;
  const chance = random.next();
  const event = EVENTS[Math.floor(random.next() * EVENTS.length)] ?? 'go';
  if (run.status === 'paused' && chance < 0.4) return { type: 'run.resumed', input: 1 };
  if (chance < 0.05) return { type: 'run.paused', reason: 'user' };
  if (chance < 0.45) return { type: 'signal.received', event, data: { n: 1 } };
  const open = openCommands(run.state).filter(({ kind }) => kind !== 'listen');
  const command = open[Math.floor(random.next() * open.length)];
  return command === undefined ? null : answerTo(command, random);
}

function answerTo(command: Command, random: Random): Fact {
  const { address } = command;
  if (command.kind === 'timer') return { type: 'timer.fired', address };
  if (command.kind === 'wait') return { type: 'answer.given', address, value: 1 };
  if (random.next() < 0.8) return { type: 'effect.succeeded', address, result: 1 };
  return { type: 'effect.failed', address, error: { code: 'BROKEN', message: 'It broke.' } };
}
