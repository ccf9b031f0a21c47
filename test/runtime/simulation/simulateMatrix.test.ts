import { describe, expect, test } from 'vitest';
import { simulated } from '../../notation/simulation';
import { MATRIX } from './matrix';

describe('H4 containers, waits and policies under failures, timeouts, signals and ends', () => {
  test.each(MATRIX.map((one) => [one.rule, one] as const))(
    '%s',
    async (_rule, { plan, script, ends, told }) => {
      const { status, error, virtualMs, lines } = await simulated(plan, script);
      expect(lines).toEqual(told);
      expect(`${status}${error ? ` ${error.code}` : ''} ${virtualMs}`).toBe(ends);
    },
  );
});
