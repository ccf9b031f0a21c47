import { describe, expect, it } from 'vitest';
import { counted } from '#base';

describe('how many there are of something', () => {
  it.each([
    [0, '0 rows'],
    [1, '1 row'],
    [12, '12 rows'],
    [999, '999 rows'],
    [1_248, '1,248 rows'],
    [50_000, '50,000 rows'],
    [1_234_567, '1,234,567 rows'],
  ])('%i is told as "%s"', (number, told) => {
    expect(counted(number, 'row')).toBe(told);
  });
});
