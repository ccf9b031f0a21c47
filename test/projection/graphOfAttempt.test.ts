import { describe, expect, test } from 'vitest';
import { type Address, problem } from '#base';
import { graphOfAttempt, project, type ReadDraft } from '#projection';
import { body, plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

const PLAN = plan(`
  var dynamicPlan
  think: PLANNER stream {models: [m]}
  do: PLAN_EXECUTOR
  think -> do
`);
const CALL = '/think!1' as Address;

function attemptsOf(run: TestRun) {
  return project(run.commits).planning.get('/think' as Address)?.attempts ?? [];
}

/** The cards that an attempt drew, with what marks them. */
function drawn(run: TestRun, draft: ReadDraft | null = null) {
  const [attempt] = attemptsOf(run);
  const drawn = attempt && graphOfAttempt(attempt, draft, new Map());
  return (
    drawn && {
      cards: drawn.graph.nodes.map(({ key, mark }) => (mark === null ? key : `${key} (${mark})`)),
      edges: drawn.graph.edges.map(({ from, to }) => `${from} ${to}`),
      refused: drawn.refused,
    }
  );
}

function streams(run: TestRun, step: number, source: string) {
  const node = body(source).nodes[0] ?? null;
  run.feed({ type: 'plan.step', address: CALL, step, node, problems: [] });
}

describe('P6 every attempt beside its graph', () => {
  test('the plan that was accepted', () => {
    const run = runOf(PLAN);
    run.proposes(CALL, body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    expect(drawn(run)).toEqual({ cards: ['/a', '/b'], edges: ['/a /b'], refused: 0 });
  });

  test('a refused one as it was read, its faulty steps as ghosts', () => {
    const run = runOf(PLAN);
    run.refuses(CALL, 'No.', {
      problems: [problem('UNKNOWN_TOOL', 'No tool is called "nope".', 'Name one.', { node: 'b' })],
    });
    const read = body('a: CAPABILITY echo\nb: CAPABILITY nope\na -> b');
    expect(drawn(run, { body: read, unread: new Set() })).toEqual({
      cards: ['/a', '/b (ghost)'],
      edges: ['/a /b'],
      refused: 1,
    });
  });

  test('of a reply that broke off the steps that had arrived', () => {
    const run = runOf(PLAN);
    streams(run, 0, 'a: CAPABILITY echo');
    streams(run, 1, 'b: CAPABILITY echo');
    run.refuses(CALL, 'No.', {
      problems: [problem('TRUNCATED_REPLY', 'The reply is cut.', 'Reply again.', { offset: 9 })],
    });
    expect(drawn(run)).toEqual({ cards: ['/a', '/b'], edges: ['/a /b'], refused: 0 });
    expect(attemptsOf(run)[0]?.arrival.streamed.map(({ step, at }) => [step, at])).toEqual([
      [0, 1001],
      [1, 1002],
    ]);
  });

  test('nothing where nothing could be read', () => {
    const run = runOf(PLAN);
    run.refuses(CALL, 'No.', {
      problems: [problem('NO_PLAN_IN_REPLY', 'The reply holds no plan.', 'Reply with one.', { offset: 0 })],
    });
    expect(drawn(run)).toBeNull();
  });
});

test('K6 what a lost call had streamed is kept beside the attempt, and is no part of what replaces it', () => {
  const run = runOf(PLAN);
  streams(run, 0, 'a: CAPABILITY echo');
  run.feed({ type: 'effect.repeated', address: CALL });
  streams(run, 0, 'a: CAPABILITY echo');
  run.proposes(CALL, body('a: CAPABILITY echo'));
  const [attempt] = attemptsOf(run);
  expect(attempt?.arrival.streamed).toHaveLength(1);
  expect(attempt?.arrival.cutOff.map(({ streamed }) => streamed.length)).toEqual([1]);
});
