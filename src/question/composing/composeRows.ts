import { onlyOf } from '#base';
import { COUNT, type Figure, figureName, figureWords, mainFigure, named, usual } from '../query/figure';
import { type Filter, filterOf } from '../query/filter';
import { type Base, filledIn, isOneRow, type Order, type Query } from '../query/query';
import type { Having } from '../reading/comparisons';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import {
  type Column,
  isKey,
  isMeasure,
  isUnique,
  isYear,
  measuresOf,
  statedColumns,
  timesOf,
} from '../tables/tables';
import { fitting, readable } from '../text/names';
import type { Composition } from './composition';

/** One row a group, with its figures. */
export function composeGroups(
  { sentence, base, groups, having, parts }: Composition,
  figures: readonly Figure[],
): Query | null {
  const chosen = figures.length > 0 ? figures : unnamedFigures(sentence);
  if (chosen.length === 0) {
    const columns = measuresOf(sentence.table).map(({ name }) => name);
    if (sentence.problems.length > 0) return null;
    sentence.problem(
      `what is to be computed by ${groups.map(({ name }) => name).join(' and ')}: a count, or the total or average of ${columns.join(', ') || 'something'}?`,
    );
    return null;
  }
  sentence.claimThings();
  return {
    ...base,
    kind: 'groups',
    by: groups.map(({ name }) => name),
    figures: named(chosen),
    having: havingOf(having),
    sort: groupSort(parts, chosen, groups),
    limit: parts.rank?.limit ?? null,
  };
}

/** "orders by region" asks how many, "sales by region" how much. */
function unnamedFigures(sentence: Sentence): readonly Figure[] {
  const main = sentence.namesSales() || sentence.has('together') ? mainFigure(sentence.table) : null;
  if (main) return [main];
  return sentence.namesPlainRows() || sentence.namesSales() ? [COUNT] : [];
}

/** A direction alone orders by the figure, and so does the name of its column. */
function groupSort(parts: Parts, figures: readonly Figure[], groups: readonly Column[]): Query['sort'] {
  const { sort } = parts;
  if (sort === null) return naturalSort(groups);
  const column = sort.figure?.column ?? null;
  if (column && groups.includes(column)) return columnOrder(column, sort.order);
  const figure = figures.find((one) => one.column === column) ?? figures[0];
  return figure ? sortOf(figure, sort.order ?? 'asc') : null;
}

/** Groups of periods stand in the order of time, and those of numbers in theirs, whatever the order of the rows. */
function naturalSort(groups: readonly Column[]): Query['sort'] {
  const time = groups.find((column) => column.derived !== undefined || column.spoken || isYear(column));
  const ordered = time ?? groups.find(({ type }) => type === 'number');
  return ordered ? columnOrder(ordered, null) : null;
}

/** The order of a column of periods, years or dates; null of any other. */
export function periodOrder(column: Column): Order | null {
  return column.derived?.period || isYear(column) || column.type === 'date'
    ? columnOrder(column, null)
    : null;
}

function columnOrder({ name, derived, spoken, values }: Column, order: 'asc' | 'desc' | null): Order {
  // The heads of a wide table stand in their own order: Jan, Feb.
  const hasSequence = derived?.period === 'weekday' || spoken !== undefined;
  return {
    by: name,
    order: order ?? 'asc',
    label: readable(name),
    ...(hasSequence ? { sequence: values } : {}),
  };
}

/** Order by a figure, called by its column on a card: "Sort by revenue". */
export function sortOf(figure: Figure, order: 'asc' | 'desc'): Order {
  return { by: figureName(figure), order, label: figure.column ? readable(figure.column.name) : 'count' };
}

/** Conditions on figures, as filters over the rows of the groups. */
export function havingOf(having: readonly Having[]): readonly Filter[] {
  return having.map((one) => {
    const filter = filterOf({ name: figureName(one) }, one.operator, one.value);
    const words = `${figureWords(one)} ${one.operator} ${one.value}`;
    return { ...filter, words, label: fitting(`Keep ${words}`, `Keep ${one.operator} ${one.value}`) };
  });
}

