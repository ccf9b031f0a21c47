import { describe, expect, test } from 'vitest';
import type { Policy } from '#plan';
import { ruledCalls, rulingsOn } from '#projection';
import { answers, MODELS } from '../notation/models';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, type TestRun, tool } from '../notation/run';

const CAPABILITIES = [
  tool('model.generate', 'read'),
  tool('find', 'read'),
  tool('mail', 'write'),
  tool('post', 'write', { type: 'object', properties: { url: { type: 'string' } } }),
];

function policy(verdict: NonNullable<Policy['then']>, when: Policy['when'] = {}): Policy {
  return { when, ['then' as const]: verdict };
}

function running(text: string, policies: readonly Policy[] = []): TestRun {
  const closure: RunSetup['closure'] = { capabilities: CAPABILITIES, models: MODELS, policies };
  return runOf(plan(text), { closure });
}

const told = (run: TestRun) =>
  ruledCalls(run.commits).map(
    (call) => `${call.address} ${call.capability}${call.isPlanned ? ' planned' : ''}`,
  );

describe('P13 what policies would have said to the calls of a run', () => {
  test('P13 calls of authors, planners and agents are there, with what is known of them', () => {
    const run = running(`
      var dynamicPlan
      a: CAPABILITY post {input: {url: "https://api.example.com/x"}}
      think: PLANNER rules
      do: PLAN_EXECUTOR
      agent: AGENT Look {tools: [find]}
      a -> think
      think -> do
      do -> agent
    `);
    run.done('/a#1');
    run.proposes('/think!1', body('one: CAPABILITY find'));
    run.done('/do@1/one#1');
    run.done('/agent/think-1#1', answers({ thought: 'I look.', action: { tool: 'find', input: { n: 1 } } }));
    expect(told(run)).toEqual([
      '/a#1 post',
      '/do@1/one#1 find planned',
      '/agent/think-1#1 model.generate planned',
      '/agent/act-1#1 find planned',
    ]);
    expect(ruledCalls(run.commits)[0]).toMatchObject({
      effect: 'write',
      destination: { host: 'api.example.com' },
      input: { url: 'https://api.example.com/x' },
    });
  });

  test('P13 so are those that wait, were rejected or denied, once each', () => {
    const run = running(
      'a: CAPABILITY mail {onError: continue}\nb: CAPABILITY post {onError: continue, input: {url: "https://x.example/"}}\na -> b',
      [policy('ask', { capability: 'mail' }), policy('deny', { capability: 'post' })],
    );
    expect(told(run)).toEqual(['/a#1 mail']);
    const command = run.command('/a#1!approve');
    run.answer('/a#1!approve', {
      decision: 'reject',
      hash: command.kind === 'wait' ? (command.call?.hash ?? '') : '',
    });
    expect(told(run)).toEqual(['/a#1 mail', '/b#1 post']);
  });

  test('P13 K15 each says what became of it: unasked, approved, rejected, denied, or not answered yet', () => {
    const run = running(
      'a: CAPABILITY mail\nb: CAPABILITY mail {onError: continue}\nc: CAPABILITY post {onError: continue, input: {url: "https://x.example/"}}\nd: CAPABILITY find\ne: CAPABILITY mail\na -> b -> c -> d -> e',
      [policy('ask', { capability: 'mail' }), policy('deny', { capability: 'post' })],
    );
    const became = () => ruledCalls(run.commits).map((call) => `${call.address} ${call.became} ${call.seq}`);
    const decide = (address: string, decision: string) => {
      const command = run.command(`${address}!approve`);
      run.answer(`${address}!approve`, {
        decision,
        hash: command.kind === 'wait' ? (command.call?.hash ?? '') : '',
      });
    };
    expect(became()).toEqual(['/a#1 unanswered 0']);
    decide('/a#1', 'approve');
    run.done('/a#1');
    decide('/b#1', 'reject');
    run.done('/d#1');
    expect(became()).toEqual([
      '/a#1 approved 1',
      '/b#1 rejected 3',
      '/c#1 denied 3',
      '/d#1 unasked 3',
      '/e#1 unanswered 4',
    ]);
  });

  test('P13 a denied call of an agent is the one that it wanted', () => {
    const run = running('a: AGENT Tell {tools: [mail]}', [policy('deny', { capability: 'mail' })]);
    run.done('/a/think-1#1', answers({ thought: 'I send.', action: { tool: 'mail', input: { to: 'ann' } } }));
    expect(told(run)).toContain('/a/act-1#1 mail planned');
  });

  test('P13 the first sentence that fits decides, and after them the built-in rest', () => {
    const run = running(
      'a: CAPABILITY mail {input: {n: 1}}\nb: CAPABILITY mail {input: {n: 9}}\nc: CAPABILITY find',
    );
    const said = rulingsOn(
      [policy('ask', { argument: 'input.n > 3' }), policy('deny', { effect: 'write' })],
      ruledCalls(run.commits),
    );
    expect(said.map(({ call, verdict, policy: place }) => [call.address, verdict, place])).toEqual([
      ['/a#1', 'deny', 1],
      ['/b#1', 'ask', 0],
      ['/c#1', 'ask', 0],
    ]);
  });

  test('P13 in a run that has not begun there are none', () => {
    expect(ruledCalls([])).toEqual([]);
  });
});
