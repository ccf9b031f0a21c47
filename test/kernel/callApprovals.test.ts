import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#base';
import { BEHAVIOUR_FLAGS, persist, replay, restore } from '#kernel';
import type { Policy } from '#plan';
import { plan } from '../notation/plan';
import { type RunSetup, runOf, type TestRun, tool } from '../notation/run';

const ASK: readonly Policy[] = [{ ['then' as const]: 'ask' }];
const WEB: JsonObject = { type: 'object', properties: { url: { type: 'string' }, n: {} } };
const CAPABILITIES = [
  tool('mail', 'write'),
  tool('other', 'write'),
  tool('find', 'read'),
  tool('post', 'write', WEB),
];

function running(text: string, setup: RunSetup = {}): TestRun {
  return runOf(plan(text), { ...setup, closure: { capabilities: CAPABILITIES, policies: ASK } });
}

function asked(run: TestRun, address: string) {
  const command = run.command(address);
  if (command.kind !== 'wait' || command.call === undefined) throw new Error(`nothing asks at ${address}`);
  return { hash: command.call.hash, decisions: command.decisions.map(({ id }) => id) };
}

function decide(
  run: TestRun,
  address: string,
  decision: string,
  rest: { readonly [key: string]: Json } = {},
) {
  return run.answer(address, { decision, hash: asked(run, address).hash, ...rest });
}

describe('K15 T7 an approval is of one call', () => {
  const TWICE = 'in n = 1\na: CAPABILITY mail {input: {n: "{{ n }}"}, retry: {maxAttempts: 2}}';
  const AT = '/a#1!approve';

  test.each<[string, (text: string) => TestRun]>([
    ['other arguments', (text) => running(text, { input: { n: 2 } })],
    ['another run', (text) => runAs(text, 'run-2')],
    ['another capability', (text) => running(text.replace('mail', 'other'))],
  ])('T7 case I1 an answer made for %s is refused, and the call goes on waiting', (_what, other) => {
    const { hash } = asked(other(TWICE), AT);
    const run = running(TWICE);
    expect(run.answer(AT, { decision: 'approve', hash })).toEqual([`refused ${AT} APPROVAL_STALE`]);
    expect(run.open).toEqual([AT]);
  });

  test('T7 case I1 so is one for the attempt before; a retry asks again', () => {
    const run = running(TWICE);
    const { hash } = asked(run, AT);
    decide(run, AT, 'approve');
    run.fails('/a#1');
    run.fires('/a#1!retry');
    expect(run.open).toEqual(['/a#2!approve']);
    expect(run.answer('/a#2!approve', { decision: 'approve', hash })).toEqual([
      'refused /a#2!approve APPROVAL_STALE',
    ]);
    expect(run.answer(AT, { decision: 'approve', hash })).toEqual([`refused ${AT} NOT_WAITING`]);
    decide(run, '/a#2!approve', 'approve');
    expect(run.open).toEqual(['/a#2']);
  });

  test('case I1 two tabs answer, and the second comes too late: the call leaves once', () => {
    const run = running(TWICE);
    const answer = { decision: 'approve', hash: asked(run, AT).hash };
    run.answer(AT, answer);
    expect(run.answer(AT, answer)).toEqual([`refused ${AT} NOT_WAITING`]);
    expect(run.history.filter((line) => line === 'call /a#1 mail')).toHaveLength(1);
  });

  test('case I1 a stale page answers without a hash, or with none of the decisions', () => {
    const run = running(TWICE);
    const { hash } = asked(run, AT);
    expect(run.answer(AT, { decision: 'approve' })).toEqual([`refused ${AT} APPROVAL_STALE`]);
    for (const value of [null, 'approve', {}, { decision: 'always', hash }, { hash }])
      expect(run.answer(AT, value)).toEqual([`refused ${AT} DECISION_UNKNOWN`]);
    expect(run.status).toBe('waiting');
  });

  function runAs(text: string, runId: string): TestRun {
    const run = running(text);
    const [first] = run.commits;
    if (first?.fact.type !== 'run.started') throw new Error('no start');
    run.state = null;
    run.commits.length = 0;
    run.feed({ ...first.fact, runId });
    return run;
  }
});

