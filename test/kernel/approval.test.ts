import { describe, expect, test } from 'vitest';
import type { Address, Json } from '#base';
import { proposalAt } from '#kernel';
import type { Body } from '#plan';
import { body, plan } from '../notation/plan';
import { runOf, type TestRun, tool } from '../notation/run';

const ALWAYS = plan(`
  var dynamicPlan
  think: PLANNER rules
  do: PLAN_EXECUTOR {approve: always}
  think -> do
`);

function waiting() {
  const run = runOf(ALWAYS);
  run.proposes('/think!1', body('a: CAPABILITY echo'));
  return run;
}

describe('approving a plan', () => {
  test('L10 approve: always waits at <node>!approve before anything of the plan runs', () => {
    const run = waiting();
    expect(run.lines.slice(-3)).toEqual(['start /do', 'waits /do approval', 'approval /do!approve']);
    expect(run.status).toBe('waiting');
    expect(run.answer('/do!approve', { decision: 'approve' })).toEqual([
      'open /do@1',
      'start /do@1/a#1',
      'call /do@1/a#1 echo',
    ]);
  });

  test('L10 reject fails the executor with the reason, and is not retried', () => {
    const run = waiting();
    expect(run.answer('/do', { decision: 'reject', reason: 'Too dear.' })).toEqual([
      'fail /do REJECTED',
      'failed REJECTED',
    ]);
    expect(run.state?.error?.message).toContain('Too dear.');
  });

  test('L10 another asks the planner that made the plan again; its calls go on counting (K11)', () => {
    const run = waiting();
    expect(run.answer('/do!approve', { decision: 'another' })).toEqual(['plan /think!2 rules']);
    const lines = run.proposes('/think!2', body('b: CAPABILITY echo'));
    expect(lines.slice(-2)).toEqual(['waits /do approval', 'approval /do!approve']);
    run.answer('/do!approve', { decision: 'approve' });
    expect(run.open).toEqual(['/do@1/b#1']);
  });

  test('L10 an edited plan passes P3 again: a wrong one is refused and the node goes on waiting', () => {
    const run = waiting();
    const wrong = JSON.parse(JSON.stringify(body('a: CAPABILITY no.such.tool')));
    expect(run.answer('/do!approve', { decision: 'approve', plan: wrong })).toEqual([
      'refused /do!approve UNKNOWN_TOOL',
    ]);
    expect(run.status).toBe('waiting');
    const right = JSON.parse(JSON.stringify(body('c: CAPABILITY echo')));
    expect(run.answer('/do!approve', { decision: 'approve', plan: right }).at(-1)).toBe(
      'call /do@1/c#1 echo',
    );
  });

  test('L10 an answer that is none of the decisions is refused and changes nothing', () => {
    const run = waiting();
    for (const value of [null, 'approve', {}, { decision: 'maybe' }, { decision: 1 }, []]) {
      const before = run.state;
      expect(run.answer('/do!approve', value)).toEqual(['refused /do!approve DECISION_UNKNOWN']);
      expect(run.state).toBe(before);
    }
  });

  test('R17 cancelling withdraws the approval; an answer afterwards is for nobody', () => {
    const run = waiting();
    expect(run.cancel()).toEqual(['cancel /do', 'withdraw /do!approve', 'cancelled']);
    expect(run.answer('/do!approve', { decision: 'approve' })).toEqual(['late /do!approve answer.given']);
  });
});

/** What a plan is as an answer. */
function asJson(edited: Body): Json {
  return JSON.parse(JSON.stringify(edited));
}

const BY_MODEL = `
  var dynamicPlan   out answer
  think: PLANNER llm {models: [m]}
  do: PLAN_EXECUTOR {approve: always}
  think -> do
`;

const TWO = body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b');

describe('asking for another plan in words', () => {
  const asked = (value: { readonly [field: string]: Json }): TestRun => {
    const run = runOf(plan(BY_MODEL));
    run.proposes('/think!1', TWO);
    run.answer('/do!approve', { decision: 'another', ...value });
    return run;
  };

  test('L10 D9 the planner is given the plan that waited, and what was said of it', () => {
    const run = asked({ reason: ' Without b. ' });
    expect(run.command('/think!2')).toMatchObject({ wish: { plan: TWO, text: 'Without b.' } });
  });

  test('L10 D9 a plan that was edited before it is what the words are about', () => {
    const edited = body('a: CAPABILITY echo');
    const run = asked({ reason: 'Twice.', plan: asJson(edited) });
    expect(run.command('/think!2')).toMatchObject({ wish: { plan: edited, text: 'Twice.' } });
  });

  test('L10 without words nothing is added, and the next asking has forgotten them', () => {
    expect(asked({}).command('/think!2')).not.toHaveProperty('wish');
    const run = asked({ reason: 'Without b.' });
    run.proposes('/think!2', body('a: CAPABILITY echo'));
    run.answer('/do!approve', { decision: 'another' });
    expect(run.command('/think!3')).not.toHaveProperty('wish');
  });

  test('P5 a reply that is refused is repaired with the words still there', () => {
    const run = asked({ reason: 'Without b.' });
    run.refuses('/think!2');
    expect(run.command('/think!3')).toMatchObject({ wish: { text: 'Without b.' } });
  });

  test('L10 a planner without a model reads no words, and the plan goes on waiting', () => {
    const run = waiting();
    expect(run.answer('/do!approve', { decision: 'another', reason: 'Shorter.' })).toEqual([
      'refused /do!approve WISH_NEEDS_MODEL',
    ]);
    expect(run.status).toBe('waiting');
  });

  test('L10 words about an edit that is refused are not sent', () => {
    const run = asked({ reason: 'Shorter.', plan: asJson(body('a: CAPABILITY no.such.tool')) });
    expect(run.lines.at(-1)).toBe('refused /do!approve UNKNOWN_TOOL');
  });

  test('K5 a run that was recorded before says nothing to its planner', () => {
    const run = runOf(plan(BY_MODEL), { flags: [12] });
    run.proposes('/think!1', TWO);
    run.answer('/do!approve', { decision: 'another', reason: 'Without b.' });
    expect(run.command('/think!2')).not.toHaveProperty('wish');
  });
});

