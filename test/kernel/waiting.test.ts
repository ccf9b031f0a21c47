import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('HUMAN_INPUT', () => {
  test('L9 an answer without decisions takes out, and is the result (R21)', () => {
    const run = runOf(plan('out name\nask: HUMAN_INPUT Who? {output: {name: "result.name"}}'));
    expect(run.lines).toEqual(['started', 'start /ask#1', 'waits /ask#1 answer', 'wait /ask#1']);
    expect(run.status).toBe('waiting');
    expect(run.answer('/ask#1', { name: 'Ada' })).toEqual([
      'ok /ask#1 {"name":"Ada"}',
      'set /ask#1 name "Ada"',
      'completed {"name":"Ada"}',
    ]);
  });

  test('L1 a message is not required: the node asks by its name', () => {
    const asking = plan('ask: HUMAN_INPUT');
    const nodes = [
      { id: 'ask', type: 'HUMAN_INPUT' as const, name: 'Your turn', params: { timeoutMs: null } },
    ];
    const run = runOf({ ...asking, nodes });
    const entries = run.commits.flatMap((commit) => commit.entries);
    expect(entries.find(({ kind }) => kind === 'node.waiting')).toMatchObject({
      data: { message: 'Your turn' },
    });
  });

  test('K11 the answer may leave the attempt out', () => {
    const run = runOf(plan('ask: HUMAN_INPUT'));
    expect(run.answer('/ask', 1)).toEqual(['ok /ask#1 1', 'completed {}']);
  });

  test('L9 a decision takes its port; the others die (R5)', () => {
    const run = runOf(
      plan(`
        ask: HUMAN_INPUT {decisions: [yes, no]}
        y: CAPABILITY echo
        n: CAPABILITY echo
        ask.yes -> y
        ask.no -> n
      `),
    );
    expect(run.answer('/ask', { decision: 'no', why: 'late' })).toEqual([
      'ok /ask#1 no {"decision":"no","why":"late"}',
      'skip /y dead',
      'start /n#1',
      'call /n#1 echo',
    ]);
  });

  test('L9 an answer that names no decision, or violates the schema, is refused and the node goes on waiting', () => {
    const run = runOf(
      plan(
        'ask: HUMAN_INPUT {decisions: [yes], schema: {type: object, properties: {age: {type: number}}, required: [age]}}',
      ),
    );
    const before = run.state;
    expect(run.answer('/ask', { decision: 'maybe', age: 1 })).toEqual(['refused /ask#1 DECISION_UNKNOWN']);
    expect(run.answer('/ask', 'yes')).toEqual(['refused /ask#1 DECISION_UNKNOWN']);
    expect(run.answer('/ask', { decision: 'yes' })).toEqual(['refused /ask#1 ANSWER_INVALID']);
    expect(run.answer('/ask', { decision: 'yes', age: 'old' })).toEqual(['refused /ask#1 ANSWER_INVALID']);
    expect(run.state).toBe(before);
    expect(run.answer('/ask', { decision: 'yes', age: 7 })[0]).toMatch(/^ok/);
  });

  test('L9 its timeout takes the port timeout with result null, and the wait is withdrawn', () => {
    const run = runOf(
      plan(`
        ask: HUMAN_INPUT {decisions: [yes], timeoutMs: 60}
        z: CAPABILITY echo
        ask.timeout -> z
      `),
    );
    expect(run.lines.slice(-2)).toEqual(['wait /ask#1', 'timeout /ask#1!timeout 60']);
    expect(run.status).toBe('waiting');
    expect(run.fires('/ask#1!timeout')).toEqual([
      'ok /ask#1 timeout null',
      'withdraw /ask#1',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('L9 without an edge at timeout it fails TIMEOUT', () => {
    const run = runOf(plan('ask: HUMAN_INPUT {timeoutMs: 60}'));
    expect(run.fires('/ask#1!timeout')).toEqual(['fail /ask#1 TIMEOUT', 'withdraw /ask#1', 'failed TIMEOUT']);
  });

  test('L9 null means for ever: no timer is started', () => {
    expect(runOf(plan('ask: HUMAN_INPUT {timeoutMs: null}')).open).toEqual(['/ask#1']);
  });

  test('D6 a run reads waiting only while nothing but people and timeouts can move it on', () => {
    const run = runOf(
      plan('ask: HUMAN_INPUT\na: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 9}}'),
    );
    expect(run.status).toBe('running');
    run.fails('/a#1');
    expect(run.status).toBe('running');
    run.fires('/a#1!retry');
    run.done('/a#2');
    expect(run.status).toBe('waiting');
  });

  test('two waits at once: each answer goes to its own', () => {
    const run = runOf(plan('one: HUMAN_INPUT\ntwo: HUMAN_INPUT'));
    expect(run.answer('/two', 2)).toEqual(['ok /two#1 2']);
    expect(run.answer('/two', 3)).toEqual(['refused /two NOT_WAITING']);
    expect(run.answer('/one', 1)).toEqual(['ok /one#1 1', 'completed {}']);
  });

  test('V3 its message is a template; an error in it fails the node before anybody is asked', () => {
    const run = runOf(plan('in who\nask: HUMAN_INPUT Dear {{ who }}?'), { input: { who: 'Ada' } });
    expect(run.command('/ask#1')).toMatchObject({ message: 'Dear Ada?' });
    const wrong = runOf(plan('ask: HUMAN_INPUT {{ 1 / nothing }}'));
    expect(wrong.lines.slice(1)).toEqual([
      'start /ask#1',
      'fail /ask#1 EXPRESSION_ERROR',
      'failed EXPRESSION_ERROR',
    ]);
  });
});
