import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import type { Commit } from '#kernel';
import { advance, EMPTY_VIEW, graphOfRun, LedgerViews, project, type RunView, shareGraph } from '#projection';
import { ledger } from '../notation/ledger';
import { plan } from '../notation/plan';
import { plainly } from './plainly';

function chain(length: number): { commits: readonly Commit[]; nodes: string } {
  const nodes = Array.from({ length }, (_, index) => `n${index}: CAPABILITY echo`).join('\n');
  const lines = ['0 begin {}', ' start /n0#1', ' call /n0#1 echo'];
  for (let index = 0; index < length; index++) {
    lines.push(
      `${index + 1} done /n${index}#1 ${index}`,
      ` ok /n${index}#1 ${index}`,
      ` set /n${index}#1 last ${index}`,
    );
    if (index + 1 < length) lines.push(` start /n${index + 1}#1`, ` call /n${index + 1}#1 echo`);
  }
  return { commits: ledger(plan('a: CAPABILITY echo'), lines.join('\n')), nodes };
}

describe('a long run', () => {
  const { commits } = chain(10_000);

  test('of 10,000 commits is projected at once, and followed live, to the same view', () => {
    const whole = project(commits);
    expect(whole.nodes.size).toBe(10_000);
    const views = new LedgerViews();
    feed(views, commits);
    expect(plainly(views.last)).toEqual(plainly(whole));
  });

  test('D3 any position is the same view that projecting from the start gives', () => {
    const views = new LedgerViews(commits.slice(0, 1_200));
    for (const position of [0, 1, 249, 250, 251, 700, 1_199, 1_200, 5_000, -3]) {
      expect(plainly(views.at(position))).toEqual(
        plainly(project(commits, Math.min(1_200, Math.max(0, position)))),
      );
    }
    expect(views.length).toBe(1_200);
  });
});

describe('advance', () => {
  test('leaves every earlier view as it was, also when two ledgers part (seeded)', () => {
    const { commits } = chain(600);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 599 }), fc.integer({ min: 1, max: 400 }), (from, more) => {
        const base = project(commits, from);
        const frozen = [...base.nodes].length;
        let one: RunView = base;
        for (const commit of commits.slice(from, from + more)) one = advance(one, commit);
        const [other] = ledger(plan('a: CAPABILITY echo'), '7 begin {}\n start /elsewhere#1');
        const two = other === undefined ? base : advance(base, other);
        expect([...base.nodes].length).toBe(frozen);
        expect(two.nodes.has('/elsewhere' as Address)).toBe(true);
        expect(one.nodes.has('/elsewhere' as Address)).toBe(false);
        expect([...one.nodes.keys()]).toEqual([...project(commits, from + more).nodes.keys()]);
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  test('shares the records that a commit does not touch', () => {
    const { commits } = chain(20);
    const before = project(commits, 10);
    const commit = commits[10];
    if (commit === undefined) throw new Error('there are more than ten');
    const after = advance(before, commit);
    expect(after.nodes.get('/n3' as Address)).toBe(before.nodes.get('/n3' as Address));
    expect(advance(EMPTY_VIEW, commit)).not.toBe(EMPTY_VIEW);
    expect(EMPTY_VIEW.nodes.size).toBe(0);
  });
});

test('cards that read the same are the same objects from one graph to the next', () => {
  const two = plan('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b');
  const commits = ledger(two, '0 begin {}\n start /a#1\n1 done /a#1 1\n ok /a#1 1\n start /b#1\n2 pause');
  const graph = (position: number) => graphOfRun(two, project(commits, position));
  const first = graph(2);
  const same = shareGraph(first, graph(3));
  expect(same).toBe(first);
  const changed = shareGraph(graph(1), first);
  expect(changed.nodes[0]).toBe(first.nodes[0]);
  const back = shareGraph(first, graph(1));
  expect(back.nodes[0]).not.toBe(first.nodes[0]);
});

function feed(views: LedgerViews, commits: readonly Commit[]): void {
  for (const commit of commits) views.append(commit);
}
