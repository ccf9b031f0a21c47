import { describe, expect, test } from 'vitest';
import { type Address, inCanonicalOrder, type Json } from '#base';
import { persist, recordOf, replay, restore, step } from '#kernel';
import { ASKING, chooses, promptAt, says } from '../notation/models';
import { body, plan } from '../notation/plan';
import { lineOf, runOf, startOf, TestRun } from '../notation/run';

const DECIDE = plan(`
  in letter = "Where is my loom?"   out way
  sort: LLM_DECISION Which desk? {choices: [{id: sales, description: "wants to buy"}, help], input: "{{ letter }}", output: {way: "result"}}
  buy: CAPABILITY echo
  aid: CAPABILITY echo
  sort.sales -> buy
  sort.help -> aid
`);

describe('LLM_DECISION', () => {
  test('K2 opens a scope in which each call of a model is a leaf; R5 the choice is its port, L9 its result', () => {
    const run = runOf(DECIDE, ASKING);
    expect(run.lines.slice(0, 2)).toEqual(['started', 'start /sort "Where is my loom?"']);
    expect(run.open).toEqual(['/sort/ask-1#1']);
    expect(run.done('/sort/ask-1#1', chooses('help')).slice(1)).toEqual([
      'ok /sort help "help"',
      'set /sort way "help"',
      'skip /buy dead',
      'start /aid#1',
      'call /aid#1 echo',
    ]);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L1 a model is asked with the question, what the node is given, and the choices with their descriptions', () => {
    const run = runOf(DECIDE, ASKING);
    expect(promptAt(run, '/sort/ask-1#1')).toBe(
      'Question:\nWhich desk?\n\nMaterial:\nWhere is my loom?\n\nChoices:\n- sales: wants to buy\n- help',
    );
    expect(run.command('/sort/ask-1#1')).toMatchObject({
      capability: 'model.generate',
      effect: 'read',
      input: { model: 'small', schema: { properties: { choice: { enum: ['sales', 'help'] } } } },
    });
  });

  test('V3 what it is given is never read as a template', () => {
    const run = runOf(DECIDE, { ...ASKING, input: { letter: '{{ way }} {{' } });
    expect(promptAt(run, '/sort/ask-1#1')).toContain('Material:\n{{ way }} {{');
  });

  test('L1 an answer that names no choice is repaired once, with what was wrong', () => {
    const run = runOf(DECIDE, ASKING);
    run.done('/sort/ask-1#1', says('The second desk, I think.'));
    expect(run.open).toEqual(['/sort/repair-2#1']);
    const prompt = promptAt(run, '/sort/repair-2#1');
    expect(prompt).toContain('Your last answer:\nThe second desk, I think.');
    expect(prompt).toContain('one of: sales, help');
    expect(run.done('/sort/repair-2#1', chooses('sales'))).toContain('ok /sort sales "sales"');
  });

  test('fault X7 an answer that says a key twice names no choice; K5 the last one counts where the ledger is older', () => {
    const twice = says('{"choice": "sales", "reason": "r", "choice": "help"}');
    expect(runOf(DECIDE, ASKING).done('/sort/ask-1#1', twice).at(-1)).toBe(
      'call /sort/repair-2#1 model.generate',
    );
    const older = runOf(DECIDE, { ...ASKING, flags: [9] }).done('/sort/ask-1#1', twice);
    expect(older).toContain('ok /sort help "help"');
  });

  test('L9 when the repair names none either, the attempt fails RESULT_INVALID', () => {
    const run = runOf(DECIDE, ASKING);
    run.done('/sort/ask-1#1', chooses('kitchen'));
    expect(run.done('/sort/repair-2#1', chooses('out')).slice(1)).toEqual([
      'fail /sort RESULT_INVALID',
      'failed RESULT_INVALID',
    ]);
  });

  test.each([
    ['the bare id', ' help\n'],
    ['JSON that lacks the reason', '{"choice": "help"}'],
    ['JSON with words around it', 'Well: {"choice": "help"}.'],
  ])('L1 %s is an answer too', (_what, text) => {
    expect(runOf(DECIDE, ASKING).done('/sort/ask-1#1', says(text))).toContain('ok /sort help "help"');
  });

  test('P5 when a model cannot be asked, the next one is; when none can, the attempt fails with the last error', () => {
    const run = runOf(DECIDE, ASKING);
    run.fails('/sort/ask-1#1', 'MODEL_DOWN');
    expect(run.command('/sort/ask-2#1')).toMatchObject({ input: { model: 'large' } });
    expect(run.fails('/sort/ask-2#1', 'MODEL_BUSY')).toEqual([
      'fail /sort/ask-2#1 MODEL_BUSY',
      'fail /sort MODEL_BUSY',
      'failed MODEL_BUSY',
    ]);
  });

  test('P5 a repair that cannot be asked goes to the next model with its words', () => {
    const run = runOf(DECIDE, ASKING);
    run.done('/sort/ask-1#1', says('Hm.'));
    run.fails('/sort/repair-2#1');
    expect(promptAt(run, '/sort/repair-3#1')).toContain('Your last answer:\nHm.');
    expect(run.done('/sort/repair-3#1', says('Hm.'))).toContain('failed RESULT_INVALID');
  });

  test('P5 the models that it names are asked, in that order', () => {
    const named = plan('sort: LLM_DECISION Which? {choices: [a], models: [large]}');
    const run = runOf(named, ASKING);
    expect(run.command('/sort/ask-1#1')).toMatchObject({ input: { model: 'large' } });
    expect(run.fails('/sort/ask-1#1')).toContain('fail /sort BROKEN');
  });

  test('P5 without a model in the workspace the host chooses', () => {
    const run = runOf(DECIDE, { closure: { ...ASKING.closure, models: [] } });
    expect(run.command('/sort/ask-1#1')).not.toHaveProperty('input.model');
  });

  test('L2 its retry begins anew, under addresses of the second attempt; K11 they stand in the path', () => {
    const run = runOf(
      plan(
        'sort: LLM_DECISION Which? {choices: [a], models: [small], retry: {maxAttempts: 2, initialIntervalMs: 5}}',
      ),
      ASKING,
    );
    run.done('/sort/ask-1#1', says('no'));
    expect(run.done('/sort/repair-2#1', says('no')).slice(1)).toEqual([
      'again /sort RESULT_INVALID 5',
      'retry /sort!retry 5',
    ]);
    run.fires('/sort!retry');
    expect(run.open).toEqual(['/sort#2/ask-1#1']);
    expect(run.done('/sort#2/ask-1#1', chooses('a'))).toContain('ok /sort#2 a "a"');
  });

  test('L2 its timeout bounds all its calls together, and takes back the one that is out', () => {
    const run = runOf(plan('sort: LLM_DECISION Which? {choices: [a], timeoutMs: 50}'), ASKING);
    run.done('/sort/ask-1#1', says('no'));
    expect(run.fires('/sort!timeout')).toEqual([
      'cancel /sort/repair-2#1',
      'withdraw /sort/repair-2#1',
      'fail /sort TIMEOUT',
      'failed TIMEOUT',
    ]);
  });

  test('R19 no call leaves while the run is paused', () => {
    const run = runOf(DECIDE, ASKING);
    run.pause();
    expect(run.done('/sort/ask-1#1', says('Hm.'))).toEqual([`ok /sort/ask-1#1 {"text":"Hm."}`]);
    expect(run.resume().at(-1)).toBe('call /sort/repair-2#1 model.generate');
  });

  test('D1 a step over it lets all its calls run', () => {
    const run = runOf(DECIDE, { ...ASKING, paused: true });
    run.step('over');
    run.done('/sort/ask-1#1', says('Hm.'));
    expect(run.open).toEqual(['/sort/repair-2#1']);
    expect(run.done('/sort/repair-2#1', chooses('help')).at(-1)).toBe('paused step');
  });

  test('R17 cancelling the run takes back its call', () => {
    const run = runOf(DECIDE, ASKING);
    expect(run.cancel()).toEqual([
      'cancel /sort/ask-1#1',
      'withdraw /sort/ask-1#1',
      'cancel /sort',
      'cancelled',
    ]);
  });

  test('K10 each call is counted, and none leaves beyond the budget', () => {
    const run = runOf(DECIDE, { ...ASKING, budget: { calls: 1 } });
    expect(run.done('/sort/ask-1#1', says('Hm.')).at(-1)).toBe('paused budget');
    expect(run.open).toEqual([]);
    const raised = run.feed({ type: 'budget.raised', budget: { calls: 3 } });
    expect(raised.at(-1)).toBe('call /sort/repair-2#1 model.generate');
  });

  test('K1 its state goes through JSON between its calls', () => {
    const run = runOf(DECIDE, ASKING);
    run.done('/sort/ask-1#1', says('Hm.'));
    if (run.state === null) throw new Error('no run');
    const json: Json = JSON.parse(JSON.stringify(persist(run.state)));
    const address = '/sort/repair-2#1' as Address;
    const fact = inCanonicalOrder({ type: 'effect.succeeded', address, result: chooses('help') } as const);
    expect(step(restore(json), fact).entries.map(lineOf)).toEqual(run.feed(fact));
  });

  test('R13 a call of it is no step of a dynamic plan; P8 and asks only where the plan may', () => {
    const planner = plan('p: PLANNER rules {execute: inline}');
    const proposed = body('ask-1: LLM_DECISION Which? {choices: [a]}\nuse: TRANSFORM 1\nask-1.a -> use');
    const run = runOf(planner, ASKING);
    run.proposes('/p!1', proposed);
    run.done('/p@1/ask-1/ask-1#1', chooses('a'));
    expect(run.command('/p@1/use#1')).toMatchObject({ variables: { steps: { 'ask-1': 'a' } } });
    const narrow = runOf(plan('p: PLANNER rules {execute: inline, tools: [echo]}'), ASKING);
    expect(narrow.proposes('/p!1', proposed).join('\n')).toContain('fail');
  });

  test('L7 what its call says of break counts nothing', () => {
    const run = runOf(DECIDE, ASKING);
    expect(run.done('/sort/ask-1#1', chooses('help'), { break: 'run' })).toContain('call /aid#1 echo');
  });
});

