import { describe, expect, test } from 'vitest';
import { persist, replay, restore, step } from '#kernel';
import { body, plan } from '../notation/plan';
import { runOf, type TestRun, tool } from '../notation/run';

const TEXT = `
  var dynamicPlan   out answer
  think: PLANNER llm {models: [m]}
  do: PLAN_EXECUTOR
  think -> do
`;

const ONE = body('a: CAPABILITY echo');
const TWO = body('a: CAPABILITY echo\nb: CAPABILITY echo {input: {text: \'{{ steps["a"] }}\'}}\na -> b');
const THREE = body('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b\nb -> c');

/** A run whose planner gives one step at a time; the first has run. */
function oneByOne(text = TEXT): TestRun {
  const run = runOf(plan(text));
  run.proposesMore('/think!1', ONE, 'whenDone');
  run.done('/do@1/a#1', 1);
  return run;
}

describe('a planner that returns one step', () => {
  test('P2 is asked again when the step has run, under its own address: calls count over its whole life (K11)', () => {
    const run = oneByOne();
    expect(run.lines).toEqual(['ok /do@1/a#1 1', 'plan /think!2 llm m']);
    expect(run.command('/think!2')).toMatchObject({ call: 2, again: { executor: '/do', revision: 1 } });
    expect(run.status).toBe('running');
  });

  test('R13 its next step is a new revision: what has finished is not run again, and its result is visible', () => {
    const run = oneByOne();
    const lines = run.proposesMore('/think!2', TWO, 'whenDone');
    expect(lines.slice(1)).toEqual(['open /do@2', 'start /do@2/b#1 {"text":1}', 'call /do@2/b#1 echo']);
    const opened = run.commits.at(-1)?.entries.find(({ kind }) => kind === 'plan.opened');
    expect(opened?.data).toMatchObject({ revision: 2, kept: ['a'] });
    expect(run.done('/do@2/b#1', 2)).toEqual(['ok /do@2/b#1 2', 'plan /think!3 llm m']);
  });

  test('P2 a plan that is whole ends the asking', () => {
    const run = oneByOne();
    run.proposes('/think!2', TWO);
    expect(run.done('/do@2/b#1', 2)).toEqual(['ok /do@2/b#1 2', 'ok /do 2', 'completed {}']);
  });

  test('P2 finish ends it at once, with its result as the value of the scope (R21)', () => {
    const run = oneByOne();
    const finished = body('a: CAPABILITY echo\nend: END {result: {answer: "done"}}\na -> end');
    expect(run.proposes('/think!2', finished).slice(1)).toEqual([
      'open /do@2',
      'start /do@2/end#1',
      'ok /do@2/end#1 {"answer":"done"}',
      'ok /do {"answer":"done"}',
      'completed {}',
    ]);
  });

  test('P2 an END without a result ends it as well: nobody is asked again', () => {
    const run = runOf(plan(TEXT));
    expect(run.proposesMore('/think!1', body('end: END'), 'whenDone').slice(-2)).toEqual([
      'ok /do null',
      'completed {}',
    ]);
  });

  test('P2 at limits.maxSteps nobody is asked any more; the executor says so and succeeds with what it has', () => {
    const run = oneByOne(TEXT.replace('{models: [m]}', '{models: [m], limits: {maxSteps: 2}}'));
    run.proposesMore('/think!2', TWO, 'whenDone');
    expect(run.done('/do@2/b#1', 2)).toEqual(['ok /do@2/b#1 2', 'plan.full /do', 'ok /do 2', 'completed {}']);
  });

  test('P5 a next step that cannot be had is repaired and tried elsewhere; then the executor fails and its scope closes', () => {
    const run = oneByOne(TEXT.replace('{models: [m]}', '{models: [m, n], repairRetries: 0}'));
    expect(run.refuses('/think!2')).toEqual(['plan /think!3 llm n']);
    expect(run.refuses('/think!3')).toEqual(['plan /think!4 rules']);
    expect(run.refuses('/think!4', 'No rule fits.')).toEqual([
      'fail /do PLAN_INVALID',
      'failed PLAN_INVALID',
    ]);
    expect(run.state?.frames.size).toBe(0);
  });

  test('L10 P9 a person who approves plans is asked again only if the next step may call something new', () => {
    const capabilities = [tool('echo', 'pure'), tool('mail.send')];
    const text = TEXT.replace('PLAN_EXECUTOR', 'PLAN_EXECUTOR {approve: always}');
    const run = runOf(plan(text), { closure: { capabilities } });
    run.proposesMore('/think!1', ONE, 'whenDone');
    run.answer('/do!approve', { decision: 'approve' });
    run.done('/do@1/a#1', 1);
    expect(run.proposesMore('/think!2', TWO, 'whenDone')).toContain('call /do@2/b#1 echo');
    run.done('/do@2/b#1', 2);
    const wider = body('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY mail.send\na -> b\nb -> c');
    expect(run.proposes('/think!3', wider).at(-1)).toBe('approval /do!approve');
    expect(run.command('/do!approve')).toMatchObject({ message: 'Approve this plan of 1 more step?' });
    expect(run.answer('/do!approve', { decision: 'reject' })).toEqual([
      'fail /do REJECTED',
      'failed REJECTED',
    ]);
    expect(run.state?.frames.size).toBe(0);
  });

  test('R19 it is not asked while the run is paused, but at resume', () => {
    const run = runOf(plan(TEXT));
    run.proposesMore('/think!1', ONE, 'whenDone');
    run.pause();
    expect(run.done('/do@1/a#1', 1)).toEqual(['ok /do@1/a#1 1']);
    expect(run.resume()).toEqual(['resumed', 'plan /think!2 llm m']);
  });

  test('R17 a run that is cancelled while its planner is asked again withdraws the call and closes the scope', () => {
    const run = oneByOne();
    expect(run.cancel()).toEqual(['cancel /do', 'withdraw /think!2', 'cancelled']);
    expect(run.state?.frames.size).toBe(0);
  });

  test('K1 K4 a run in its second revision replays, and goes on from its persisted state', () => {
    const run = oneByOne();
    run.proposesMore('/think!2', TWO, 'whenDone');
    expect(replay(run.commits)).toMatchObject({ ok: true });
    const restored = restore(persist(run.state ?? fail()));
    const fact = { type: 'effect.succeeded', address: '/do@2/b#1' as never, result: 2 } as const;
    expect(step(restored, fact).entries).toEqual(step(run.state, fact).entries);
  });

  test('R13 R16 what was cancelled stays so, and a JOIN that has gone on is not asked again', () => {
    const run = runOf(plan(TEXT));
    const split = `
      f: FORK
      a: CAPABILITY echo {cancelOn: stop}
      b: CAPABILITY echo
      c: CAPABILITY echo
      j: JOIN N_OF(1) {rest: ignore}
      f -> a
      f -> b
      f -> c
      a -> j
      b -> j
      c -> j
    `;
    run.proposesMore('/think!1', body(split), 'whenDone');
    run.feed({ type: 'signal.received', event: 'stop', data: null });
    run.done('/do@1/b#1', 1);
    expect(run.done('/do@1/c#1', 2)).toContain('plan /think!2 llm m');
    const lines = run.proposes('/think!2', body(`${split}\n      d: CAPABILITY echo\n      j -> d`));
    expect(lines.slice(1)).toEqual(['open /do@2', 'start /do@2/d#1', 'call /do@2/d#1 echo']);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L1 an inline PLANNER that gives one step at a time goes on in its own executor', () => {
    const run = runOf(plan('var dynamicPlan\nthink: PLANNER llm {execute: inline, models: [m]}'));
    run.proposesMore('/think!1', ONE, 'whenDone');
    expect(run.done('/think@1/a#1', 1)).toEqual(['ok /think@1/a#1 1', 'plan /think!2 llm m']);
    expect(run.proposes('/think!2', TWO)).toContain('call /think@2/b#1 echo');
  });
});

