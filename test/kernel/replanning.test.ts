import { describe, expect, test } from 'vitest';
import { BEHAVIOUR_FLAGS, persist, recordOf, replay, restore, step } from '#kernel';
import type { Body } from '#plan';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, startOf, TestRun, tool } from '../notation/run';

const TEXT = (replan: string, rest = '') => `
  var dynamicPlan
  think: PLANNER llm {goal: x, models: [m]}
  do: PLAN_EXECUTOR {replan: ${replan}${rest}}
  think -> do
`;
const TRIED = '{retry: {maxAttempts: 3, initialIntervalMs: 10}}';
const STEPS = body(`a: CAPABILITY echo\nb: CAPABILITY echo ${TRIED}\nc: CAPABILITY echo\na -> b\nb -> c`);
/** The step that failed stays; another takes its place, and what was left has changed. */
const OTHER = body(
  `a: CAPABILITY echo\nb: CAPABILITY echo ${TRIED}\nd: CAPABILITY echo\nc: CAPABILITY echo {input: {text: "other"}}\na -> b\na -> d\nd -> c`,
);

function running(replan: string, steps: Body = STEPS, setup: RunSetup = {}, rest = ''): TestRun {
  const run = runOf(plan(TEXT(replan, rest)), setup);
  run.proposes('/think!1', steps);
  return run;
}

/** Two steps side by side, and one after both. */
const BESIDE = body(`a: CAPABILITY echo ${TRIED}\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> c\nb -> c`);

function failsThrice(run: TestRun, step: string): void {
  for (const attempt of [1, 2]) {
    run.fails(`${step}#${attempt}`);
    run.fires(`${step}#${attempt}!retry`);
  }
  run.fails(`${step}#3`);
}

