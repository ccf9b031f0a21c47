import { type Diagnostic, err, ok, problem, type Result } from '#base';

/** What a number field takes: bounds are inclusive. */
export interface NumberBounds {
  readonly integer: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/**
 * A number as it is typed, in the writing of JSON and of people: `1000`, `1e3`, `0.5`, `1 000`, `1_000`.
 *
 * @returns the number, or `NUMBER_INVALID` with what would be one
 */
export function readNumber(text: string, bounds: NumberBounds): Result<number, Diagnostic> {
  const plain = text.trim().replace(/(?<=\d)[ _](?=\d{3})/g, '');
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  if (!Number.isFinite(value)) return refuse(`“${text.trim()}” is not a number.`, bounds);
  if (bounds.integer && !Number.isSafeInteger(value))
    return refuse(`${plain} is not a whole number.`, bounds);
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = bounds;
  if (value < minimum) return refuse(`${plain} is less than ${minimum}.`, bounds);
  if (value > maximum) return refuse(`${plain} is more than ${maximum}.`, bounds);
  return ok(value);
}

function refuse(message: string, bounds: NumberBounds): Result<number, Diagnostic> {
  return err(problem('NUMBER_INVALID', message, `It must be ${inWords(bounds)}.`));
}

/** @example inWords({ integer: true, minimum: 1, maximum: 100 }) // 'a whole number from 1 to 100' */
function inWords({ integer, minimum, maximum }: NumberBounds): string {
  const what = integer ? 'a whole number' : 'a number';
  const safe = Number.MAX_SAFE_INTEGER;
  const from = minimum === undefined || minimum <= -safe ? '' : ` from ${minimum}`;
  const to = maximum === undefined || maximum >= safe ? '' : ` ${from === '' ? 'up to' : 'to'} ${maximum}`;
  return what + from + to;
}

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
