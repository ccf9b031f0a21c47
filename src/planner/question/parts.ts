import type { AggregateFunction } from './keywords';
import type { Sentence } from './sentence';
import { type Column, isKey, isMeasure, isRate, measuresOf, type Table } from './tables';

/** One figure of a column, or a count of rows. */
export interface Figure {
  readonly function: AggregateFunction;
  readonly column: Column | null;
}

/** What a question orders by, and how much of it is wanted. */
export interface Rank {
  readonly order: 'asc' | 'desc';
  readonly limit: number | null;
  /** Words of which one names the column: "cheapest". */
  readonly columns: readonly string[];
}

/** The parts of a question that say what to compute, after its filters were taken out. */
export interface Parts {
  readonly by: readonly Column[];
  /** Columns asked for with "which" or after "top 3": groups, or the name of rows. */
  readonly asked: readonly Column[];
  readonly figures: readonly Figure[];
  /** Columns whose distinct values are counted. */
  readonly distinct: readonly Column[];
  readonly rank: Rank | null;
  readonly sort: { readonly figure: Figure; readonly order: 'asc' | 'desc' } | null;
  readonly share: boolean;
  /** Columns of numbers named without a figure. */
  readonly named: readonly Column[];
}

/** Reads everything but the filters. */
export function readParts(sentence: Sentence, table: Table): Parts {
  const rank = readRank(sentence);
  const sort = readSort(sentence);
  const share = sentence.has('share');
  sentence.claim(...sentence.open('share'));
  const { by, measures } = readBy(sentence, rank !== null);
  const counted = readFigures(sentence, table);
  const asked = readAsked(sentence, rank);
  const named = [...measures, ...readNamed(sentence)];
  return { by, asked, rank, sort, share, named, ...counted };
}

function readRank(sentence: Sentence): Rank | null {
  let rank: Rank | undefined;
  for (let index = 0; index < sentence.terms.length; index++) {
    const word = sentence.at(index, 'rank') ?? sentence.at(index, 'adjective');
    const first = word ? null : sentence.at(index, 'first');
    if (!word && !first) continue;
    const limit = amountBeside(sentence, index);
    if (first && limit === null) continue;
    sentence.claim(index);
    if (rank && word && rank.order !== word.order)
      sentence.problem('it asks for the highest and the lowest at once');
    rank = {
      order: word?.order ?? rank?.order ?? 'desc',
      limit: limit ?? rank?.limit ?? null,
      columns: word?.kind === 'adjective' ? word.columns : (rank?.columns ?? []),
    };
  }
  return rank === undefined ? null : { ...rank, limit: rank.limit ?? amountAfterWhich(sentence) };
}

/** "top 3", "3 largest", "the five best". */
function amountBeside(sentence: Sentence, index: number): number | null {
  for (const at of [index + 1, index - 1]) {
    const amount = wholeAt(sentence, at);
    if (amount !== null) {
      sentence.claim(at);
      return amount;
    }
  }
  return null;
}

/** "which three products". */
function amountAfterWhich(sentence: Sentence): number | null {
  for (const which of sentence.open('which')) {
    const at = sentence.next(which);
    const amount = wholeAt(sentence, at);
    if (amount === null) continue;
    sentence.claim(at);
    return amount;
  }
  return null;
}

function wholeAt(sentence: Sentence, index: number): number | null {
  const number = sentence.at(index, 'number');
  const amount = number ? number.value : sentence.at(index, 'amount')?.value;
  if (amount === undefined || !Number.isInteger(amount) || amount < 1 || number?.percent) return null;
  return amount;
}

function readSort(sentence: Sentence): Parts['sort'] {
  const orders = sentence.open('order');
  const order = orders[0] === undefined ? null : (sentence.at(orders[0], 'order')?.order ?? null);
  for (const index of sentence.open('sort')) {
    const by = sentence.at(sentence.next(index), 'by') ? sentence.next(index) : index;
    const at = sentence.next(by);
    const counts = sentence.at(at, 'function');
    const place = counts ? sentence.next(at) : at;
    const column = sentence.columnsAt(place).length > 0 ? sentence.column(place) : null;
    if (!column && counts?.function !== 'count') continue;
    sentence.claim(index, by, at, ...orders, ...(column ? [place] : []));
    if (column === null) {
      const row = sentence.next(at);
      if (sentence.at(row, 'row') || sentence.at(row, 'table')) sentence.claim(row);
    }
    return { figure: { function: counts?.function ?? 'max', column }, order: order ?? 'asc' };
  }
  if (order === null) return null;
  sentence.claim(...orders);
  return { figure: { function: 'max', column: null }, order };
}

interface By {
  readonly by: readonly Column[];
  /** Columns of numbers after "by" where something is ranked. */
  readonly measures: readonly Column[];
}

function readBy(sentence: Sentence, ranked: boolean): By {
  const by: Column[] = [];
  const measures: Column[] = [];
  for (const index of sentence.open('by')) {
    const each = sentence.at(index, 'by')?.each === true;
    const at = sentence.next(index, ['distinct']);
    if (sentence.at(at, 'function')) {
      sentence.claim(index);
      continue;
    }
    for (const place of listOfColumns(sentence, at)) {
      const column = sentence.column(place);
      if (!column) continue;
      sentence.claim(index, place);
      (ranked && !each && isMeasure(column) ? measures : by).push(column);
    }
    if (ranked && (sentence.at(at, 'row') || sentence.at(at, 'table'))) sentence.claim(index);
  }
  return { by, measures };
}

