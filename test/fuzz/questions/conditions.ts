import fc from 'fast-check';
import { MONTHS, type Row, type Table } from './table';
import type { Role, Word } from './vocabulary';

/** What is kept, in words, and the test that says the same; `null` where it may be read either way. */
export interface Condition {
  readonly words: string;
  /** The column that it is about. */
  readonly about?: string;
  readonly keeps: (row: Row) => boolean | null;
}

const all: Condition = { words: '', keeps: () => true };

export const having = (table: Table, role: Role): readonly Word[] =>
  table.columns.filter((column) => column.role === role);

/** The values of a column that stand in the table. */
export const present = ({ rows }: Table, column: Word): readonly string[] => [
  ...new Set(rows.flatMap((row) => (typeof row[column.said] === 'string' ? [String(row[column.said])] : []))),
];

/** One of these wordings with its places filled. */
const worded = (wordings: string, ...parts: readonly (string | number)[]) =>
  fc
    .constantFrom(...wordings.split('|'))
    .map((wording) =>
      parts.reduce<string>((text, part, at) => text.replace(`$${at}`, String(part)), wording),
    );

const condition = (words: fc.Arbitrary<string>, keeps: Condition['keeps']) =>
  words.map((text): Condition => ({ words: ` ${text}`, keeps }));

function ofCategory(table: Table, column: Word): fc.Arbitrary<Condition>[] {
  const { said } = column;
  const values = present(table, column);
  if (values.length < 2) return [];
  return [
    fc
      .constantFrom(...values)
      .chain((value) =>
        condition(
          worded(
            'where $0 is $1|with $0 $1|for $0 $1|with the $0 $1|for $1|whose $0 is $1|where the $0 is $1',
            said,
            value,
          ),
          (row) => row[said] === value,
        ),
      ),
    fc
      .constantFrom(...values)
      .chain((value) =>
        condition(
          worded(
            'where $0 is not $1|except $1|excluding $1|other than $1|without $1|whose $0 is not $1',
            said,
            value,
          ),
          (row) => (row[said] === null ? null : row[said] !== value),
        ),
      ),
    fc
      .shuffledSubarray([...values], { minLength: 2, maxLength: 2 })
      .chain(([value = '', other = '']) =>
        condition(worded('for $1 or $2|where $0 is $1 or $2|with $0 $1 or $2', said, value, other), (row) =>
          [value, other].includes(String(row[said])),
        ),
      ),
    condition(
      worded('without a $0|with no $0|where $0 is empty|where $0 is missing|with an empty $0', said),
      (row) => row[said] === null,
    ),
  ];
}

const OVER = 'more than|over|above|greater than';
const LEAST = 'at least|no less than';
const UNDER = 'less than|under|below|fewer than';
const MOST = 'at most|up to|no more than';
const PLACES = ['with $0 $1', 'where $0 is $1', 'whose $0 is $1', 'with a $0 of $1', 'where the $0 is $1'];

function ofNumber({ said, range: [min, max] }: Word): fc.Arbitrary<Condition>[] {
  const compared = (signs: string, holds: (left: number, right: number) => boolean) =>
    fc
      .tuple(fc.integer({ min, max }), fc.constantFrom(...signs.split('|')), fc.constantFrom(...PLACES))
      .chain(([limit, sign, place]) =>
        condition(worded(place, said, `${sign} ${limit}`), (row) => {
          const value = row[said];
          return typeof value === 'number' && holds(value, limit);
        }),
      );
  const between = fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .filter(([one, other]) => one < other)
    .chain(([low, high]) =>
      condition(worded('with $0 between $1 and $2|where $0 is between $1 and $2', said, low, high), (row) => {
        const value = row[said];
        return typeof value === 'number' && value >= low && value <= high;
      }),
    );
  return [
    compared(OVER, (left, right) => left > right),
    compared(LEAST, (left, right) => left >= right),
    compared(UNDER, (left, right) => left < right),
    compared(MOST, (left, right) => left <= right),
    between,
  ];
}

const monthName = (key: string) => `${MONTHS[Number(key.slice(5)) - 1]} ${key.slice(0, 4)}`;

function ofDate({ said }: Word): fc.Arbitrary<Condition>[] {
  const month = fc
    .tuple(fc.constantFrom(2024, 2025), fc.integer({ min: 1, max: 12 }))
    .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`);
  const when = (wordings: string, words: string, keeps: (day: string) => boolean) =>
    condition(worded(wordings, words), (row) => {
      const value = row[said];
      return typeof value === 'string' && keeps(value);
    });
  const ofMonth = (wordings: string, keeps: (day: string, month: string) => boolean) =>
    month.chain((key) => when(wordings, monthName(key), (day) => keeps(day.slice(0, 7), key)));
  const ofDay = (wordings: string, keeps: (day: string, other: string) => boolean) =>
    month.map((key) => `${key}-15`).chain((key) => when(wordings, key, (day) => keeps(day, key)));
  return [
    ofMonth('in $0|during $0', (own, key) => own === key),
    ofMonth('since $0|from $0 on', (own, key) => own >= key),
    ofMonth('before $0', (own, key) => own < key),
    ofMonth('after $0', (own, key) => own > key),
    ofDay('after $0', (own, key) => own > key),
    ofDay('before $0', (own, key) => own < key),
    fc
      .constantFrom('2024', '2025')
      .chain((year) => when('in $0|in the year $0', year, (day) => day.startsWith(year))),
    fc
      .tuple(fc.constantFrom('2024', '2025'), fc.integer({ min: 1, max: 4 }))
      .chain(([year, quarter]) =>
        when(
          'in Q$0',
          `${quarter} ${year}`,
          (day) => day.startsWith(year) && Math.ceil(Number(day.slice(5, 7)) / 3) === quarter,
        ),
      ),
    condition(worded('without a $0|with no $0|where $0 is empty', said), (row) => row[said] === null),
  ];
}

function ofFlag({ said }: Word): fc.Arbitrary<Condition>[] {
  return [
    condition(worded('where $0 is yes|that are $0|with $0 yes', said), (row) => row[said] === true),
    condition(worded('where $0 is no|that are not $0|with $0 no', said), (row) =>
      row[said] === null ? null : row[said] === false,
    ),
  ];
}

const about = (columns: readonly Word[], of: (column: Word) => fc.Arbitrary<Condition>[]) =>
  columns.flatMap((column) => of(column).map((one) => one.map((own) => ({ ...own, about: column.said }))));

/** Nothing, or one thing a question says of the rows that it is about. */
export function conditions(table: Table): fc.Arbitrary<Condition> {
  const own = [
    ...about(having(table, 'category'), (column) => ofCategory(table, column)),
    ...about(having(table, 'number'), ofNumber),
    ...about(having(table, 'date'), ofDate),
    ...about(having(table, 'flag'), ofFlag),
  ];
  return fc.oneof({ arbitrary: fc.constant(all), weight: 3 }, { arbitrary: fc.oneof(...own), weight: 4 });
}

/** Two conditions that both hold, of two columns. */
export const both = (one: Condition, other: Condition): Condition =>
  one.about === other.about ? one : together(one, other);

const together = (one: Condition, other: Condition): Condition => ({
  words: one.words === '' || other.words === '' ? one.words + other.words : `${one.words} and${other.words}`,
  keeps: (row) => {
    const [left, right] = [one.keeps(row), other.keeps(row)];
    if (left === false || right === false) return false;
    return left === null || right === null ? null : true;
  },
});