describe('a planner that knows other ways', () => {
  const NETWORK = TEXT.replace('llm {models: [m]}', 'htn {goal: x}');
  const OTHER = body('a: CAPABILITY echo\nb: CAPABILITY echo\nd: CAPABILITY echo\na -> b\na -> d');

  /** The second of three steps has failed. */
  function failed(text = NETWORK): TestRun {
    const run = runOf(plan(text));
    run.proposesMore('/think!1', THREE, 'whenFailed');
    run.done('/do@1/a#1', 1);
    run.fails('/do@1/b#1');
    return run;
  }

  test('P12 is asked again when a step fails: the scope stays open, with what has finished', () => {
    const run = failed();
    expect(run.lines).toEqual(['fail /do@1/b#1 BROKEN', 'plan /think!2 htn']);
    expect(run.command('/think!2')).toMatchObject({
      again: { executor: '/do', revision: 1, failed: { step: 'b', error: { code: 'BROKEN' } } },
    });
  });

  test('P12 R13 the new revision runs only what is new; the step that failed stays failed', () => {
    const run = failed();
    expect(run.proposesMore('/think!2', OTHER, 'whenFailed').slice(1)).toEqual([
      'open /do@2',
      'start /do@2/d#1',
      'call /do@2/d#1 echo',
    ]);
    expect(run.done('/do@2/d#1', 4)).toEqual(['ok /do@2/d#1 4', 'ok /do 4', 'completed {}']);
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  test('P12 when no way is left the executor fails with both texts, under the code of the step', () => {
    const run = failed();
    expect(run.refuses('/think!2', 'No other way is left.')).toEqual(['fail /do BROKEN', 'failed BROKEN']);
    expect(run.state?.error?.message).toBe('It said BROKEN. No other way is left.');
    expect(run.state?.frames.size).toBe(0);
  });

  test('P12 L2 a step whose failure is handled, or that is tried again, asks nobody', () => {
    const run = runOf(plan(NETWORK));
    run.proposesMore(
      '/think!1',
      body('a: CAPABILITY echo {onError: continue}\nb: CAPABILITY echo\na -> b'),
      'whenFailed',
    );
    expect(run.fails('/do@1/a#1')).toContain('call /do@1/b#1 echo');
    const retried = runOf(plan(NETWORK));
    retried.proposesMore('/think!1', body('a: CAPABILITY echo {retry: {maxAttempts: 2}}'), 'whenFailed');
    expect(retried.fails('/do@1/a#1')[0]).toBe('again /do@1/a#1 BROKEN 1000');
  });

  test('R8 a plan that is whole fails with its step as ever', () => {
    const run = runOf(plan(NETWORK));
    run.proposes('/think!1', THREE);
    expect(run.fails('/do@1/a#1')).toEqual(['fail /do@1/a#1 BROKEN', 'fail /do BROKEN', 'failed BROKEN']);
  });
});

function fail(): never {
  throw new Error('the run has no state');
}
