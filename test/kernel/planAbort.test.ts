import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

const PLAN = plan(`
  think: PLANNER {planner: llm, goal: "x", models: [m1]}
  do: PLAN_EXECUTOR
  think -> do
`);

describe('P5 when nothing is left to try, the planner says what was tried', () => {
  test('equal failures of a model once, and what to do about the model', () => {
    const run = runOf(PLAN);
    run.breaks('/think!1', 'MODEL_SERVER_ERROR');
    run.fires('/think#1!retry');
    run.breaks('/think!2', 'MODEL_SERVER_ERROR');
    run.refuses('/think!3', 'I cannot plan this.');
    expect(errorOf(run)).toMatchObject({
      code: 'PLAN_REFUSED',
      message: expect.stringMatching(
        /^No plan could be made\. Tried: .+ failed: MODEL_SERVER_ERROR \(2 times\); the rule planner was refused: I cannot plan this\.$/,
      ),
      help: 'Wait.',
    });
  });

  test('R13 refused replies are PLAN_INVALID, and ask for another goal', () => {
    const run = runOf(PLAN);
    run.refuses('/think!1', 'It has a cycle.');
    run.refuses('/think!2', 'It is empty.');
    run.refuses('/think!3', 'I cannot plan this.');
    expect(errorOf(run)).toMatchObject({
      code: 'PLAN_INVALID',
      message: expect.stringContaining('was refused: It has a cycle; '),
      help: expect.stringContaining('Word the goal differently'),
    });
  });
});

function errorOf(run: TestRun) {
  const failed = run.commits.at(-1)?.entries.find(({ kind }) => kind === 'run.failed');
  return failed?.kind === 'run.failed' ? failed.data.error : null;
}
