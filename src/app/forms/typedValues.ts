import {
  type Diagnostic,
  err,
  type Json,
  LIMITS,
  ok,
  parseExactJson,
  parseJson,
  problem,
  type Result,
} from '#base';
import type { FieldKind, NumberBounds } from './schema';

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

/** Whether a value is a text with `{{ expressions }}` (V3). */
export function isTemplate(value: Json | undefined): value is string {
  return typeof value === 'string' && value.includes('{{');
}

/** Kinds whose every text is a value. Of other kinds a text is a value of the type, or an expression that gives one. */
const TEXTUAL: ReadonlySet<FieldKind['kind']> = new Set(['text', 'choice', 'suggest', 'expression']);

/**
 * A value as it is typed into a template field. A text that would be read as something else is written as JSON.
 *
 * @example templateText('3', { kind: 'json' }) // '"3"'
 */
export function templateText(value: Json | undefined, kind: FieldKind['kind']): string {
  if (typeof value !== 'string') return jsonText(value);
  if (TEXTUAL.has(kind)) return value;
  return value === '' || parseJson(value, LIMITS.jsonDepth).ok ? JSON.stringify(value) : value;
}

/**
 * What was typed into a template field: JSON where the text is JSON, also with expressions inside its strings; else
 * the text. Of `templateText` it is the inverse.
 *
 * @example templateValue('{ "a": "{{ b }}" }', 'json') // { a: '{{ b }}' }
 */
export function templateValue(text: string, kind: FieldKind['kind']): Json | undefined {
  if (TEXTUAL.has(kind)) return text;
  if (text.trim() === '') return undefined;
  const read = parseJson(text, LIMITS.jsonDepth);
  return read.ok ? read.value : text;
}

/** Characters up to which a value stands on one line. */
const ROOM = 60;

/** JSON as a person writes it: short lists and objects on one line. Nothing is nothing. */
export function jsonText(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value, null, 2);
  if (text.length > ROOM * 2) return text;
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  return line.length <= ROOM ? line : text;
}

/** What begins so is meant as JSON; what is blank, as nothing. */
const NO_TEXT = /^\s*(?:[[{"]|$)/;

/**
 * A value whose type nobody has said, as it is typed: a text as it is, unless it would be read as something else.
 *
 * @example untypedText('bees') // 'bees'
 * @example untypedText('3') // '"3"'
 */
export function untypedText(value: Json | undefined): string {
  return typeof value === 'string' && NO_TEXT.test(value)
    ? JSON.stringify(value)
    : templateText(value, 'json');
}

/**
 * What was typed for such a value: JSON where it is JSON, else the text. What begins like JSON and is none is refused: a
 * bracket that is missing is a slip, and no text.
 */
export function readUntyped(text: string): Result<Json | undefined, Diagnostic> {
  if (text.trim() === '') return ok(undefined);
  const read = parseExactJson(text, LIMITS.jsonDepth);
  return read.ok || NO_TEXT.test(text) ? read : ok(text);
}

/** How such a value is read, in words. */
export function untypedWords(value: Json | undefined): string {
  if (value === undefined) return 'Text, or JSON.';
  if (value === null) return 'Read as null.';
  if (Array.isArray(value)) return 'Read as a list.';
  switch (typeof value) {
    case 'string':
      return 'Read as a text.';
    case 'number':
      return 'Read as a number.';
    case 'boolean':
      return 'Read as true or false.';
    default:
      return 'Read as an object.';
  }
}
