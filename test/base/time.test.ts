import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeOf } from '#base';

describe('timeOf', () => {
  test('reads what RFC 3339 writes, as milliseconds since the epoch', () => {
    expect(timeOf('1970-01-01T00:00:00Z')).toBe(0);
    expect(timeOf('1970-01-01T01:00:00+01:00')).toBe(0);
    expect(timeOf('2000-02-29T12:30:15.25-05:30')).toBe(Date.UTC(2000, 1, 29, 18, 0, 15, 250));
    expect(timeOf('2031-05-01T08:00Z')).toBe(Date.UTC(2031, 4, 1, 8));
  });

  test('agrees with the calendar of the host, whatever the day', () => {
    const days = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        expect(timeOf(day.toISOString())).toBe(day.getTime());
      }),
    );
  });

  test('anything else is no time', () => {
    for (const text of ['', 'tomorrow', '2031-05-01', '2031-05-01T08:00:00', '+012031-05-01T08:00:00Z']) {
      expect(timeOf(text)).toBeNull();
    }
  });
});
