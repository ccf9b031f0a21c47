import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { reportOf, tableOf } from '#capabilities';
import { fuzzTimeout, samples } from './samples';

/** How one author writes: one convention for the whole of a column. */
interface Convention {
  readonly name: string;
  readonly type: string;
  readonly unit?: string;
  readonly values: fc.Arbitrary<Json>;
  write(value: Json): string;
}

const digits = (decimals: number) =>
  fc
    .integer({ min: -99_999_999, max: 99_999_999 })
    .map((whole) => Number((whole / 10 ** decimals).toFixed(decimals)));

function plain(value: Json, decimals: number): { sign: boolean; whole: string; fraction: string } {
  const [whole = '', fraction = ''] = Math.abs(Number(value)).toFixed(decimals).split('.');
  return { sign: Number(value) < 0, whole, fraction };
}

const GROUPS = ['', ',', '.', ' ', '\u00a0', '\u202f', "'", '’'];
const NEGATIVES = [
  (text: string) => `-${text}`,
  (text: string) => `\u2212${text}`,
  (text: string) => `${text}-`,
  (text: string) => `(${text})`,
];
const UNITS: readonly (readonly [unit: string, write: (text: string) => string])[] = [
  ['', (text) => text],
  ['EUR', (text) => `€ ${text}`],
  ['EUR', (text) => `${text} €`],
  ['EUR', (text) => `EUR ${text}`],
  ['GBP', (text) => `£${text}`],
  ['$', (text) => `$${text}`],
  ['CHF', (text) => `${text} CHF`],
  ['%', (text) => `${text} %`],
  ['%', (text) => `${text}%`],
  ['kWh', (text) => `${text} kWh`],
  ['kg', (text) => `${text}kg`],
];

const numbers: fc.Arbitrary<Convention> = fc
  .record({
    decimals: fc.integer({ min: 0, max: 4 }),
    decimal: fc.constantFrom('.', ','),
    group: fc.constantFrom(...GROUPS),
    negative: fc.constantFrom(...NEGATIVES),
    unit: fc.constantFrom(...UNITS),
    isSignOutside: fc.boolean(),
  })
  .filter(({ decimal, group }) => decimal !== group)
  .map(({ decimals, decimal, group, negative, unit: [unit, withUnit], isSignOutside }) => ({
    name: `${decimals}${decimal}${group}${unit}`,
    type: 'number',
    ...(unit === '' ? {} : { unit }),
    values: digits(decimals),
    write(value) {
      const { sign, whole, fraction } = plain(value, decimals);
      const text = whole.replace(/\B(?=(\d{3})+$)/g, group) + (fraction === '' ? '' : decimal + fraction);
      if (!sign || Number(value) === 0) return withUnit(text);
      return isSignOutside ? negative(withUnit(text)) : withUnit(negative(text));
    },
  }));

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const days = fc
  .record({
    year: fc.integer({ min: 1900, max: 2100 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ year, month, day }) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);

const ORDERS: readonly ((year: string, month: string, day: string) => string)[] = [
  (year, month, day) => `${year}-${month}-${day}`,
  (year, month, day) => `${year}/${Number(month)}/${Number(day)}`,
  (year, month, day) => `${day}.${month}.${year}`,
  (year, month, day) => `${Number(day)}. ${Number(month)}. ${year}`,
  (year, month, day) => `${day}/${month}/${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${Number(month)}/${Number(day)}/${year}`,
  (year, month, day) => `${day}-${month}-${year}`,
  (year, month, day) => `${Number(day)} ${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`,
  (year, month, day) => `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`,
  (year, month, day) => `${day}-${MONTHS[Number(month) - 1]?.slice(0, 3)}-${year}`,
];

const dates: fc.Arbitrary<Convention> = fc.constantFrom(...ORDERS).map((order) => ({
  name: order('2026', '03', '04'),
  type: 'date',
  values: days,
  write(value) {
    const [year = '', month = '', day = ''] = String(value).split('-');
    return order(year, month, day);
  },
}));

const timestamps: fc.Arbitrary<Convention> = fc.constantFrom(...ORDERS).map((order) => ({
  name: `${order('2026', '03', '04')} 07:05:09`,
  type: 'timestamp',
  values: fc
    .tuple(days, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 59 }))
    .map(
      ([day, hour, minute]) =>
        `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:09`,
    ),
  write(value) {
    const [date = '', time = ''] = String(value).split('T');
    const [year = '', month = '', day = ''] = date.split('-');
    return `${order(year, month, day)} ${time}`;
  },
}));

const durations: fc.Arbitrary<Convention> = fc.constantFrom('words', 'clock').map((how) => ({
  name: how,
  type: 'duration',
  values: fc.integer({ min: 3_660, max: 400_000 }).map((seconds) => seconds - (seconds % 60)),
  write(value) {
    const [hours, minutes] = [Math.floor(Number(value) / 3_600), (Number(value) % 3_600) / 60];
    return how === 'words' ? `${hours}h ${minutes}m` : `${hours}:${String(minutes).padStart(2, '0')}`;
  },
}));

