import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#base';
import type { Body } from '#plan';
import { countsOfRevision, graphOfRun, labelOf, type PlanRevision, project, revisionsIn } from '#projection';
import { body, plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

const PLAN = plan(`
  var dynamicPlan
  think: PLANNER llm {goal: x, models: [m]}
  do: PLAN_EXECUTOR {replan: {afterAttempts: 1, keywords: [lost]}}
  think -> do
`);
const FIRST = body(
  'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo {input: {text: "one"}}\nd: CAPABILITY echo\na -> b\nb -> c\nc -> d',
);
const SECOND = body(
  'a: CAPABILITY echo\nb: CAPABILITY echo\ne: CAPABILITY echo\nc: CAPABILITY echo {input: {text: "two"}}\na -> b\na -> e\ne -> c',
);

/** The second of four steps has failed, and its planner was asked for another plan. */
function failed(): TestRun {
  const run = runOf(PLAN);
  run.proposes('/think!1', FIRST);
  run.done('/do@1/a#1', 1);
  run.fails('/do@1/b#1');
  return run;
}

const drawn = (run: TestRun) => {
  const graph = graphOfRun(PLAN, project(run.commits));
  return {
    line: graph.nodes.find(({ key }) => key === '/do')?.line,
    progress: graph.nodes.find(({ key }) => key === '/do')?.progress,
    cards: graph.nodes
      .filter(({ parent }) => parent === '/do')
      .map(({ key, status, mark }) => `${key} ${status} ${mark}`),
    edges: graph.edges.filter(({ from }) => from.startsWith('/do@')).map(({ key }) => key),
  };
};

const changes = (revision: PlanRevision | undefined) =>
  Object.fromEntries(revision?.steps.map(({ id, change }) => [id, change]) ?? []);

describe('P9 a revision is the difference of two plans', () => {
  test('by the ids of steps, with the reason and what a changed step says otherwise; a failed step counts as dropped', () => {
    const run = failed();
    run.proposes('/think!2', SECOND);
    const [revision, ...others] = revisionsIn(project(run.commits));
    expect(others).toEqual([]);
    expect(revision).toMatchObject({
      executor: '/do',
      revision: 2,
      doubt: { kind: 'attempts', step: 'b' },
      reason: 'The step "b" failed once. It said BROKEN.',
    });
    expect(changes(revision)).toEqual({ a: 'kept', b: 'dropped', e: 'added', c: 'changed', d: 'dropped' });
    expect(revision?.steps.find(({ id }) => id === 'c')?.fields).toEqual([
      { field: 'input.text', before: 'one', after: 'two' },
    ]);
    expect(revision && countsOfRevision(revision)).toEqual({ kept: 1, added: 1, changed: 1, dropped: 2 });
  });

  test('a plan that only grows is none (P2)', () => {
    const run = runOf(PLAN);
    run.proposesMore('/think!1', body('a: CAPABILITY echo'), 'whenDone');
    run.done('/do@1/a#1', 1);
    run.proposes('/think!2', body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    expect(revisionsIn(project(run.commits))).toEqual([]);
  });

  test('each is kept, the first one first', () => {
    const run = failed();
    run.proposes('/think!2', SECOND);
    run.done('/do@2/e#1', 'lost');
    run.proposes(
      '/think!3',
      body(
        'a: CAPABILITY echo\nb: CAPABILITY echo\ne: CAPABILITY echo\nf: CAPABILITY echo\na -> b\na -> e\ne -> f',
      ),
    );
    expect(revisionsIn(project(run.commits)).map(({ revision, reason }) => `${revision} ${reason}`)).toEqual([
      '2 The step "b" failed once. It said BROKEN.',
      '3 What came of the step "e" contains "lost".',
    ]);
  });

  test('property: the marks are what an oracle says of the two plans, whatever the second is', () => {
    const step = fc.record({
      id: fc.constantFrom('c', 'd', 'e', 'f', 'g'),
      text: fc.constantFrom('one', 'two'),
    });
    const rest = fc.uniqueArray(step, { selector: ({ id }) => id, maxLength: 5 });
    const property = fc.property(rest, rest, (before, after) => {
      const first = chained('a: CAPABILITY echo\nb: CAPABILITY echo', [...before, { id: 'z', text: 'z' }]);
      const second = chained('a: CAPABILITY echo\nb: CAPABILITY echo', after);
      const run = runOf(PLAN);
      run.proposes('/think!1', first);
      run.done('/do@1/a#1', 1);
      run.done('/do@1/b#1', 'lost');
      run.proposes('/think!2', second);
      const [revision] = revisionsIn(project(run.commits));
      expect(changes(revision)).toEqual(oracle(first, second));
    });
    fc.assert(property, { seed: 20_261, numRuns: 150 });
  });
});

function chained(head: string, steps: readonly { readonly id: string; readonly text: string }[]): Body {
  const ids = ['a', 'b', ...steps.map(({ id }) => id)];
  const lines = steps.map(({ id, text }) => `${id}: CAPABILITY echo {input: {text: ${text}}}`);
  const edges = ids.slice(1).map((id, at) => `${ids[at]} -> ${id}`);
  return body([head, ...lines, ...edges].join('\n'));
}

function oracle(before: Body, after: Body): Readonly<Record<string, string>> {
  const said = ({ nodes }: Body, id: string) => {
    const node = nodes.find((one) => one.id === id);
    return node && canonicalJson(JSON.parse(JSON.stringify(node)));
  };
  const ids = [...new Set([...before.nodes, ...after.nodes].map(({ id }) => id))];
  return Object.fromEntries(
    ids.map((id) => {
      const [old, now] = [said(before, id), said(after, id)];
      if (old === undefined) return [id, 'added'];
      if (now === undefined) return [id, 'dropped'];
      return [id, old === now ? 'kept' : 'changed'];
    }),
  );
}

describe('D4 P9 a revision on the canvas', () => {
  test('its planner is asked: the executor says so', () => {
    expect(drawn(failed()).line).toBe('asking for another plan');
  });

  test('every step is marked, and what is dropped is drawn, until the first new step is done', () => {
    const run = failed();
    run.proposes('/think!2', SECOND);
    expect(drawn(run)).toMatchObject({
      cards: [
        '/do@1/a succeeded kept',
        '/do@1/b failed dropped',
        '/do@2/e running added',
        '/do@2/c planned changed',
        '/do@2/d null dropped',
      ],
      progress: { done: 2, total: 4 },
    });
    expect(drawn(run).edges).toContain('/do@2/c:out->d');
    run.done('/do@2/e#1', 1);
    expect(drawn(run).cards).toEqual([
      '/do@1/a succeeded null',
      '/do@1/b failed null',
      '/do@2/e succeeded null',
      '/do@2/c running null',
    ]);
  });

  test('one that waits for approval is drawn in the same way', () => {
    const asking = plan(`
      var dynamicPlan
      think: PLANNER llm {goal: x, models: [m]}
      do: PLAN_EXECUTOR {approve: whenWidened, replan: {keywords: [lost]}}
      think -> do
    `);
    const run = runOf(asking, { closure: { capabilities: [] } });
    run.proposes('/think!1', body('a: TRANSFORM {expression: "1"}\nb: TRANSFORM {expression: "2"}\na -> b'));
    run.done('/do@1/a#1', 'lost');
    run.proposes('/think!2', body('a: TRANSFORM {expression: "1"}\nw: DELAY {forMs: 1}\na -> w'));
    expect(run.lines.at(-1)).toBe('approval /do!approve');
    expect(run.command('/do!approve')).toMatchObject({
      message: 'Approve a revised plan that may also use DELAY?',
    });
    expect(revisionsIn(project(run.commits))).toMatchObject([{ revision: 2, isProposed: true }]);
    const graph = graphOfRun(asking, project(run.commits));
    const inside = graph.nodes.filter(({ parent }) => parent === '/do');
    expect(inside.map(({ key, mark }) => `${key} ${mark}`)).toEqual([
      '/do@1/a kept',
      '/do@2/w added',
      '/do@1/b dropped',
    ]);
  });

  test('K9 the ledger says it for people', () => {
    const run = failed();
    const entries = run.commits.flatMap((commit) => commit.entries);
    const doubted = entries.find(({ kind }) => kind === 'plan.doubted');
    expect(doubted && labelOf(doubted)).toBe(
      'do asks its planner for another plan: The step "b" failed once.',
    );
    const judged = { kind: 'plan.judged', address: '/do' as never, data: { step: 'b', score: 0.4 } } as const;
    expect(labelOf(judged)).toBe('do after "b": what is left was judged 0.4 of 1');
  });
});