/** "which regions …" without a figure: the values, with how many rows each has; a unique name means its rows. */
export function composeAsked({ sentence, base, groups, parts }: Composition): Query {
  const unique = groups.every((column) => isUnique(column, sentence.table) || isKey(column, sentence.table));
  if (unique) return { ...base, kind: 'list', sort: columnSort(parts), limit: parts.rank?.limit ?? null };
  // "what is the grade of Cid": of one row its cells are the answer.
  if (isOneRow(sentence.table, base)) return { ...base, kind: 'list' };
  askOfWhich(sentence, base);
  return {
    ...base,
    filters: [...base.filters, ...filledIn(groups, base.filters)],
    kind: 'groups',
    by: groups.map(({ name }) => name),
    figures: named([COUNT]),
    sort: groupSort(parts, [COUNT], groups),
    limit: parts.rank?.limit ?? null,
  };
}

/** "products with revenue over 5000": of one row, or in total? Two answers, so neither is given. */
function askOfWhich(sentence: Sentence, { filters }: Base): void {
  if (sentence.namesRows()) return;
  const measured = filters.find(
    ({ column, operator }) =>
      operator !== 'empty' &&
      operator !== 'filled' &&
      // Nobody adds up ages.
      measuresOf(sentence.table).some(({ name, stems }) => name === column && !stems.includes('age')),
  );
  if (!measured) return;
  const name = readable(measured.column);
  sentence.problem(
    `“${measured.words}” of single rows, or in total? Say “rows with ${name} …” or “total ${name} …”`,
  );
}

/** "list product and price": the columns are to be shown, not added up. */
export function listsColumns(sentence: Sentence, parts: Parts): boolean {
  if (parts.by.length > 0 || parts.asked.length > 0 || parts.named.length === 0) return false;
  return sentence.has('list') && sentence.openColumns().some((column) => !isMeasure(column));
}

/** Rows as they are, after the filters. */
export function composeList(composition: Composition): Query | null {
  const { sentence, base, parts } = composition;
  const namesColumn = sentence.terms.some((_, index) => sentence.columnsAt(index).length > 0);
  if (!namesColumn && base.filters.length === 0 && !sentence.namesRows()) {
    sentence.problem(`nothing in it names a column or a value of ${sentence.table.name}`);
    return null;
  }
  const shown = shownColumn(sentence, parts);
  const measure = parts.sort?.figure;
  if (shown && measure?.column && isMeasure(measure.column)) {
    const figure = measure.function === 'max' ? usual(measure.column) : measure;
    sentence.claimColumns();
    return composeGroups({ ...composition, groups: [shown] }, [figure]);
  }
  sentence.claimRows();
  sentence.claimColumns();
  const sort = columnSort(parts);
  if (parts.sort && sort === null) {
    sentence.problem('sorted by which column?');
    return null;
  }
  const end = isOneRow(sentence.table, base) ? null : endAsked(sentence);
  if (end) return { ...base, kind: 'figure', figures: named([end]) };
  const time = whenAsked(sentence, base);
  const asked = time ?? shown;
  if (asked) return composeAsked({ ...composition, groups: [asked] });
  return { ...base, kind: 'list', sort, limit: parts.rank?.limit ?? null };
}

/** "when was the last delivery from Berger", where each row has a last delivery: the last of all of them. */
function endAsked(sentence: Sentence): Figure | null {
  if (!sentence.says(0, /^when$/i)) return null;
  const dates = sentence.columns().filter(({ type }) => type === 'date');
  const only = onlyOf([...new Set(dates)]);
  const end = only ? ENDS[only.stems[0] ?? ''] : undefined;
  return only && end ? { function: end, column: only } : null;
}

/** "when did class 8a have the exam": the dates of those rows, where several have the same. */
function whenAsked(sentence: Sentence, base: Base): Column | null {
  const { table } = sentence;
  if (!sentence.says(0, /^when$/i) || base.filters.length === 0) return null;
  const time = onlyOf(timesOf(table));
  if (time?.type !== 'date' || isUnique(time, table)) return null;
  const dates = statedColumns(table).filter(({ type }) => type === 'date');
  return dates.length === 1 && !isOneRow(table, base) ? time : null;
}

const ENDS: Readonly<Record<string, 'min' | 'max'>> = {
  last: 'max',
  latest: 'max',
  first: 'min',
  earliest: 'min',
};

function columnSort(parts: Parts): Query['sort'] {
  const column = parts.sort?.figure?.column;
  return column ? columnOrder(column, parts.sort?.order ?? null) : null;
}

/** "list the regions", "order the regions by revenue": one column that repeats its values, and nothing else, asks for those values. */
function shownColumn(sentence: Sentence, parts: Parts): Column | null {
  const only = onlyOf(sentence.openColumns());
  if (!only || parts.named.length > 0 || sentence.namesRows()) return null;
  return only.type === 'text' && !isUnique(only, sentence.table) ? only : null;
}
