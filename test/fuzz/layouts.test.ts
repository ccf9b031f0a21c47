import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportOf, tableOf } from '#capabilities';
import { fuzzTimeout, samples } from './samples';

const word = fc.constantFrom('Lamp', 'Desk', 'Chair', 'Bed', 'Shelf', 'Rug', 'Stool', 'Mirror');
const day = fc.integer({ min: 1, max: 28 }).map((at) => `2026-03-${String(at).padStart(2, '0')}`);
const amount = fc.integer({ min: -99_999, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
const units = fc.integer({ min: 1, max: 400 }).map(String);

/** A column as it is written, with names that nobody would take for values. */
const COLUMNS = [
  { names: ['Item', 'Product', 'What'], cell: word, isText: true },
  { names: ['Place', 'Region', 'Shop 2'], cell: fc.constantFrom('North', 'South', 'West'), isText: true },
  { names: ['Date', 'Booked on', 'When'], cell: day, isText: false },
  { names: ['Amount', 'Price (EUR)', 'Net'], cell: amount, isText: false },
  { names: ['Units', 'Quantity', 'Q1'], cell: units, isText: false },
] as const;

interface Made {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** At least one column of texts and one of others, in any order. */
const table: fc.Arbitrary<Made> = fc
  .tuple(fc.shuffledSubarray([...COLUMNS], { minLength: 2 }), fc.nat(2), fc.integer({ min: 3, max: 12 }))
  .filter(([columns]) => columns.some(({ isText }) => isText) && columns.some(({ isText }) => !isText))
  .chain(([columns, at, rows]) =>
    fc
      .array(fc.tuple(...columns.map(({ cell }) => cell)), { minLength: rows, maxLength: rows })
      .map((made) => ({ names: columns.map(({ names }) => names[at] ?? ''), rows: made })),
  );

/** Lines that people and programs write above a table; the blank line that may follow is drawn apart. */
const PREAMBLES: readonly (readonly string[])[] = [
  ['Export of 2026-03-01'],
  ['Example Ltd', 'Mill Lane 4', '12345 Town'],
  ['Account: Giro', 'DE12 3456 7890 1234'],
  ['Created: 2026-03-31'],
  ['# written by a program'],
  ['Statement of account'],
];
const line = fc.constantFrom(...PREAMBLES);

const separators = fc.constantFrom(';', '\t', '|');

function read(text: string) {
  const document = { id: 'data', kind: 'csv' as const, text };
  const [found, report] = [tableOf(document), reportOf(document)];
  return found.ok && report.ok ? { ...found.value, notes: report.value.notes } : null;
}

function written(made: Made, separator: string): readonly string[] {
  return [made.names, ...made.rows].map((cells) => cells.join(separator));
}

describe('W8 tables as they stand in files', () => {
  test(
    'W8 whatever stands above a table, it reads as without it, and the notes say so; or it is refused, and never another table',
    () => {
      const tally = { all: 0, read: 0 };
      fc.assert(
        fc.property(
          table,
          fc.array(line, { minLength: 1, maxLength: 4 }),
          fc.boolean(),
          fc.boolean(),
          separators,
          (made, lines, isParted, isPadded, separator) => {
            const width = made.names.length;
            const above = lines.map((cells) => {
              const few = cells.slice(0, Math.max(1, width - 1));
              const padding = isPadded ? Math.max(0, width - few.length) : 0;
              return [...few, ...Array(padding).fill('')].join(separator);
            });
            const body = written(made, separator);
            const alone = read(body.join('\n'));
            const found = read([...above, ...(isParted ? [''] : []), ...body].join('\n'));
            tally.all += 1;
            if (found === null) return;
            tally.read += 1;
            expect(found.columns).toEqual(alone?.columns);
            expect(found.rows).toEqual(alone?.rows);
            expect(found.notes[0]).toMatch(/above the names of the columns/);
          },
        ),
        samples(4_000),
      );
      expect(tally.read).toBeGreaterThan(0.9 * tally.all);
    },
    fuzzTimeout(),
  );

  test(
    'W8 rows of totals, averages and counts are left out by name, wherever they stand; the others stay',
    () => {
      fc.assert(
        fc.property(
          table,
          fc.constantFrom('Total', 'SUM', 'Grand total:', 'Summe', 'Average', 'Mean', 'Median', 'Count'),
          fc.boolean(),
          fc.boolean(),
          separators,
          (made, label, isParted, isFirst, separator) => {
            const values = made.names.map((_, index) => made.rows.map((cells) => Number(cells[index])));
            const first = made.names.findIndex((_, index) => values[index]?.some(Number.isNaN));
            const figures = values.map((numbers, index) =>
              index === first ? label : numbers.some(Number.isNaN) ? '' : figureOf(numbers, label),
            );
            fc.pre(figures.findIndex((cell) => cell !== '') === first);
            // A lone text below a blank line is a remark.
            fc.pre(!isParted || figures.filter((cell) => cell !== '').length > 1);
            const [names = '', ...rows] = written(made, separator);
            const total = figures.join(separator);
            const body = isFirst ? [total, ...rows] : [...rows, ...(isParted ? [''] : []), total];
            const alone = read([names, ...rows].join('\n'));
            const found = read([names, ...body].join('\n'));
            expect(found?.rows).toEqual(alone?.rows);
            expect(found?.columns).toEqual(alone?.columns);
            expect(found?.leftOut).toEqual([label]);
          },
        ),
        samples(4_000),
      );
    },
    fuzzTimeout(),
  );

  test(
    'W8 a last row with figures of its own stays, whatever it is called, and the report says so',
    () => {
      fc.assert(
        fc.property(
          table,
          fc.constantFrom('Total', 'Sum', 'Average'),
          separators,
          (made, label, separator) => {
            const values = made.names.map((_, index) => made.rows.map((cells) => Number(cells[index])));
            const first = made.names.findIndex((_, index) => values[index]?.some(Number.isNaN));
            const figures = values.map((numbers, index) =>
              index === first ? label : numbers.some(Number.isNaN) ? '' : '123456.78',
            );
            fc.pre(figures.findIndex((cell) => cell !== '') === first && figures.includes('123456.78'));
            const found = read([...written(made, separator), figures.join(separator)].join('\n'));
            expect(found?.rows).toHaveLength(made.rows.length + 1);
            expect(found?.leftOut).toBeUndefined();
            expect(found?.inDoubt).toEqual([label]);
          },
        ),
        samples(1_000),
      );
    },
    fuzzTimeout(),
  );
});

function figureOf(numbers: readonly number[], label: string): string {
  const sum = numbers.reduce((total, number) => total + Math.round(number * 100), 0) / 100;
  const sorted = numbers.toSorted((left, right) => left - right);
  const [low = 0, high = 0] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  if (label === 'Count') return String(numbers.length);
  if (label === 'Median') return ((low + high) / 2).toFixed(3);
  if (label === 'Average' || label === 'Mean') return (sum / numbers.length).toFixed(2);
  return sum.toFixed(2);
}
