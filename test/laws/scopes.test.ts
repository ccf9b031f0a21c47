import { expect, test } from 'vitest';
import { isFinished, openCommands } from '#kernel';
import type { TestRun } from '../notation/run';
import { law, MISCHIEF } from './law';
import { randomRun } from './randomRun';

test('R23 every run ends, or waits for something named', () => {
  law((plan, seed) => {
    const run = randomRun(plan, seed, { ...MISCHIEF, pauses: false });
    const { state } = run;
    const ended = state !== null && isFinished(state);
    expect(ended || run.open.length > 0, run.history.join('\n')).toBe(true);
    if (ended) expect(openCommands(state)).toEqual([]);
  });
});

test('R23 nothing runs twice in a scope, and nothing starts after its scope closed', () => {
  law((plan, seed) => {
    const run = randomRun(plan, seed, MISCHIEF);
    expect(doubledStarts(run)).toEqual([]);
    expect(startsInClosedScopes(run), run.history.join('\n')).toEqual([]);
  });
});

test('R17 what was withdrawn is never open again, and every start has one end', () => {
  law((plan, seed) => {
    const run = randomRun(plan, seed, MISCHIEF);
    expect(endings(run).filter(({ count }) => count > 1)).toEqual([]);
    if (run.state && isFinished(run.state)) {
      expect(
        endings(run).filter(({ count }) => count === 0),
        run.history.join('\n'),
      ).toEqual([]);
    }
  });
});

function starts(run: TestRun): string[] {
  return run.history.filter((line) => line.startsWith('start ')).map((line) => line.split(' ')[1] ?? '');
}

/** An inline PLANNER has two starts, `/p#1` and `/p`: the same text twice is a node that ran twice. */
function doubledStarts(run: TestRun): string[] {
  const seen = new Set<string>();
  return starts(run).filter((address) => seen.size === seen.add(address).size);
}

const END = /^(ok|fail|handled|cancel) (\S+)/;

/** A container that has ended never sees another start inside it. */
function startsInClosedScopes(run: TestRun): string[] {
  const closed: string[] = [];
  const wrong: string[] = [];
  for (const line of run.history) {
    const [verb, address = ''] = line.split(' ');
    if (verb === 'start' && closed.some((scope) => isInside(address, scope))) wrong.push(line);
    const ended = END.exec(line)?.[2];
    if (ended !== undefined && !ended.includes('#', ended.lastIndexOf('/'))) closed.push(ended);
  }
  return wrong;
}

function isInside(address: string, scope: string): boolean {
  return address.startsWith(`${scope}/`) || address.startsWith(`${scope}@`);
}

/** How often each start that was not tried again has ended. */
function endings(run: TestRun): { address: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const line of run.history) {
    const [verb = '', address = ''] = line.split(' ');
    if (verb === 'start') counts.set(address, 0);
    else if (END.test(line)) counts.set(address, (counts.get(address) ?? 0) + 1);
    else if (verb === 'again' && !line.includes('cancel')) counts.set(address, counts.get(address) ?? 0);
  }
  const retried = new Set(
    run.history.filter((line) => line.startsWith('again ')).map((line) => line.split(' ')[1]),
  );
  return [...counts]
    .filter(([address, count]) => !(retried.has(address) && count === 0))
    .map(([address, count]) => ({ address, count }));
}