describe('K15 a call that is allowed for the run', () => {
  const THREE = 'a: CAPABILITY mail\nb: CAPABILITY mail {input: {n: 2}}\nc: CAPABILITY other\na -> b\nb -> c';

  test('K15 those of the same capability leave unasked from then on, others ask; the ledger says so and replays', () => {
    const run = running(THREE);
    expect(asked(run, '/a#1!approve').decisions).toEqual(['approve', 'reject', 'run']);
    expect(decide(run, '/a#1!approve', 'run')).toEqual([
      'policy.added /a#1!approve',
      'node.continued /a#1',
      'call /a#1 mail',
    ]);
    run.done('/a#1');
    expect(run.open).toEqual(['/b#1']);
    run.done('/b#1');
    expect(run.open).toEqual(['/c#1!approve']);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('K15 revoked, the next asks again; what nobody has allowed cannot be revoked', () => {
    const run = running(THREE);
    decide(run, '/a#1!approve', 'run');
    const { address } = run.command('/a#1');
    const at = `${address}!approve` as typeof address;
    expect(run.feed({ type: 'policy.revoked', address: at })).toEqual([`policy.revoked ${at}`]);
    expect(run.feed({ type: 'policy.revoked', address: at })).toEqual([`refused ${at} POLICY_UNKNOWN`]);
    run.done('/a#1');
    expect(run.open).toEqual(['/b#1!approve']);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('K15 it holds for one host', () => {
    const post = (id: string, host: string) =>
      `${id}: CAPABILITY post {input: {url: "https://${host}/"}, onError: continue}`;
    const run = running(
      `${post('a', 'one.example')}\n${post('b', 'one.example')}\n${post('c', 'two.example')}\na -> b\nb -> c`,
    );
    decide(run, '/a#1!approve', 'run');
    run.done('/a#1');
    run.done('/b#1');
    expect(run.open).toEqual(['/c#1!approve']);
  });

  test('K15 P15 it never covers what is made of foreign text, nor can it be given for that', () => {
    const run = running(
      'var v\na: CAPABILITY mail\nb: CAPABILITY find {output: {v: result}}\nc: CAPABILITY mail {input: {text: "{{ v }}"}}\na -> b\nb -> c',
    );
    decide(run, '/a#1!approve', 'run');
    run.done('/a#1');
    decide(run, '/b#1!approve', 'approve');
    run.done('/b#1', 'foreign');
    expect(asked(run, '/c#1!approve').decisions).toEqual(['approve', 'reject']);
    expect(decide(run, '/c#1!approve', 'run')).toEqual(['refused /c#1!approve APPROVAL_ONCE_ONLY']);
  });

  test('K15 what goes nobody knows where is allowed once', () => {
    const run = running('a: CAPABILITY post {input: {url: "https://a@b.example/"}}');
    expect(asked(run, '/a#1!approve').decisions).toEqual(['approve', 'reject']);
  });

  test('P13 what a policy denies stays denied', () => {
    const policies: readonly Policy[] = [
      { when: { argument: 'input.n > 1' }, ['then' as const]: 'deny' },
      ...ASK,
    ];
    const run = runOf(
      plan('a: CAPABILITY mail {input: {n: 1}}\nb: CAPABILITY mail {input: {n: 2}}\na -> b'),
      {
        closure: { capabilities: CAPABILITIES, policies },
      },
    );
    decide(run, '/a#1!approve', 'run');
    run.done('/a#1');
    expect(run.lines).toContain('failed POLICY_DENIED');
  });

  test('K4 put through JSON in the middle, it still holds', () => {
    const run = running(THREE);
    decide(run, '/a#1!approve', 'run');
    if (run.state === null) throw new Error('no run');
    run.state = restore(JSON.parse(JSON.stringify(persist(run.state))));
    run.done('/a#1');
    expect(run.open).toEqual(['/b#1']);
  });

  test('K5 in a run that was recorded before there is no such decision', () => {
    const run = running(THREE, { flags: BEHAVIOUR_FLAGS.filter((flag) => flag < 19) });
    expect(asked(run, '/a#1!approve').decisions).toEqual(['approve', 'reject']);
    expect(decide(run, '/a#1!approve', 'run')).toEqual(['refused /a#1!approve DECISION_UNKNOWN']);
  });
});
