import { describe, expect, test } from 'vitest';
import { BEHAVIOUR_FLAGS, persist, replay, restore, step } from '#kernel';
import { promptAt, says } from '../notation/models';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, type TestRun } from '../notation/run';

const TEXT = (params: string, rest = '') => `
  var dynamicPlan   var city = "Rome"   out answer
  think: PLANNER llm {goal: "Count the bees.", models: [m, n]}
  do: PLAN_EXECUTOR {${params}, output: {answer: "result.text"}${rest}}
  think -> do
  result {answer: "{{ answer }}"}
`;
const STEPS = body('a: CAPABILITY echo\nb: CAPABILITY echo {name: Count}\na -> b');

/** The steps are done, and what comes next is the answer. */
function done(params: string, setup: RunSetup = {}, rest = ''): TestRun {
  const run = runOf(plan(TEXT(params, rest)), setup);
  run.proposes('/think!1', STEPS);
  run.done('/do@1/a#1', { bees: 3 });
  run.done('/do@1/b#1', 'three');
  return run;
}

describe('P10 an answer from a template', () => {
  const template = (text: string) => done(`answer: template, answerTemplate: '${text}'`);

  test('reads what the steps gave, what the plan came to, its goal and the variables', () => {
    const run = template('{{ goal }} {{ steps["a"].bees }} in {{ city }}, in words: {{ result }}.');
    expect(run.lines).toContain('ok /do {"text":"Count the bees. 3 in Rome, in words: three."}');
    expect(run.status).toBe('completed');
  });

  test('V3 one that cannot be filled fails the executor with the reason', () => {
    expect(template('{{ steps["nobody"].bees.at }}').lines).toContain('fail /do EXPRESSION_ERROR');
  });
});

describe('P10 an answer that a model writes', () => {
  const MODEL = 'answer: model';

  test('is one more call at <executor>!answer, with the goal, every step and what the last gave', () => {
    const run = done(MODEL);
    expect(run.lines.at(-1)).toBe('call /do!answer model.generate');
    const asked = JSON.stringify(run.command('/do!answer'));
    for (const part of ['"model":"m"', 'Count the bees.', 'completed', 'Observations'])
      expect(asked).toContain(part);
    expect(run.done('/do!answer', says('Three bees.'))).toEqual([
      'ok /do {"text":"Three bees."}',
      'set /do answer "Three bees."',
      'completed {"answer":"Three bees."}',
    ]);
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  test('a step that did not run is told as not done', () => {
    const run = runOf(plan(TEXT(MODEL)));
    run.proposes('/think!1', body('a: CAPABILITY echo\nb: CAPABILITY echo\na.error -> b'));
    run.done('/do@1/a#1', 1);
    expect(JSON.stringify(run.command('/do!answer'))).toContain('not done');
    expect(promptAt(run, '/do!answer')).toContain('as in [a].');
  });

  test('it is asked to name the steps that each sentence comes from, the demand last', () => {
    expect(promptAt(done(MODEL), '/do!answer')).toMatch(
      /by their ids in square brackets, as in \[b\]\. Name only steps that are completed\.$/,
    );
  });

  test('of a plan that gave nothing nothing is to be named', () => {
    const run = runOf(plan(TEXT(MODEL)));
    run.proposes('/think!1', body('end: END {result: "nothing"}'));
    expect(promptAt(run, '/do!answer')).toMatch(/Goal:\nCount the bees\.$/);
  });

  test('K5 a run that was recorded before is not asked for it', () => {
    const run = done(MODEL, { flags: BEHAVIOUR_FLAGS.filter((flag) => flag !== 25) });
    expect(promptAt(run, '/do!answer')).toMatch(/Goal:\nCount the bees\.$/);
  });

  test('P5 where one model cannot be asked the next is; with none left the executor fails, and its steps stay done', () => {
    const run = done(MODEL);
    expect(run.fails('/do!answer')).toEqual(['call /do!answer-2 model.generate']);
    expect(run.command('/do!answer-2')).toMatchObject({ input: { model: 'n' } });
    expect(run.fails('/do!answer-2')).toEqual(['fail /do BROKEN', 'failed BROKEN']);
  });

  test('R19 K10 it waits while the run is paused, and for its budget', () => {
    const paused = runOf(plan(TEXT(MODEL)));
    paused.proposes('/think!1', STEPS);
    paused.done('/do@1/a#1', 1);
    paused.pause();
    expect(paused.done('/do@1/b#1', 2)).toEqual(['ok /do@1/b#1 2']);
    expect(paused.resume()).toEqual(['resumed', 'call /do!answer model.generate']);
    const spent = done(MODEL, { budget: { calls: 3 } });
    expect(spent.status).toBe('paused');
    expect(spent.open).toEqual([]);
  });

  test('K1 a run that waits for its answer goes on from its persisted state', () => {
    const run = done(MODEL);
    if (run.state === null) throw new Error('no state');
    const restored = restore(persist(run.state));
    const fact = { type: 'effect.succeeded', address: '/do!answer', result: { text: 'Three.' } } as never;
    expect(step(restored, fact).entries).toEqual(step(run.state, fact).entries);
  });

  test('R12 a plan that fails gives no answer; one that ends by itself does', () => {
    const failed = runOf(plan(TEXT(MODEL)));
    failed.proposes('/think!1', body('a: CAPABILITY echo'));
    expect(failed.fails('/do@1/a#1')).toContain('fail /do BROKEN');
    const ended = runOf(plan(TEXT(MODEL)));
    expect(ended.proposes('/think!1', body('end: END {result: {bees: 3}}')).at(-1)).toBe(
      'call /do!answer model.generate',
    );
  });

  test('P13 a policy that forbids models forbids this one', () => {
    // biome-ignore lint/suspicious/noThenProperty: the word of P13.
    const policies = [{ when: { capability: 'model.*' }, then: 'deny' }] as const;
    const run = runOf(plan(TEXT(MODEL)), { closure: { policies } });
    expect(run.status).toBe('failed');
  });

  test('K5 a run that was recorded before gives what its plan came to', () => {
    const run = done(MODEL, { flags: BEHAVIOUR_FLAGS.filter((flag) => flag !== 15) });
    expect(run.lines).toContain('fail /do EXPRESSION_ERROR');
    expect(run.state?.error?.message).toContain('text');
  });
});