const flags: fc.Arbitrary<Convention> = fc
  .constantFrom(['yes', 'no'], ['Y', 'N'], ['TRUE', 'FALSE'], ['ja', 'nein'])
  .map(([yes = '', no = '']) => ({
    name: yes,
    type: 'boolean',
    values: fc.boolean(),
    write: (value) => (value === true ? yes : no),
  }));

interface Column {
  readonly convention: Convention;
  readonly values: readonly Json[];
  readonly cells: readonly string[];
}

const columns: fc.Arbitrary<Column> = fc
  .oneof(numbers, dates, timestamps, durations, flags)
  .chain((convention) =>
    fc
      .array(
        fc.oneof(
          {
            weight: 9,
            arbitrary: convention.values.map((value) => ({ value, cell: convention.write(value) })),
          },
          {
            weight: 1,
            arbitrary: fc.constantFrom('', 'n/a', '-', '—', 'null').map((cell) => ({ value: null, cell })),
          },
        ),
        { minLength: 1, maxLength: 12 },
      )
      .map((cells) => ({
        convention,
        values: cells.map(({ value }) => value),
        cells: cells.map(({ cell }) => cell),
      })),
  );

const written = fc
  .oneof(numbers, dates)
  .chain((convention) => convention.values.map((value) => ({ value, cell: convention.write(value) })));

function document(cells: readonly string[], separator: string) {
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"${separator}x`);
  return { id: 'data', kind: 'csv' as const, text: `value${separator}other\n${quoted.join('\n')}\n` };
}

function read(cells: readonly string[], separator: string) {
  const made = document(cells, separator);
  const [table, report] = [tableOf(made), reportOf(made)];
  if (!table.ok || !report.ok) throw new Error('the table could not be read');
  const [column] = table.value.columns;
  const [told] = report.value.columns;
  return { column, told, values: table.value.rows.map((row) => row.value ?? null) };
}

const separators = fc.constantFrom(',', ';', '\t', '|');

describe('W8 columns in any usual convention', () => {
  test(
    'W8 a column reads back to its values, or it is text: never another number, date or time',
    () => {
      const tally = { all: 0, read: 0 };
      fc.assert(
        fc.property(columns, separators, ({ convention, values, cells }, separator) => {
          const { column, values: found } = read(cells, separator);
          tally.all += 1;
          if (column?.type !== 'text') tally.read += 1;
          if (column?.type === 'text') {
            expect(found).toEqual(cells.map((cell) => (cell === '' ? null : cell)));
          } else if (column?.type === convention.type) {
            expect(found.map(comparable)).toEqual(values.map(comparable));
            expect(column?.unit).toBe(convention.unit);
          } else {
            // A duration in hours and minutes that looks like a time of day is at least never a number.
            expect([convention.name, column?.type]).toEqual(['clock', 'time']);
          }
        }),
        samples(10_000),
      );
      expect(tally.read).toBeGreaterThan(tally.all / 2);
    },
    fuzzTimeout(),
  );

  test(
    'W8 one cell that does not fit makes it text; the count and the first such cell are told',
    () => {
      fc.assert(
        fc.property(
          columns,
          separators,
          fc.nat(),
          fc.integer({ min: 1, max: 3 }),
          (made, separator, at, times) => {
            const { cells, values } = made;
            fc.pre(read(cells, separator).column?.type === made.convention.type);
            fc.pre(values.filter((value) => value !== null).length >= times);
            const place = at % (cells.length + 1);
            const mixed = [
              ...cells.slice(0, place),
              ...Array(times).fill('to be told'),
              ...cells.slice(place),
            ];
            const { column, told } = read(mixed, separator);
            expect(column?.type).toBe('text');
            expect(told?.nearest).toMatchObject({
              type: made.convention.type,
              unfit: times,
              firstUnfit: { text: 'to be told', row: place + 1 },
            });
          },
        ),
        samples(2_000),
      );
    },
    fuzzTimeout(),
  );

  test(
    'W8 what a person says reads every cell that was written so',
    () => {
      fc.assert(
        fc.property(written, ({ cell, value }) => {
          const { told } = read([cell], ';');
          const made = document([cell], ';');
          const readings = (told?.choices ?? []).map(({ type, notation, unit }) => {
            const table = tableOf({
              ...made,
              columns: [{ name: 'value', type, ...(notation && { read: notation }), ...(unit && { unit }) }],
            });
            return table.ok ? (table.value.rows[0]?.value ?? null) : null;
          });
          expect(readings.map(comparable)).toContainEqual(comparable(value));
        }),
        samples(2_000),
      );
    },
    fuzzTimeout(),
  );
});

/** Timestamps that are ISO 8601 already stay as they are written, with a space. */
function comparable(value: Json): Json {
  if (value === 0) return 0;
  return typeof value === 'string' ? value.replace(' ', 'T') : value;
}
