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
