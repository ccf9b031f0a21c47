import { onlyOf } from '#base';
import { type Filter, filterOf } from '../query/filter';
import type { Column, Table } from '../tables/tables';
import type { Sentence } from './sentence';

/** Reads several heads of a wide table at once: "from March to June", "the first quarter", "the second half of the year". */
export function readWideSpans(sentence: Sentence): readonly Filter[] {
  const column = sentence.table.columns.find(({ name }) => name === sentence.table.wide?.name);
  if (!column) return [];
  claimWhole(sentence, column);
  return sentence.terms.flatMap((_, index) => {
    const filter = spanAt(sentence, column, index) ?? partAt(sentence, column, index);
    return filter ? [{ ...filter, at: index }] : [];
  });
}

/** "over the year", "over all months": of all there are. */
function claimWhole(sentence: Sentence, column: Column): void {
  for (const [index, { text }] of sentence.terms.entries()) {
    if (!/^year$/i.test(text) || !sentence.at(index, 'period') || column.values.length !== WHOLE[column.name])
      continue;
    const over = sentence.before(index);
    const isOver = sentence.says(over, /^over$/i) && sentence.at(over, 'compare') !== null;
    sentence.claim(index, ...(isOver ? [over] : []));
  }
}

/** How many columns are a whole year. */
const WHOLE: Readonly<Record<string, number>> = { Month: 12, Quarter: 4 };

/** Whether the periods of a wide table are named in more than one way, which could contradict one another. */
export function namesTwice(table: Table, filters: readonly Filter[]): boolean {
  return filters.filter(({ column }) => column === table.wide?.name).length > 1;
}

function spanAt(sentence: Sentence, column: Column, index: number): Filter | null {
  if (sentence.has('growth') || sentence.has('versus') || sentence.has('more')) return null;
  const between = sentence.at(index, 'between') !== null;
  const first = between ? sentence.next(index) : index;
  const joint = sentence.next(first);
  const second = sentence.next(joint);
  const ends = [first, second].map((place) => headAt(sentence, column, place));
  const joined = sentence.at(joint, 'to') !== null || (between && sentence.at(joint, 'and') !== null);
  const [from = -1, to = -1] = ends;
  if (from < 0 || to <= from || !joined) return null;
  sentence.claim(...(between ? [index] : []), first, joint, second);
  return of(column, from, to);
}

/** A quarter or a half of twelve months, a half of four quarters. */
function partAt(sentence: Sentence, column: Column, index: number): Filter | null {
  const quarter = sentence.at(index, 'quarter')?.quarter;
  const half = sentence.at(index, 'half')?.half;
  const parts = quarter === undefined ? 2 : 4;
  const part = quarter ?? half;
  const size = column.values.length / parts;
  const isWhole = column.values.length === 12 || (column.values.length === 4 && half !== undefined);
  const isCalendar = ['january', 'q1'].includes(column.spoken?.[0]?.names[0] ?? '');
  if (part === undefined || !isWhole || !isCalendar) return null;
  sentence.claim(index);
  return of(column, (part - 1) * size, part * size - 1);
}

function headAt(sentence: Sentence, column: Column, place: number): number {
  const value = sentence.at(place, 'value');
  const only = onlyOf(value?.column === column ? value.values : []);
  return only === null ? -1 : column.values.indexOf(only);
}

function of(column: Column, from: number, to: number): Filter {
  const values = column.values.slice(from, to + 1);
  const words = `${column.name} = ${values[0]} to ${values.at(-1)}`;
  return { ...filterOf(column, '=', values), words };
}