describe('P9 a step that fails', () => {
  test('three times: its planner is asked for another plan, and what has finished is kept', () => {
    const run = running('{}');
    run.done('/do@1/a#1', 1);
    failsThrice(run, '/do@1/b');
    expect(run.lines).toEqual(['fail /do@1/b#3 BROKEN', 'plan.doubted /do', 'plan /think!2 llm m']);
    expect(run.command('/think!2')).toMatchObject({
      again: {
        executor: '/do',
        revision: 1,
        failed: { step: 'b', error: { code: 'BROKEN' } },
        doubt: { kind: 'attempts', step: 'b', attempts: 3 },
      },
    });
    expect(run.proposes('/think!2', OTHER).slice(1)).toEqual([
      'open /do@2',
      'start /do@2/d#1',
      'call /do@2/d#1 echo',
    ]);
    run.done('/do@2/d#1', 2);
    expect(run.done('/do@2/c#1', 3)).toEqual(['ok /do@2/c#1 3', 'ok /do 3', 'completed {}']);
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  test('fewer times than that fails the plan as ever (R8), under the number that its author says', () => {
    const steps = body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b');
    expect(running('{}', steps).fails('/do@1/a#1')).toEqual([
      'fail /do@1/a#1 BROKEN',
      'fail /do BROKEN',
      'failed BROKEN',
    ]);
    expect(running('{afterAttempts: 1}', steps).fails('/do@1/a#1')).toContain('plan /think!2 llm m');
  });

  test('and goes on all the same is judged alike: that is how plan-execute runs its steps', () => {
    const steps = body('a: CAPABILITY echo {onError: continue}\nb: CAPABILITY echo\na -> b');
    const run = running('{afterAttempts: 1}', steps);
    expect(run.fails('/do@1/a#1')).toEqual([
      'handled /do@1/a#1 BROKEN',
      'plan.doubted /do',
      'plan /think!2 llm m',
    ]);
    expect(running('{}', steps).fails('/do@1/a#1')).toContain('call /do@1/b#1 echo');
  });

  test('as the last of its plan is not judged', () => {
    const run = running('{afterAttempts: 1}', body('a: CAPABILITY echo'));
    expect(run.fails('/do@1/a#1')).toEqual(['fail /do@1/a#1 BROKEN', 'fail /do BROKEN', 'failed BROKEN']);
  });

  test('under retries of its executor counts those (L4)', () => {
    const steps = body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b');
    const text = TEXT('{}').replace('}}', '}, retry: {maxAttempts: 3, initialIntervalMs: 10}}');
    const run = runOf(
      plan(text.replace('PLAN_EXECUTOR {replan: {}, retry', 'PLAN_EXECUTOR {replan: {}, retry')),
    );
    run.proposes('/think!1', steps);
    failsThrice(run, '/do@1/a');
    expect(run.lines.at(-1)).toBe('plan /think!2 llm m');
  });

  test('P12 with a planner that knows other ways takes one of them, as ever', () => {
    const run = runOf(plan(TEXT('{}').replace('llm {goal: x, models: [m]}', 'htn {goal: x}')));
    run.proposesMore('/think!1', STEPS, 'whenFailed');
    run.done('/do@1/a#1', 1);
    failsThrice(run, '/do@1/b');
    expect(run.lines).toEqual(['fail /do@1/b#3 BROKEN', 'plan /think!2 htn']);
  });

  test('K5 in a run of before, or where nobody planned in this run, nobody is asked', () => {
    const flags = BEHAVIOUR_FLAGS.filter((flag) => flag !== 14);
    const steps = body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b');
    expect(running('{afterAttempts: 1}', steps, { flags }).fails('/do@1/a#1').at(-1)).toBe('failed BROKEN');
    const given = plan('in dynamicPlan\ndo: PLAN_EXECUTOR {tools: [echo], replan: {afterAttempts: 1}}');
    const run = runOf(given, { input: { dynamicPlan: JSON.parse(JSON.stringify(steps)) } });
    run.answer('/do!approve', { decision: 'approve' });
    expect(run.fails('/do@1/a#1').at(-1)).toBe('failed BROKEN');
  });
});

describe('P9 a keyword', () => {
  const DOUBTED = ['ok /do@1/a#1 "The file was NOT FOUND."', 'plan.doubted /do', 'plan /think!2 llm m'];

  test('in what a step gave asks for another plan, whatever its case; what was next has not started', () => {
    const run = running('{}');
    expect(run.done('/do@1/a#1', 'The file was NOT FOUND.')).toEqual(DOUBTED);
    expect(run.command('/think!2')).toMatchObject({
      again: { doubt: { kind: 'keyword', step: 'a', keyword: 'not found' } },
    });
    expect(run.command('/think!2')).not.toHaveProperty('again.failed');
    const other = body('a: CAPABILITY echo\nd: CAPABILITY echo\na -> d');
    expect(run.proposes('/think!2', other)).toContain('call /do@2/d#1 echo');
  });

  test('is looked for in texts at any depth and in errors, and not in the names of fields', () => {
    const found = (result: unknown): boolean =>
      running('{keywords: [gone]}')
        .done('/do@1/a#1', JSON.parse(JSON.stringify(result)))
        .includes('plan.doubted /do');
    expect(found({ rows: [{ note: 'It is gone.' }] })).toBe(true);
    expect(found({ gone: 0 })).toBe(false);
    expect(found('The file was not found.')).toBe(false);
    const steps = body('a: CAPABILITY echo {onError: continue}\nb: CAPABILITY echo\na -> b');
    expect(running('{keywords: [broken]}', steps).fails('/do@1/a#1')).toContain('plan.doubted /do');
  });

  test('none at all, and a blank one, ask nobody', () => {
    expect(running('{keywords: []}').done('/do@1/a#1', 'not found')).toContain('call /do@1/b#1 echo');
    expect(running('{keywords: [""]}').done('/do@1/a#1', 'not found')).toContain('call /do@1/b#1 echo');
  });

  test('of a step that fails unhandled keeps the scope open as well', () => {
    const run = running('{keywords: [broken]}', body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    expect(run.fails('/do@1/a#1')).toEqual([
      'fail /do@1/a#1 BROKEN',
      'plan.doubted /do',
      'plan /think!2 llm m',
    ]);
  });
});

describe('P9 the viability of what is left', () => {
  const JUDGED = ['ok /do@1/a#1 1', 'call /do!judge-1 model.generate'];

  test('is judged by a model after each step but the last; below the bound its planner is asked', () => {
    const run = running('{viability: 0.7}');
    expect(run.done('/do@1/a#1', 1)).toEqual(JUDGED);
    expect(run.command('/do!judge-1')).toMatchObject({ input: { model: 'm', schema: {} } });
    expect(run.done('/do!judge-1', { text: '{"reason": "no", "score": 0.41}' })).toEqual([
      'plan.judged /do',
      'plan.doubted /do',
      'plan /think!2 llm m',
    ]);
    expect(run.command('/think!2')).toMatchObject({
      again: { doubt: { kind: 'viability', step: 'a', score: 0.41, bound: 0.7 } },
    });
  });

  test('at the bound the plan goes on; the last step is not judged', () => {
    const run = running('{viability: 0.7}');
    run.done('/do@1/a#1', 1);
    expect(run.done('/do!judge-1', { json: { score: 0.7 } })).toEqual([
      'plan.judged /do',
      'start /do@1/b#1',
      'call /do@1/b#1 echo',
    ]);
    run.done('/do@1/b#1', 2);
    expect(run.done('/do!judge-2', { text: '1' })).toContain('call /do@1/c#1 echo');
    expect(run.done('/do@1/c#1', 3)).toEqual(['ok /do@1/c#1 3', 'ok /do 3', 'completed {}']);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('a judge that fails, or gives no number, says nothing against the plan', () => {
    for (const answer of [
      (run: TestRun) => run.fails('/do!judge-1'),
      (run: TestRun) => run.done('/do!judge-1', { text: 'Who knows?' }),
    ]) {
      const run = running('{viability: 0.7}');
      run.done('/do@1/a#1', 1);
      expect(answer(run)).toEqual(['plan.judged /do', 'start /do@1/b#1', 'call /do@1/b#1 echo']);
    }
  });

  test('is not judged without a model, or where its author does not ask for it', () => {
    const rules = TEXT('{viability: 0.7}').replace('llm {goal: x, models: [m]}', 'rules {goal: x}');
    const run = runOf(plan(rules));
    run.proposes('/think!1', STEPS);
    expect(run.done('/do@1/a#1', 1)).toContain('call /do@1/b#1 echo');
    expect(running('{}').done('/do@1/a#1', 1)).toContain('call /do@1/b#1 echo');
  });

  test('K10 R19 is a call like any other: it waits for the budget, and for the end of a pause', () => {
    const run = running('{viability: 0.7}', STEPS, { budget: { calls: 2 } });
    expect(run.done('/do@1/a#1', 1)).toEqual(['ok /do@1/a#1 1', 'paused budget']);
    expect(run.feed({ type: 'budget.raised', budget: { calls: 9 } }).at(-1)).toBe(JUDGED[1]);
    const paused = running('{viability: 0.7}');
    paused.pause();
    expect(paused.done('/do@1/a#1', 1)).toEqual(['ok /do@1/a#1 1']);
    expect(paused.resume()).toEqual(['resumed', 'call /do!judge-1 model.generate']);
  });

  describe('K10 its judge takes all that is left, while others wait for it', () => {
    const METERED: RunSetup['closure'] = {
      capabilities: ['ask', 'model.generate']
        .map((id) => ({ ...tool(id, 'read'), tags: ['model'] }))
        .concat({ ...tool('echo', 'pure'), tags: [] }),
      models: [{ id: 'm', connection: 'c', model: 'm' }],
    };
    const BESIDE_IT = plan(`
      var dynamicPlan
      first: CAPABILITY echo
      also: CAPABILITY ask {input: {prompt: hi}}
      think: PLANNER llm {goal: x, models: [m]}
      do: PLAN_EXECUTOR {replan: {viability: 0.5}}
      first -> also
      think -> do
    `);
    const judging = (flags = BEHAVIOUR_FLAGS): TestRun => {
      const run = runOf(BESIDE_IT, { closure: METERED, budget: { tokens: 1_000 }, flags });
      run.proposes('/think!1', body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
      run.done('/do@1/a#1', 1);
      run.done('/first#1', 1);
      return run;
    };

    test('P9 then the next step does not start in the place of what waits', () => {
      expect(judging().open).toEqual(['/do!judge-1']);
    });

    test('K5 in a run of before it does', () => {
      expect(judging(BEHAVIOUR_FLAGS.filter((flag) => flag < 21)).open).toContain('/do@1/b#1');
    });
  });

  test('steps are judged in the order in which they settled, one at a time', () => {
    const run = running('{viability: 0.5, keywords: [lost]}', BESIDE);
    expect(run.done('/do@1/b#1', 'lost?')).toEqual(['ok /do@1/b#1 "lost?"', 'plan.doubted /do']);
    const other = running('{viability: 0.5, keywords: [lost]}', BESIDE);
    expect(other.done('/do@1/b#1', 1)).toEqual(['ok /do@1/b#1 1', 'call /do!judge-1 model.generate']);
    expect(other.done('/do@1/a#1', 'lost?')).toEqual(['ok /do@1/a#1 "lost?"']);
    expect(other.done('/do!judge-1', { text: '0.9' })).toEqual([
      'plan.judged /do',
      'plan.doubted /do',
      'plan /think!2 llm m',
    ]);
    expect(other.command('/think!2')).toMatchObject({ again: { doubt: { kind: 'keyword', step: 'a' } } });
  });
});

describe('P9 while other steps run', () => {
  test('they are let finish, nothing else starts, then the planner is asked; a failure among them is told it', () => {
    const run = running(
      '{afterAttempts: 1, keywords: [lost]}',
      body(
        'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\nd: CAPABILITY echo\na -> c\nb -> d\nc -> d',
      ),
    );
    expect(run.done('/do@1/a#1', 'lost')).toEqual(['ok /do@1/a#1 "lost"', 'plan.doubted /do']);
    expect(run.open).toEqual(['/do@1/b#1']);
    expect(run.fails('/do@1/b#1')).toEqual(['fail /do@1/b#1 BROKEN', 'plan /think!2 llm m']);
    expect(run.command('/think!2')).toMatchObject({ again: { doubt: { step: 'a' } } });
    const next = body('a: CAPABILITY echo\nb: CAPABILITY echo\ne: CAPABILITY echo\na -> e');
    expect(run.proposes('/think!2', next)).toContain('call /do@2/e#1 echo');
    expect(run.done('/do@2/e#1', 2).at(-1)).toBe('completed {}');
    expect(run.state?.frames.size).toBe(0);
  });

  test('steps inside a container go on, since the container is one step', () => {
    const run = running(
      '{keywords: [lost]}',
      body(
        'a: CAPABILITY echo\ng: GROUP SYNC\n  x: CAPABILITY echo\n  y: CAPABILITY echo\nc: CAPABILITY echo\na -> c\ng -> c',
      ),
    );
    run.done('/do@1/a#1', 'lost');
    expect(run.done('/do@1/g/x#1', 1)).toContain('call /do@1/g/y#1 echo');
    expect(run.done('/do@1/g/y#1', 2).at(-1)).toBe('plan /think!2 llm m');
  });

  test('R16 one of them that is cancelled is done as well', () => {
    const steps = body(
      'a: CAPABILITY echo\nb: CAPABILITY echo {cancelOn: stop}\nc: CAPABILITY echo\na -> c\nb -> c',
    );
    const run = running('{keywords: [lost]}', steps);
    run.done('/do@1/a#1', 'lost');
    expect(run.signal('stop').at(-1)).toBe('plan /think!2 llm m');
  });

  test('R17 a run that is cancelled then closes all of it', () => {
    const run = running('{keywords: [lost]}', BESIDE);
    run.done('/do@1/b#1', 'lost');
    run.cancel();
    expect(run.state?.frames.size).toBe(0);
    expect(run.state?.reviews).toEqual([]);
  });
});

describe('P9 the revision', () => {
  /** The first step says that something is lost, so that its planner is asked. */
  function asked(replan = '{keywords: [lost]}', setup: RunSetup = {}, rest = ''): TestRun {
    const run = running(replan, STEPS, setup, rest);
    if (rest !== '' && run.open.includes('/do!approve')) run.answer('/do!approve', { decision: 'approve' });
    run.done('/do@1/a#1', 'lost');
    return run;
  }
  const NEXT = body('a: CAPABILITY echo\nd: CAPABILITY echo\ne: CAPABILITY echo\na -> d\nd -> e');

  test('is made at most so often as its author says; then the plan goes on, or fails, as it is', () => {
    const run = asked('{keywords: [lost], max: 1}');
    run.proposes('/think!2', NEXT);
    expect(run.done('/do@2/d#1', 'lost')).toContain('call /do@2/e#1 echo');
    expect(asked('{keywords: [lost], max: 0}').lines).toContain('call /do@1/b#1 echo');
    const usual = asked('{keywords: [lost]}');
    for (const call of [2, 3]) {
      const text = Array.from({ length: call }, (_, at) => `d${at}: CAPABILITY echo`);
      const chain = Array.from(
        { length: call },
        (_, at) => `d${at} -> ${at + 1 < call ? `d${at + 1}` : 'e'}`,
      );
      usual.proposes(
        `/think!${call}`,
        body(['a: CAPABILITY echo', ...text, 'e: CAPABILITY echo', 'a -> d0', ...chain].join('\n')),
      );
      usual.done(`/do@${call}/d${call - 2}#1`, 'lost');
    }
    expect(usual.lines.at(-1)).toBe('plan /think!4 llm m');
  });

  test('L10 P9 asks for approval again where it reaches further, and only there', () => {
    const capabilities = [tool('echo', 'pure'), tool('mail.send')];
    const wider = body('a: CAPABILITY echo\nd: CAPABILITY mail.send\na -> d');
    for (const approve of ['always', 'whenWidened']) {
      const rest = `, approve: ${approve}`;
      const narrow = asked('{keywords: [lost]}', { closure: { capabilities } }, rest);
      expect(narrow.proposes('/think!2', NEXT), approve).toContain('call /do@2/d#1 echo');
      const wide = asked('{keywords: [lost]}', { closure: { capabilities } }, rest);
      expect(wide.proposes('/think!2', wider).at(-1), approve).toBe('approval /do!approve');
      expect(wide.answer('/do!approve', { decision: 'approve' })).toContain('open /do@2');
    }
    const never = asked('{keywords: [lost]}', { closure: { capabilities } });
    expect(never.proposes('/think!2', wider)).toContain('open /do@2');
  });

  test('when it is rejected, or cannot be had, the executor fails with both texts and a code', () => {
    const failed = running('{}');
    failed.done('/do@1/a#1', 1);
    failsThrice(failed, '/do@1/b');
    for (const call of [2, 3]) failed.refuses(`/think!${call}`);
    expect(failed.refuses('/think!4', 'No rule fits.').slice(-2)).toEqual([
      'fail /do BROKEN',
      'failed BROKEN',
    ]);
    expect(failed.state?.error?.message).toMatch(
      /^It said BROKEN\. No plan could be made\. Tried: .*No rule fits/,
    );
    const doubted = asked();
    for (const call of [2, 3]) doubted.refuses(`/think!${call}`);
    expect(doubted.refuses('/think!4').at(-1)).toBe('failed PLAN_INVALID');
    expect(doubted.state?.error?.message).toMatch(/^What came of the step "a" contains "lost"\. No plan/);
    expect(doubted.state?.frames.size).toBe(0);
    const capabilities = [tool('echo', 'pure'), tool('mail.send')];
    const rejected = asked('{keywords: [lost]}', { closure: { capabilities } }, ', approve: whenWidened');
    rejected.proposes('/think!2', body('a: CAPABILITY echo\nd: CAPABILITY mail.send\na -> d'));
    rejected.answer('/do!approve', { decision: 'reject', reason: 'not by mail' });
    expect(rejected.state?.error).toMatchObject({
      code: 'REJECTED',
      message: 'What came of the step "a" contains "lost". A person rejected the plan: not by mail',
    });
  });

  test('may say that nothing is left to do: the executor succeeds with what it has', () => {
    expect(asked().proposes('/think!2', body('a: CAPABILITY echo')).slice(1)).toEqual([
      'open /do@2',
      'ok /do "lost"',
      'completed {}',
    ]);
  });

  test('K8 a fork serves what was asked, the judge and the planner as well, and comes to the same', () => {
    const run = running('{viability: 0.7}');
    run.done('/do@1/a#1', 1);
    run.done('/do!judge-1', { text: '0.1' });
    run.proposes('/think!2', NEXT);
    run.done('/do@2/d#1', 2);
    run.done('/do!judge-2', { text: '0.9' });
    run.done('/do@2/e#1', 3);
    expect(run.status).toBe('completed');
    const reuse = recordOf(run.commits, run.commits.length, {});
    if (!reuse.ok) throw new Error(reuse.problem.message);
    const fork = new TestRun();
    fork.feed({ ...startOf(plan(TEXT('{viability: 0.7}'))), runId: 'fork', reuse: reuse.value });
    expect(fork.status).toBe('completed');
    expect(fork.history.filter((line) => /^(?:call|plan) /.test(line))).toEqual([]);
    const ends = (one: TestRun) => one.history.filter((line) => /^(?:ok|open|plan\.)/.test(line));
    expect(ends(fork)).toEqual(ends(run));
    expect(replay(fork.commits)).toMatchObject({ ok: true });
  });

  test('K1 K4 K6 at every commit the run goes on from its state in JSON, and from its ledger', () => {
    const run = running('{viability: 0.5, afterAttempts: 3}');
    run.done('/do@1/a#1', 1);
    run.done('/do!judge-1', { text: '0.9' });
    failsThrice(run, '/do@1/b');
    run.proposes('/think!2', OTHER);
    run.done('/do@2/d#1', 2);
    run.done('/do!judge-2', { text: '0.8' });
    run.done('/do@2/c#1', 3);
    expect(run.status).toBe('completed');
    let state = null;
    for (const { fact, entries } of run.commits) {
      const stepped = step(state === null ? null : restore(persist(state)), fact);
      expect(stepped.entries).toEqual(entries);
      state = stepped.state;
    }
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
    const started = run.history.filter((line) => line.startsWith('call ')).map((line) => line.split(' ')[1]);
    expect(new Set(started).size).toBe(started.length);
  });
});
