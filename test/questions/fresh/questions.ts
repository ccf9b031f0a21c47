import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { PlainAnswer, Question } from '../answers';
import { refuse, rows, value, values, yes } from '../blind/expected';
import type { TextOf } from '../measuring';

const cell = z.union([z.string(), z.number()]);
const reading = z.object({
  value: z.number().optional(),
  unit: z.string().optional(),
  text: z.string().optional(),
  date: z.string().optional(),
  yes: z.boolean().optional(),
  columns: z.array(z.string()).optional(),
  rows: z.array(z.array(cell)).optional(),
  ordered: z.boolean().optional(),
  refuse: z.boolean().optional(),
  why: z.string().optional(),
});
type Reading = z.infer<typeof reading>;
const questionsSchema = z.array(
  z.object({
    table: z.string(),
    question: z.string(),
    kind: z.string(),
    expect: reading.extend({ or: z.array(reading).optional() }),
    note: z.string().optional(),
  }),
);

const SECONDS: Record<string, number> = { s: 1, min: 60, days: 86_400 };
const MONTHS = 'January February March April May June July August September October November December';

/** @returns the text of a table of a set as it lies on the disk */
export const tableOf =
  (folder: string): TextOf =>
  (file) =>
    readFileSync(`${folder}/tables/${file}`, 'utf8');

/** The questions of a set with the readings that they allow; ids begin with `prefix`. */
export function questionsOf(folder: string, prefix: string): readonly Question[] {
  const said = readFileSync(`${folder}/questions.json`, 'utf8');
  return questionsSchema.parse(JSON.parse(said)).map(({ table, question, kind, expect, note }, place) => ({
    id: `${prefix}-${String(place + 1).padStart(3, '0')}`,
    table: `${table}.csv`,
    question,
    kind,
    note,
    answer: { anyOf: [expect, ...(expect.or ?? [])].flatMap(readingsOf) },
  }));
}

function readingsOf(expected: Reading): PlainAnswer[] {
  if (expected.refuse) return [refuse(expected.why ?? '')];
  if (expected.yes !== undefined) return [yes(expected.yes)];
  if (expected.value !== undefined) return numbersOf(expected.value, expected.unit);
  const words = expected.text ?? expected.date;
  const table = words === undefined ? (expected.rows ?? []) : [[words]];
  const { ordered = false } = expected;
  const seconds = SECONDS[/ (s|min)$/.exec(expected.columns?.at(-1) ?? '')?.[1] ?? ''];
  const spellings = [
    table,
    ...[inWords, asWritten, asInstant, asMinute].map((spell) => table.map((row) => row.map(spell))),
  ];
  const spans = seconds === undefined ? [] : spellings.map((spelled) => spansOf(spelled, seconds, ordered));
  return [...spans, ...spellings.map((spelled) => rowsOf(spelled, ordered))];
}

/** A span of time may be shown in seconds, as a clock or in the unit of its column. */
function numbersOf(number: number, unit: string | undefined): PlainAnswer[] {
  const seconds = SECONDS[unit ?? ''];
  if (seconds === undefined) return [value(number, { unit })];
  return [value(number), value(number * seconds, { unit: 'duration', tolerance: seconds / 100 })];
}

/** Spans of time in rows, in seconds: each may be shown in another unit. */
function spansOf(
  table: readonly (readonly (string | number)[])[],
  seconds: number,
  ordered: boolean,
): PlainAnswer {
  const scaled = table.map((row) => row.map((one) => (typeof one === 'number' ? one * seconds : one)));
  return { ...rowsOf(scaled, ordered), unit: 'duration', tolerance: seconds / 100 };
}

/** A name with its numbers, or else words that each row has to hold. */
function rowsOf(table: readonly (readonly (string | number)[])[], ordered: boolean): PlainAnswer {
  const named = table.flatMap(([name, ...numbers]): [string, ...number[]][] => {
    const plain = numbers.filter((one) => typeof one === 'number');
    return typeof name === 'string' && plain.length > 0 && plain.length === numbers.length
      ? [[name, ...plain]]
      : [];
  });
  if (named.length > 0 && named.length === table.length) return rows(named, { ordered });
  return { ...values(table.map((row) => row.join(' '))), ordered };
}

/** `2025-01` is January 2025. */
function inWords(one: string | number): string | number {
  const month = /^(\d{4})-(\d{2})$/.exec(String(one));
  return month ? `${MONTHS.split(' ')[Number(month[2]) - 1]} ${month[1]}` : one;
}

/** `2025-01` is 01/2025 in the rent ledger. */
function asWritten(one: string | number): string | number {
  return typeof one === 'string' ? one.replace(/^(\d{4})-(\d{2})$/, '$2/$1') : one;
}

/** `2025-06-02 14:00` is 2025-06-02T14:00:00. */
function asInstant(one: string | number): string | number {
  return typeof one === 'string' ? one.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/, '$1T$2:00') : one;
}

/** `2025-06-02 14:00` may be shown as 2025-06-02T14:00. */
function asMinute(one: string | number): string | number {
  return typeof one === 'string' ? one.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/, '$1T$2') : one;
}