describe('K8 a fork of a decision', () => {
  function forked(run: TestRun, at: number, outputs: readonly { address: Address; output: Json }[] = []) {
    const reuse = recordOf(run.commits, at, { outputs });
    if (!reuse.ok) throw new Error(reuse.problem.message);
    const fork = new TestRun();
    fork.feed({ ...startOf(DECIDE, ASKING), runId: 'fork', reuse: reuse.value });
    expect(replay(fork.commits)).toMatchObject({ ok: true });
    return fork;
  }

  test('K8 its calls are served from the record, the repair too', () => {
    const run = runOf(DECIDE, ASKING);
    run.done('/sort/ask-1#1', says('Hm.'));
    run.done('/sort/repair-2#1', chooses('help'));
    const fork = forked(run, 3);
    expect(fork.lines).toContain('served /sort/repair-2#1');
    expect(fork.open).toEqual(['/aid#1']);
  });

  test('K8 what was in flight at the fork point is asked again', () => {
    const run = runOf(DECIDE, ASKING);
    run.done('/sort/ask-1#1', says('Hm.'));
    expect(forked(run, 2).open).toEqual(['/sort/repair-2#1']);
    expect(forked(run, 1).open).toEqual(['/sort/ask-1#1']);
  });

  test('D7 a choice that a person puts in is taken, and nobody is asked', () => {
    const run = runOf(DECIDE, ASKING);
    run.done('/sort/ask-1#1', chooses('help'));
    const fork = forked(run, 2, [{ address: '/sort' as Address, output: 'sales' }]);
    expect(fork.open).toEqual(['/buy#1']);
  });
});
