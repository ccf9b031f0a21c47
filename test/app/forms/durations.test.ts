import { describe, expect, test } from 'vitest';
import { isDuration, readDuration } from '../../../src/app/forms/typedValues';

const bounds = { integer: true, minimum: 1 };

describe('a span of time as people write it', () => {
  test.each([
    ['1500', 1_500],
    ['1 500', 1_500],
    ['90 s', 90_000],
    ['90s', 90_000],
    ['1.5 min', 90_000],
    ['2 h 30 min', 9_000_000],
    ['1 d', 86_400_000],
    ['20 ms', 20],
  ])('"%s" are %i ms', (text, ms) => {
    expect(readDuration(text, bounds)).toEqual({ ok: true, value: ms });
  });

  test.each(['soon', '3 weeks', 's', '1 s and more', '2 h, 3', '0 s', '-5 s'])('"%s" is refused', (text) => {
    expect(readDuration(text, bounds)).toMatchObject({ ok: false, problem: { code: 'NUMBER_INVALID' } });
  });

  test('fields that end in Ms are spans of time', () => {
    expect([isDuration('timeoutMs'), isDuration('maxAttempts')]).toEqual([true, false]);
  });
});