function listOfColumns(sentence: Sentence, start: number): readonly number[] {
  const places: number[] = [];
  let at = start;
  while (!sentence.isClaimed(at) && sentence.columnsAt(at).length > 0) {
    places.push(at);
    const next = sentence.next(at, ['distinct']);
    if (!sentence.at(next, 'and') || sentence.columnsAt(sentence.next(next)).length === 0) break;
    sentence.claim(next);
    at = sentence.next(next);
  }
  return places;
}

function readFigures(
  sentence: Sentence,
  table: Table,
): { figures: readonly Figure[]; distinct: readonly Column[] } {
  const figures: Figure[] = [];
  const distinct: Column[] = [];
  for (const index of sentence.open('function')) {
    const meant = sentence.at(index, 'function')?.function;
    if (meant === undefined) continue;
    sentence.claim(index);
    const at = sentence.next(index, ['distinct']);
    if (meant === 'count') readCount(sentence, at, figures, distinct);
    else readFigure(sentence, table, meant, index, at, figures);
  }
  return { figures, distinct };
}

function readFigure(
  sentence: Sentence,
  table: Table,
  meant: AggregateFunction,
  index: number,
  start: number,
  figures: Figure[],
): void {
  const following = sentence.at(start, 'function');
  // "total number of rows" is a count, "average number of units" an average.
  if (following && meant === 'sum') return;
  const counts = following?.function === 'count';
  const at = counts ? sentence.next(start) : start;
  const columns = listOfColumns(sentence, at).filter((place) => sentence.columnsAt(place).some(isMeasure));
  if (counts && columns.length === 0) {
    sentence.problem('I cannot compute a figure of a count');
    return;
  }
  if (counts) sentence.claim(start);
  for (const place of columns) pushFigure(sentence, place, meant, figures);
  if (columns.length > 0) return;
  if (!sentence.isClaimed(index - 1) && sentence.columnsAt(index - 1).some(isMeasure)) {
    pushFigure(sentence, index - 1, meant, figures);
    return;
  }
  const measures = measuresOf(table);
  const [only] = measures;
  const elsewhere = sentence.terms.some(
    (_, place) => !sentence.isClaimed(place) && sentence.columnsAt(place).some(isMeasure),
  );
  if (elsewhere) {
    const place = sentence.terms.findIndex(
      (_, one) => !sentence.isClaimed(one) && sentence.columnsAt(one).some(isMeasure),
    );
    pushFigure(sentence, place, meant, figures);
  } else if (measures.length === 1 && only) figures.push({ function: meant, column: only });
  else
    sentence.problem(
      `"${sentence.terms[index]?.text}" of which column? ${measures.map(({ name }) => name).join(', ') || 'There are no numbers'}`,
    );
}

function pushFigure(sentence: Sentence, place: number, meant: AggregateFunction, figures: Figure[]): void {
  const column = sentence.column(place);
  sentence.claim(place);
  if (column) figures.push({ function: meant, column });
}

/** "how many": rows for rows and keys, the sum of a column of numbers, the distinct values of any other column. */
function readCount(sentence: Sentence, at: number, figures: Figure[], distinct: Column[]): void {
  const different = sentence.open('distinct');
  if (sentence.at(at, 'row') || sentence.at(at, 'table')) sentence.claim(at);
  const column = sentence.columnsAt(at).length > 0 ? sentence.column(at) : null;
  if (column === null || (isKey(column) && different.length === 0)) {
    if (column) sentence.claim(at);
    figures.push({ function: 'count', column: null });
    return;
  }
  sentence.claim(at, ...different);
  if (isMeasure(column) && different.length === 0) {
    if (isRate(column))
      sentence.problem(`"${column.name}" is not something to count; ask for its average, or how many rows`);
    figures.push({ function: 'sum', column });
  } else distinct.push(column);
}

function readAsked(sentence: Sentence, rank: Rank | null): readonly Column[] {
  const asked: Column[] = [];
  for (const index of sentence.open('which')) {
    sentence.claim(index);
    const at = sentence.next(index, ['distinct', 'amount', 'number']);
    for (const place of listOfColumns(sentence, at)) {
      const column = sentence.columnsAt(place)[0];
      if (!column || isMeasure(column)) continue;
      sentence.claim(place);
      asked.push(column);
    }
  }
  if (asked.length > 0 || rank === null) return asked;
  for (let index = 0; index < sentence.terms.length; index++) {
    const [column] = sentence.isClaimed(index) ? [] : sentence.columnsAt(index);
    if (!column || isMeasure(column)) continue;
    sentence.column(index);
    sentence.claim(index);
    asked.push(column);
  }
  return asked;
}

function readNamed(sentence: Sentence): readonly Column[] {
  const named: Column[] = [];
  for (let index = 0; index < sentence.terms.length; index++) {
    if (sentence.isClaimed(index) || !sentence.columnsAt(index).some(isMeasure)) continue;
    const column = sentence.column(index);
    sentence.claim(index);
    if (column && !named.includes(column)) named.push(column);
  }
  return named;
}
