import { onlyOf } from '#base';
import { type Column, type ColumnType, statedColumns, type Table, timesOf } from '../tables/tables';
import { readable } from '../text/names';
import { stemsOf } from '../text/words';
import { areThePeople, columnsFor, isMoney, namesPersons } from './lexicon';
import type { Quality, Term } from './meaning';
import { meansPersons, rowNouns } from './rowNouns';
import { secondsIn } from './units';

/** A kind of columns that tell a quality, by words of their heads. */
interface Way {
  readonly heads: string;
  readonly types: readonly ColumnType[];
  /** Whether more of the quality is less there. */
  readonly inverse: boolean;
  /** Whether it says nothing of persons. */
  readonly ofThings: boolean;
}

function way(heads: string, { types = 'number text', inverse = false, ofThings = false } = {}): Way {
  return { heads, types: types.split(' ') as ColumnType[], inverse, ofThings };
}

const BIRTH = 'birth born dob birthday birthdate';
const MAKING = 'built year vintage published publication released release made manufactured founded';
const ANY = 'date number text';
const SPANS = 'duration runtime hour minute time night day week';

/** The ways to tell each quality, the surest first: the first that any column of a table fits is taken. */
const WAYS: Readonly<Record<Quality, readonly Way[]>> = {
  price: [way('price cost')],
  date: [way(`date time day ${MAKING}`, { types: ANY })],
  age: [
    way('age'),
    way(BIRTH, { types: ANY, inverse: true }),
    way(MAKING, { types: ANY, inverse: true, ofThings: true }),
  ],
  weight: [way('weight mass')],
  height: [way('height'), way('altitude elevation')],
  length: [way(`length distance ${SPANS}`, { ofThings: true }), way('page', { ofThings: true })],
  stature: [way('height'), way(`length distance ${SPANS}`), way('page')],
  speed: [way('speed'), way('pace time duration minute second', { inverse: true })],
  temperature: [way('temperature temp')],
  rating: [way('rating score')],
  quantity: [way('unit quantity qty')],
  pay: [way('salary wage pay')],
};

/** A column that tells a quality. */
export interface Telling {
  readonly column: Column;
  /** Whether more of the quality is less in the column: who is older was born earlier. */
  readonly inverse: boolean;
}

/** Whether more of a quality is less in a column. */
export function isInverse(quality: Quality, column: Column): boolean {
  const { stems, type } = column;
  // Whatever its head says, the shortest time is the fastest.
  if (quality === 'speed' && (column.isDuration || secondsIn(column) !== null)) return true;
  const known = WAYS[quality].find(({ heads }) => stemsOf(heads).some((stem) => stems.includes(stem)));
  return known?.inverse ?? (quality === 'age' && type === 'date');
}

/**
 * The columns of a table that tell a quality; of several it is not known which is meant.
 *
 * @param persons whether it is asked of persons: these are not as old as what was published or ordered, and who has been
 *   somewhere longest is told by no column of lengths
 */
export function telling(quality: Quality, table: Table, persons: boolean): readonly Telling[] {
  const columns = statedColumns(table);
  if (quality === 'date') return datesOf(columns, table).map((column) => ({ column, inverse: false }));
  const told = toldBy(WAYS[quality], quality, columns, persons);
  if (quality === 'price' && told.some(({ column }) => column.stems.includes('per')))
    return withTotals(told, table);
  if (told.length > 0) return told;
  if (quality === 'age' && !persons)
    return timesOf(table)
      .filter(({ stems }) => !isOf(stems, BIRTH))
      .map((column) => ({ column, inverse: true }));
  return quality === 'price' ? columnsFor('money', table).map((column) => ({ column, inverse: false })) : [];
}

/** How dear a night is, its price says; how dear the whole stay is, its total may say. */
function withTotals(told: readonly Telling[], table: Table): readonly Telling[] {
  const totals = columnsFor('money', table).filter((total) => told.every(({ column }) => column !== total));
  return [...told, ...totals.map((column) => ({ column, inverse: false }))];
}

function toldBy(
  ways: readonly Way[],
  quality: Quality,
  columns: readonly Column[],
  persons: boolean,
): readonly Telling[] {
  for (const { heads, types, inverse, ofThings } of ways) {
    if (persons && ofThings) continue;
    const found = columns.filter(
      (column) => types.includes(column.type) && isOf(column.stems, heads) && !isPrice(column, quality),
    );
    const ordered = found.filter(({ type }) => type !== 'text');
    const told = ordered.length > 0 ? ordered : found;
    if (told.length > 0) return told.map((column) => ({ column, inverse }));
  }
  return [];
}

/** The date in which a row begins, and the year in which a thing was made; a birthday is when no row is new. */
function datesOf(columns: readonly Column[], table: Table): readonly Column[] {
  const [{ heads } = way('')] = WAYS.date;
  const times = timesOf(table).filter((column) => columns.includes(column) && !isOf(column.stems, BIRTH));
  const made = columns.filter(({ stems, type }) => isOf(stems, MAKING) && type !== 'boolean');
  const all = [...new Set([...times, ...made])];
  return all.length > 0 ? all : columns.filter(({ stems, type }) => type === 'text' && isOf(stems, heads));
}

/** A price per night says how dear a night is, and no length. */
function isPrice(column: Column, quality: Quality): boolean {
  if (quality === 'price' || quality === 'pay') return false;
  return column.stems.includes('per') || isMoney(column);
}

function isOf(stems: readonly string[], heads: string): boolean {
  const words = stemsOf(heads);
  return stems.some((stem) => words.includes(stem));
}

/** Whether it is asked of persons: "who", or of a table in which each row is one. */
export function asksPersons(terms: readonly Term[], table: Table): boolean {
  return terms.some(({ text }) => /^who(?:m|se)?$/i.test(text)) || areRowsPersons(table);
}

function areRowsPersons(table: Table): boolean {
  return (
    rowNouns(table).some(meansPersons) ||
    table.columns.some((column) => column.identifies && namesPersons(column) && areThePeople(column))
  );
}

const POSITIONS = new Set(['pos', 'position', 'rank', 'ranking', 'place', 'placing', 'finish']);

/** The one column that says who came first and who last: whole numbers from 1 on. */
export function placesIn(table: Table): Column | null {
  return onlyOf(
    statedColumns(table),
    ({ type, stems, min, unit }) =>
      type === 'number' && unit === '' && min === 1 && stems.some((stem) => POSITIONS.has(stem)),
  );
}

/** "who won the race", "the winner": who came first, where a column tells it and no other word of the table does. */
export function withWinners(terms: readonly Term[], table: Table): readonly Term[] {
  const places = placesIn(table);
  if (!places) return terms;
  return terms.map((term) => {
    if (!/^(?:won|wins|winners?)$/i.test(term.text) || term.meanings[0]?.kind !== 'unknown') return term;
    const note = `“${term.text}” is read as “${readable(places.name)}” 1`;
    return { ...term, meanings: [{ kind: 'placed', column: places, place: 1 }], note };
  });
}