test('D9 P1 a planner changes a plan that is there already, as its goal says; without one there it plans anew', () => {
  const change = plan(`
    in city   in old   var dynamicPlan
    think: PLANNER llm {goal: "Also greet {{ city }}.", models: [m], changes: old}
  `);
  const run = runOf(change, { input: { city: 'Rome', old: asJson(TWO) } });
  expect(run.command('/think!1')).toMatchObject({
    goal: 'Also greet Rome.',
    wish: { plan: TWO, text: 'Also greet Rome.' },
  });
  run.refuses('/think!1');
  expect(run.command('/think!2')).toHaveProperty('wish');
  const anew = runOf(change, { input: { city: 'Rome', old: null } });
  expect(anew.command('/think!1')).not.toHaveProperty('wish');
});

describe('a plan that waits, for whoever edits it', () => {
  const CAPABILITIES = [tool('echo', 'pure'), tool('other', 'pure')];
  const WAIT = '/do!approve' as Address;

  const proposed = (run: TestRun) => {
    if (run.state === null) throw new Error('The run has not begun.');
    return proposalAt(run.state, WAIT);
  };

  /** The first step has run, and a wider plan waits. */
  const revised = (): TestRun => {
    const run = runOf(plan(BY_MODEL), { closure: { capabilities: CAPABILITIES } });
    run.proposesMore('/think!1', body('a: CAPABILITY echo'), 'whenDone');
    run.answer(WAIT, { decision: 'approve' });
    run.done('/do@1/a#1', 1);
    run.proposes('/think!2', body('a: CAPABILITY echo\nb: CAPABILITY other\na -> b'));
    return run;
  };

  test('D9 says what may be called and written, who can be asked, and what has begun', () => {
    expect(proposed(revised())).toMatchObject({
      plan: { nodes: [{ id: 'a' }, { id: 'b' }] },
      before: { nodes: [{ id: 'a' }] },
      begun: ['a'],
      planner: 'model',
      tools: ['echo', 'other'],
      writable: ['dynamicPlan', 'answer'],
    });
    expect(proposed(waiting())).toMatchObject({ before: null, begun: [], planner: 'rules' });
  });

  test('D9 nothing waits before a plan does, and after it was approved', () => {
    const run = runOf(plan(BY_MODEL));
    expect(proposed(run)).toBeNull();
    run.proposes('/think!1', TWO);
    run.answer(WAIT, { decision: 'approve' });
    expect(proposed(run)).toBeNull();
  });

  test.each([
    ['a step that has begun is changed', 'a: CAPABILITY other\nb: CAPABILITY other\na -> b', 'STEP_BEGUN'],
    ['it is taken out', 'b: CAPABILITY other', 'STEP_BEGUN'],
    [
      'a way to it is added',
      'a: CAPABILITY echo\nb: CAPABILITY other\nc: CAPABILITY echo\nc -> a\na -> b',
      'STEP_BEGUN',
    ],
    ['a tool that is not allowed', 'a: CAPABILITY echo\nb: CAPABILITY no.such.tool\na -> b', 'UNKNOWN_TOOL'],
  ])('R13 D9 %s: a problem of the edit, and the answer is refused for it', (_, text, code) => {
    const run = revised();
    const edited = body(text);
    expect(proposed(run)?.problemsOf(asJson(edited))[0]).toMatchObject({ code, severity: 'error' });
    expect(run.answer(WAIT, { decision: 'approve', plan: asJson(edited) })).toEqual([
      `refused ${WAIT} ${code}`,
    ]);
    expect(run.status).toBe('waiting');
  });

  test('D9 what has not begun is changed, taken out and added; what has begun is not run again', () => {
    const run = revised();
    const edited = body('a: CAPABILITY echo\nc: CAPABILITY echo\nd: CAPABILITY other\na -> c\nc -> d');
    expect(proposed(run)?.problemsOf(asJson(edited))).toEqual([]);
    expect(run.answer(WAIT, { decision: 'approve', plan: asJson(edited) })).toEqual([
      'open /do@2',
      'start /do@2/c#1',
      'call /do@2/c#1 echo',
    ]);
  });
});
