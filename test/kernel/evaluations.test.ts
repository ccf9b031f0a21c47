import { describe, expect, test } from 'vitest';
import { replay } from '#kernel';
import { ASKING, answers, inputAt, promptAt, says } from '../notation/models';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

/** A judged text; the lines of what became of it. */
function judged(evaluation: string, input = 'weft') {
  return runOf(
    plan(`
      in text = "weft"   out score
      judge: EVALUATION ${evaluation}
      good: CAPABILITY echo
      bad: CAPABILITY echo
      judge.pass -> good
      judge.fail -> bad
    `),
    { ...ASKING, input: { text: input } },
  );
}

const REST = 'input: "{{ text }}", output: {score: result}';

describe('EVALUATION by rule and by schema', () => {
  test.each([
    ['a number', 'size(value)', 4, 'pass'],
    ['the threshold itself', 'size(value) - 1', 3, 'pass'],
    ['less', 'size(value) / 2', 2, 'fail'],
    ['true', 'size(value) > 3', 1, 'fail'],
  ])('L9 takes pass when the score is at least the threshold: %s', (_what, rule, score, port) => {
    const run = judged(`rule {rule: "${rule}", threshold: 3, ${REST}}`);
    expect(run.lines).toContain(`ok /judge#1 ${port} ${score}`);
    expect(run.lines).toContain(`set /judge#1 score ${score}`);
    expect(run.open).toEqual([port === 'pass' ? '/good#1' : '/bad#1']);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L1 without a threshold it is one half, so that true passes and false does not', () => {
    expect(judged(`rule {rule: "text == 'weft'", ${REST}}`).open).toEqual(['/good#1']);
    expect(judged(`rule {rule: "text == 'warp'", ${REST}}`).open).toEqual(['/bad#1']);
  });

  test('L9 what is no number fails RESULT_INVALID, and what cannot be evaluated EXPRESSION_ERROR, both at once', () => {
    const retried = 'retry: {maxAttempts: 3}';
    expect(judged(`rule {rule: "value", ${REST}, ${retried}}`).lines).toContain('failed RESULT_INVALID');
    expect(judged(`rule {rule: "value > 1", ${REST}, ${retried}}`).lines).toContain(
      'failed EXPRESSION_ERROR',
    );
  });

  test('L1 by a JSON Schema valid is 1, else 0', () => {
    const schema = 'schema {schema: {type: string, maxLength: 4}, input: "{{ text }}"}';
    expect(judged(schema).lines).toContain('ok /judge#1 pass 1');
    expect(judged(schema, 'selvedge').lines).toContain('ok /judge#1 fail 0');
  });
});

describe('EVALUATION by a model or a capability', () => {
  const BY_MODEL = `model {question: "Is {{ text }} short?", model: large, ${REST}}`;

  test('K2 a model as judge is one call, the node’s own; its score decides', () => {
    const run = judged(BY_MODEL);
    expect(run.lines.slice(1)).toEqual(['start /judge#1 "weft"', 'call /judge#1 model.generate']);
    expect(promptAt(run, '/judge#1')).toBe('Question:\nIs weft short?\n\nMaterial:\nweft');
    expect(inputAt(run, '/judge#1').model).toBe('large');
    expect(run.done('/judge#1', answers({ reason: 'Four letters.', score: 0.9 }))).toContain(
      'ok /judge#1 pass 0.9',
    );
  });

  test('L9 an answer without a number fails the attempt; its retry asks again', () => {
    const run = judged(`model {question: "Short?", ${REST}, retry: {maxAttempts: 2, initialIntervalMs: 5}}`);
    expect(run.done('/judge#1', answers({ score: 'high' }))).toEqual([
      'again /judge#1 RESULT_INVALID 5',
      'retry /judge#1!retry 5',
    ]);
    run.fires('/judge#1!retry');
    expect(run.done('/judge#2', says('0.25'))).toContain('ok /judge#2 fail 0.25');
  });

  test.each(['9'.repeat(400), '12345678901234567890', '{"score": 1, "score": 0}', '{"score": 1e999}'])(
    'fault X7 a score that would not be taken as it reads is none: %s',
    (text) => {
      const run = judged(`model {question: "Short?", ${REST}}`);
      expect(run.done('/judge#1', says(text))).toContain('failed RESULT_INVALID');
    },
  );

  test.each([
    ['a number', 7],
    ['a score', { score: 7, text: 'fine' }],
  ])('L1 a capability gives %s', (_what, result) => {
    const run = judged(`capability {capability: find, threshold: 7, ${REST}}`);
    expect(run.lines).toContain('call /judge#1 find');
    expect(run.done('/judge#1', result)).toContain('ok /judge#1 pass 7');
  });

  test('L9 a capability that gives none fails the attempt', () => {
    const run = judged(`capability {capability: find, ${REST}}`);
    expect(run.done('/judge#1', { text: 'fine' })).toContain('failed RESULT_INVALID');
  });

  test('K10 a call of a judge is budgeted, a rule is not', () => {
    const judge = plan(`j: EVALUATION model {question: "Good?", input: x}`);
    expect(runOf(judge, { ...ASKING, budget: { calls: 0 } }).lines.at(-1)).toBe('paused budget');
    const rule = plan(`j: EVALUATION rule {rule: "true"}`);
    expect(runOf(rule, { ...ASKING, budget: { calls: 0 } }).status).toBe('completed');
  });
});
