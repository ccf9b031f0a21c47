import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#base';
import { replay } from '#kernel';
import { ASKING, answers, promptAt, says } from '../notation/models';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

function reflection(rest: string, draft: Json = 'A loom.') {
  const text = `in draft   out better\nmend: REFLECTION Says {{ draft }} more {${rest} input: "{{ draft }}", output: {better: result}}`;
  return runOf(plan(text), { ...ASKING, input: { draft } });
}

function critique(words: string, good = false): JsonObject {
  return answers({ critique: words, good });
}

describe('REFLECTION', () => {
  test('K2 each critique and each improvement is a leaf of its scope; L1 rounds are bounded', () => {
    const run = reflection('maxRounds: 2,');
    expect(run.open).toEqual(['/mend/critique-1#1']);
    run.done('/mend/critique-1#1', critique('Too short.'));
    expect(run.open).toEqual(['/mend/improve-2#1']);
    run.done('/mend/improve-2#1', says(' A loom of oak.\n'));
    run.done('/mend/critique-3#1', critique('How old?'));
    expect(run.done('/mend/improve-4#1', says('An old loom of oak.')).slice(1)).toEqual([
      'ok /mend "An old loom of oak."',
      'set /mend better "An old loom of oak."',
      'completed {"better":"An old loom of oak."}',
    ]);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L1 it ends as soon as there is nothing to mend, with the value as it is', () => {
    const run = reflection('');
    expect(run.done('/mend/critique-1#1', critique('', true))).toContain('ok /mend "A loom."');
  });

  test('L1 three rounds where nothing is said', () => {
    const run = reflection('');
    for (const round of [0, 1, 2]) {
      run.done(`/mend/critique-${2 * round + 1}#1`, critique('More.'));
      run.done(`/mend/improve-${2 * round + 2}#1`, says(`Round ${round + 1}`));
    }
    expect(run.lines).toContain('ok /mend "Round 3"');
  });

  test('L1 what is asked: the goal, the value as it is now, and the critique', () => {
    const run = reflection('');
    expect(promptAt(run, '/mend/critique-1#1')).toBe(
      'What it shall be:\nSays A loom. more\n\nMaterial:\nA loom.',
    );
    run.done('/mend/critique-1#1', critique('Too short.'));
    expect(promptAt(run, '/mend/improve-2#1')).toContain('Material:\nA loom.\n\nCritique:\nToo short.');
    run.done('/mend/improve-2#1', says('Two looms.'));
    expect(promptAt(run, '/mend/critique-3#1')).toContain('Material:\nTwo looms.');
  });

  test('L1 a critique that is in no shape is one all the same', () => {
    const run = reflection('');
    run.done('/mend/critique-1#1', says('Make it longer.'));
    expect(promptAt(run, '/mend/improve-2#1')).toContain('Critique:\nMake it longer.');
  });

  test('L1 data is improved as data', () => {
    const run = reflection('maxRounds: 1,', { looms: 1 });
    expect(promptAt(run, '/mend/critique-1#1')).toContain('Material:\n{"looms":1}');
    run.done('/mend/critique-1#1', critique('Two.'));
    expect(run.done('/mend/improve-2#1', answers({ value: { looms: 2 } }))).toContain('ok /mend {"looms":2}');
  });

  test('L9 data that comes back as words fails RESULT_INVALID', () => {
    const run = reflection('', { looms: 1 });
    run.done('/mend/critique-1#1', critique('Two.'));
    expect(run.done('/mend/improve-2#1', says('Two looms.'))).toContain('failed RESULT_INVALID');
  });

  test('fault X7 what says a key twice improves nothing, and is a critique in its own words', () => {
    const run = reflection('', { looms: 1 });
    run.done('/mend/critique-1#1', says('{"good": false, "good": true}'));
    expect(promptAt(run, '/mend/improve-2#1')).toContain('Critique:\n{"good": false, "good": true}');
    expect(run.done('/mend/improve-2#1', says('{"value": 1, "value": 2}'))).toContain(
      'failed RESULT_INVALID',
    );
  });

  test('P5 a call that fails goes to the next model, with all that was reached', () => {
    const run = reflection('');
    run.done('/mend/critique-1#1', critique('More.'));
    run.fails('/mend/improve-2#1', 'MODEL_DOWN');
    expect(run.command('/mend/improve-3#1')).toMatchObject({ input: { model: 'large' } });
    run.done('/mend/improve-3#1', says('Two looms.'));
    expect(run.command('/mend/critique-4#1')).toMatchObject({ input: { model: 'large' } });
  });

  test('L2 a failed attempt begins anew with the value that it was given', () => {
    const run = reflection('models: [small], retry: {maxAttempts: 2, initialIntervalMs: 1},');
    run.done('/mend/critique-1#1', critique('More.'));
    run.fails('/mend/improve-2#1');
    run.fires('/mend!retry');
    expect(promptAt(run, '/mend#2/critique-1#1')).toContain('Material:\nA loom.');
  });

  test('P5 a model that is not there is refused by each call', () => {
    const run = reflection('models: [small],');
    expect(run.fails('/mend/critique-1#1', 'MODEL_UNKNOWN')).toContain('failed MODEL_UNKNOWN');
  });
});
