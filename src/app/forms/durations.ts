import { type Diagnostic, err, problem, type Result } from '#base';
import { type NumberBounds, readNumber } from './numbers';

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  sec: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * A span of time as people write it: `1500` is milliseconds, `90 s`, `1.5 min`, `2 h 30 min`, `1 d`.
 *
 * @returns whole milliseconds within the bounds, or `NUMBER_INVALID`
 */
export function readDuration(text: string, bounds: NumberBounds): Result<number, Diagnostic> {
  if (!/[a-z]/i.test(text)) return readNumber(text, bounds);
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gi)];
  const read = parts.map(
    ([, number = '', unit = '']) => Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN),
  );
  const whole = parts.map(([part]) => part).join('');
  const sum = read.reduce((total, part) => total + part, 0);
  if (parts.length === 0 || whole.trim() !== text.trim() || Number.isNaN(sum)) {
    return err(
      problem(
        'NUMBER_INVALID',
        `“${text.trim()}” is not a duration.`,
        'Write it like 1500, 90 s or 2 h 30 min.',
      ),
    );
  }
  return readNumber(String(Math.round(sum)), bounds);
}

/** Whether a field is a span of time: its name ends in `Ms`. */
export function isDuration(name: string): boolean {
  return name.endsWith('Ms');
}
