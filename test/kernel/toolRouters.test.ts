import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { recordOf, replay } from '#kernel';
import type { ModelSpec } from '#plan';
import { ASKING, chooses, inputAt, promptAt, says } from '../notation/models';
import { body, plan } from '../notation/plan';
import { runOf, startOf, TestRun, tool } from '../notation/run';

const BY_RULE = plan(`
  in n = 3   out got
  route: TOOL_ROUTER {routes: [{id: small, capability: echo, when: "n < 5"}, {id: any, capability: find, input: {about: "{{ n }}"}}], input: {text: "{{ n }}"}, output: {got: result}}
`);

const BY_MODEL = plan(`
  in n = 3   var open = true   out got
  route: TOOL_ROUTER model {question: "For {{ n }}?", routes: [{id: say, capability: echo, description: "repeats"}, {id: look, capability: find, when: open, input: {about: "{{ n }}"}}], input: {text: "{{ n }}"}, output: {got: result}}
`);

describe('TOOL_ROUTER by rule', () => {
  test('L1 calls the capability of the first route that holds, as a leaf; its result is the node’s', () => {
    const run = runOf(BY_RULE, ASKING);
    expect(run.lines).toEqual(['started', 'start /route#1 {"text":3}', 'call /route#1 echo']);
    expect(run.done('/route#1', 'three')).toContain('set /route#1 got "three"');
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L1 a route without a condition always holds, and may have an input of its own', () => {
    const run = runOf(BY_RULE, { ...ASKING, input: { n: 9 } });
    expect(run.lines.slice(1)).toEqual(['start /route#1 {"about":9}', 'call /route#1 find']);
  });

  test('L1 when no condition holds it fails NO_ROUTE, and is not tried again', () => {
    const none = plan(
      'r: TOOL_ROUTER {routes: [{id: a, capability: echo, when: "false"}], retry: {maxAttempts: 2}}',
    );
    expect(runOf(none, ASKING).lines).toContain('failed NO_ROUTE');
  });

  test('L2 its input and its route are worked out anew for each attempt', () => {
    const run = runOf(
      plan(`
        var n = 1
        g: GROUP ASYNC
          r: TOOL_ROUTER {routes: [{id: a, capability: echo, when: "n == 1"}, {id: b, capability: find}], retry: {maxAttempts: 2, initialIntervalMs: 1}}
        w: CAPABILITY echo {output: {n: "2"}}
      `),
      ASKING,
    );
    run.fails('/g/r#1');
    run.done('/w#1');
    expect(run.fires('/g/r#1!retry').at(-1)).toBe('call /g/r#2 find');
  });

  test('K10 it reserves what its route may take', () => {
    const price = { input: 1, output: 1, currency: 'EUR', date: '2026-01-01' };
    const models: ModelSpec[] = [{ id: 'm', connection: 'c', model: 'm', maxOutputTokens: 50, price }];
    const asking = { ...tool('model.generate', 'read'), tags: ['model'] };
    const run = runOf(
      plan(
        'r: TOOL_ROUTER {routes: [{id: a, capability: model.generate}], input: {prompt: x}}\ns: CAPABILITY model.generate {input: {prompt: x}}',
      ),
      { closure: { models, capabilities: [asking] }, budget: { tokens: 200 } },
    );
    expect(run.open).toEqual(['/r#1']);
    expect(run.done('/r#1').at(-1)).toBe('call /s#1 model.generate');
  });

  test('I7 in a dynamic plan it calls nothing that the plan was not given', () => {
    const run = runOf(plan('p: PLANNER rules {execute: inline, tools: [echo]}'), ASKING);
    const lines = run.proposes('/p!1', body('r: TOOL_ROUTER {routes: [{id: a, capability: find}]}'));
    expect(lines.join('\n')).toContain('fail');
    expect(run.open).toEqual([]);
  });

  test('K8 a fork serves its call while route and input are the same', () => {
    const run = runOf(BY_RULE, ASKING);
    run.done('/route#1', 'three');
    const fork = (input: number) => {
      const reuse = recordOf(run.commits);
      if (!reuse.ok) throw new Error(reuse.problem.message);
      const made = new TestRun();
      made.feed({ ...startOf(BY_RULE, { ...ASKING, input: { n: input } }), runId: 'f', reuse: reuse.value });
      return made;
    };
    expect(fork(3).lines).toContain('served /route#1');
    expect(fork(4).open).toEqual(['/route#1']);
  });
});

describe('TOOL_ROUTER by model', () => {
  test('K2 opens a scope: the question is one leaf, the chosen call another', () => {
    const run = runOf(BY_MODEL, ASKING);
    expect(run.open).toEqual(['/route/ask-1#1']);
    expect(run.done('/route/ask-1#1', chooses('look')).slice(1)).toEqual([
      'start /route/call-2#1 {"about":3}',
      'call /route/call-2#1 find',
    ]);
    expect(run.done('/route/call-2#1', 'found').slice(1)).toEqual([
      'ok /route "found"',
      'set /route got "found"',
      'completed {"got":"found"}',
    ]);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L1 the model is told what each tool is for, by the route or else by the capability', () => {
    const prompt = promptAt(runOf(BY_MODEL, ASKING), '/route/ask-1#1');
    expect(prompt).toContain('Question:\nFor 3?');
    expect(prompt).toContain('- say: repeats\n- look: find');
  });

  test('L1 a route whose condition does not hold is not offered', () => {
    const run = runOf(BY_MODEL, { ...ASKING, input: {}, closure: { ...ASKING.closure } });
    expect(inputAt(run, '/route/ask-1#1')).toMatchObject({
      schema: { properties: { choice: { enum: ['say', 'look'] } } },
    });
    const narrow = plan(
      'r: TOOL_ROUTER model {routes: [{id: a, capability: echo, when: "false"}, {id: b, capability: find}]}',
    );
    expect(inputAt(runOf(narrow, ASKING), '/r/ask-1#1')).toMatchObject({
      schema: { properties: { choice: { enum: ['b'] } } },
    });
  });

  test('L1 an answer that names no route is repaired once, then the attempt fails RESULT_INVALID', () => {
    const run = runOf(BY_MODEL, ASKING);
    run.done('/route/ask-1#1', says('Both.'));
    expect(run.done('/route/repair-2#1', says('Both!'))).toContain('failed RESULT_INVALID');
  });

  test('R8 the failure of the chosen call is the node’s: no other model is asked', () => {
    const run = runOf(BY_MODEL, ASKING);
    run.done('/route/ask-1#1', chooses('say'));
    expect(run.fails('/route/call-2#1', 'DOWN')).toEqual([
      'fail /route/call-2#1 DOWN',
      'fail /route DOWN',
      'failed DOWN',
    ]);
  });

  test('K6 a call of unknown outcome stops the run, as that of any leaf', () => {
    const run = runOf(BY_MODEL, ASKING);
    run.done('/route/ask-1#1', chooses('say'));
    const address = '/route/call-2#1' as Address;
    expect(run.feed({ type: 'effect.uncertain', address })).toEqual(['doubt /route/call-2#1', 'uncertain']);
    const as = { kind: 'done', result: 'so' } as const;
    expect(run.feed({ type: 'effect.settled', address, as })).toContain('ok /route "so"');
  });
});
