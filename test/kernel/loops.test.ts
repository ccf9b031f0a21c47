import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('LOOP', () => {
  test('L1 while is tested before each round; R21 its result is the value of the last round', () => {
    const run = runOf(
      plan(`
        var n = 0
        l: LOOP {while: "n < 2", maxIterations: 5}
          a: CAPABILITY echo {output: {n: "result"}}
      `),
    );
    expect(run.lines).toEqual(['started', 'start /l', 'start /l[0]/a#1', 'call /l[0]/a#1 echo']);
    expect(run.done('/l[0]/a#1', 1)).toEqual([
      'ok /l[0]/a#1 1',
      'set /l[0]/a#1 n 1',
      'start /l[1]/a#1',
      'call /l[1]/a#1 echo',
    ]);
    expect(run.done('/l[1]/a#1', 2).slice(2)).toEqual(['ok /l 2', 'completed {}']);
  });

  test('L1 no round where while is false at once: the result is null', () => {
    expect(runOf(plan('l: LOOP {while: "false", maxIterations: 1}\n  a: CAPABILITY echo')).lines).toEqual([
      'started',
      'start /l',
      'ok /l null',
      'completed {}',
    ]);
  });

  test('L1 until is tested after each round', () => {
    const run = runOf(plan('var n = 9\nl: LOOP {until: "n >= 9", maxIterations: 5}\n  a: CAPABILITY echo'));
    expect(run.done('/l[0]/a#1', 'x')).toEqual(['ok /l[0]/a#1 "x"', 'ok /l "x"', 'completed {}']);
  });

  test('L9 LOOP_LIMIT if after maxIterations rounds while is still true or until still false', () => {
    for (const test of ['while: "true"', 'until: "false"', 'while: "true", until: "false"']) {
      const run = runOf(plan(`l: LOOP {${test}, maxIterations: 2}\n  t: FILL_TEMPLATE x`));
      expect(run.lines.slice(-2)).toEqual(['fail /l LOOP_LIMIT', 'failed LOOP_LIMIT']);
      expect(run.lines).toContain('ok /l[1]/t#1 "x"');
      expect(run.lines.filter((line) => line.includes('/l[2]'))).toEqual([]);
    }
  });

  test('L9 a test that ends the loop after the last round allowed is no LOOP_LIMIT', () => {
    const run = runOf(
      plan('l: LOOP {while: "i < 2", maxIterations: 2, indexVariable: i}\n  t: FILL_TEMPLATE {{ i }}'),
    );
    expect(run.lines).toContain('ok /l[1]/t#1 "1"');
    expect(run.status).toBe('completed');
  });

  test('L9 indexVariable is a local name of the round, also in while and until; it is no variable', () => {
    const run = runOf(
      plan(`
        l: LOOP {until: "i == 1", maxIterations: 3, indexVariable: i}
          a: CAPABILITY echo {input: "{{ i }}"}
      `),
    );
    expect(run.lines).toContain('start /l[0]/a#1 0');
    expect(run.done('/l[0]/a#1')).toContain('start /l[1]/a#1 1');
    expect(run.done('/l[1]/a#1')).toContain('completed {}');
    expect(run.history.filter((line) => line.startsWith('set'))).toEqual([]);
  });

  test("R15 `ends: scope` in a loop's body ends that round", () => {
    const run = runOf(
      plan(`
        l: LOOP {until: "i == 1", maxIterations: 3, indexVariable: i}
          stop: END {result: "{{ i }}"}
          slow: CAPABILITY echo
      `),
    );
    expect(run.lines.filter((line) => line.startsWith('ok'))).toEqual([
      'ok /l[0]/stop#1 0',
      'ok /l[1]/stop#1 1',
      'ok /l 1',
    ]);
  });

  test('R8 a round that fails fails the loop; a test that cannot be evaluated does so at once', () => {
    const run = runOf(plan('l: LOOP {while: "true", maxIterations: 2}\n  a: CAPABILITY echo'));
    expect(run.fails('/l[0]/a#1')).toEqual(['fail /l[0]/a#1 BROKEN', 'fail /l BROKEN', 'failed BROKEN']);
    const none = runOf(
      plan('l: LOOP {while: "1 + 1", maxIterations: 2, retry: {maxAttempts: 3}}\n  a: CAPABILITY echo'),
    );
    expect(none.lines.slice(-2)).toEqual(['fail /l EXPRESSION_ERROR', 'failed EXPRESSION_ERROR']);
  });

  test('R23 a loop of pure rounds ends in one commit, and 1,000 rounds are no depth of calls', () => {
    const run = runOf(
      plan('l: LOOP {until: "i == 999", maxIterations: 1000, indexVariable: i}\n  t: FILL_TEMPLATE x'),
    );
    expect(run.commits).toHaveLength(1);
    expect(run.status).toBe('completed');
  });
});
