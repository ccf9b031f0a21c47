import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { decompositionOf, graphOfRun, labelOf, namesOf, project } from '#projection';
import { body, plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

const PLAN = plan(`
  var dynamicPlan
  think: PLANNER stream {models: [m]}
  do: PLAN_EXECUTOR
  think -> do
`);

/** A run that has taken one step of the two that its planner gives one after the other. */
function oneByOne(): TestRun {
  const run = runOf(PLAN);
  run.proposesMore('/think!1', body('a: CAPABILITY echo'), 'whenDone');
  run.done('/do@1/a#1', 1);
  return run;
}

/** The cards inside the executor: key and status; and what its own card says. */
function drawn(run: TestRun) {
  const graph = graphOfRun(PLAN, project(run.commits));
  const inside = graph.nodes.filter(({ parent }) => parent === '/do');
  return {
    line: graph.nodes.find(({ key }) => key === '/do')?.line,
    cards: inside.map(({ key, status }) => `${key} ${status}`),
    edges: graph.edges
      .filter(({ from }) => from.startsWith('/do@'))
      .map(({ key, state }) => `${key} ${state}`),
  };
}

describe('D4 a plan whose steps come one after the other', () => {
  test('P2 while its planner is asked again the executor says so, and what has run stays', () => {
    expect(drawn(oneByOne())).toEqual({
      line: 'asking for the next step',
      cards: ['/do@1/a succeeded'],
      edges: [],
    });
  });

  test('D4 a step that streams in is drawn at once, after the last; it keeps its card when it runs', () => {
    const run = oneByOne();
    const node = body('b: CAPABILITY echo').nodes[0] ?? null;
    run.feed({ type: 'plan.step', address: '/think!2' as Address, step: 0, node, problems: [] });
    expect(drawn(run)).toMatchObject({
      cards: ['/do@1/a succeeded', '/do@2/b planned'],
      edges: ['/do@2/a:out->b live'],
    });
    run.proposesMore('/think!2', body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'), 'whenDone');
    expect(drawn(run)).toMatchObject({
      line: expect.stringContaining('plan revision 2'),
      cards: ['/do@1/a succeeded', '/do@2/b running'],
      edges: ['/do@2/a:out->b live'],
    });
    run.done('/do@2/b#1', 2);
    expect(drawn(run).cards).toEqual(['/do@1/a succeeded', '/do@2/b succeeded']);
  });

  test('D4 a step that is refused is a ghost beside those that ran', () => {
    const run = oneByOne();
    const problems = [{ code: 'X', severity: 'error' as const, where: {}, message: 'No.', help: '' }];
    run.feed({ type: 'plan.step', address: '/think!2' as Address, step: 0, node: null, text: '{', problems });
    expect(drawn(run).cards).toEqual(['/do@1/a succeeded', '/do@2/~1 null']);
  });

  test('R13 over three revisions every card stays where it ran, and every edge keeps its key', () => {
    const run = oneByOne();
    run.proposesMore('/think!2', body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'), 'whenDone');
    run.done('/do@2/b#1', 2);
    run.proposes(
      '/think!3',
      body('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b\nb -> c'),
    );
    expect(drawn(run)).toMatchObject({
      cards: ['/do@1/a succeeded', '/do@2/b succeeded', '/do@3/c running'],
      edges: ['/do@2/a:out->b taken', '/do@3/b:out->c live'],
    });
  });

  test('K9 the end of the asking is a line for people', () => {
    const entry = { kind: 'plan.full', address: '/do' as Address, data: { steps: 3 } } as const;
    expect(labelOf(entry)).toBe('do asks for no further step: the plan has 3, as many as it may');
  });
});

describe('P12 a plan that goes another way', () => {
  const NETWORK = plan('var dynamicPlan\nthink: PLANNER htn {goal: x}\ndo: PLAN_EXECUTOR\nthink -> do');

  function failed(): TestRun {
    const run = runOf(NETWORK);
    const steps =
      'a: CAPABILITY echo\nb: CAPABILITY echo {name: "The short way"}\nc: CAPABILITY echo\na -> b\nb -> c';
    run.proposesMore('/think!1', body(steps), 'whenFailed');
    run.done('/do@1/a#1', 1);
    run.fails('/do@1/b#1');
    return run;
  }

  test('the step that failed stays to be seen, beside the other way', () => {
    const run = failed();
    expect(drawn(run).line).toBe('asking for another way');
    run.proposesMore(
      '/think!2',
      body(
        'a: CAPABILITY echo\nb: CAPABILITY echo {name: "The short way"}\nd: CAPABILITY echo\na -> b\na -> d',
      ),
      'whenFailed',
    );
    expect(drawn(run)).toMatchObject({
      cards: ['/do@1/a succeeded', '/do@1/b failed', '/do@2/d running'],
      edges: ['/do@1/a:out->b taken', '/do@2/a:out->d live'],
    });
    expect(namesOf(project(run.commits))('/do@1/b' as Address)).toBe('The short way');
  });

  test('the decomposition tells which methods are out', () => {
    const reason = 'its step "b" failed: It broke.';
    const tree = { task: 'answer', tried: [{ id: 'short', outcome: 'excluded', reason, subtasks: [] }] };
    expect(decompositionOf({ tree })?.tried[0]).toEqual({
      id: 'short',
      outcome: 'excluded',
      reason,
      subtasks: [],
    });
  });
});
