import { onlyOf } from '#base';
import { extremeOf, type Figure } from '../query/figure';
import type { Filter } from '../query/filter';
import type { Parts } from '../reading/parts';
import { meantTimes } from '../reading/periods';
import type { Sentence } from '../reading/sentence';
import type { Column } from '../tables/tables';
import type { Quality } from '../words/meaning';
import { asksPersons, type Telling, telling } from '../words/qualities';
import { isVerb } from '../words/verbs';

/** What is ranked by, and whether the most of it stands first. */
export interface Ranked {
  readonly figure: Figure;
  readonly order: 'asc' | 'desc';
}

/** "cheapest" compares single rows, "best selling" what comes together; null with a problem where no one column tells it. */
export function qualityFigure(
  sentence: Sentence,
  filters: readonly Filter[],
  order: 'asc' | 'desc',
  quality: Quality,
): Ranked | null {
  const fitting = tellingHere(sentence, filters, quality);
  const text = fitting.find(({ column: { type } }) => type === 'text')?.column;
  if (text) {
    sentence.problem(
      `“${text.name}” holds text${text.values[0] ? ` such as “${text.values[0]}”` : ''}, which has no order of size; read it as numbers or dates`,
    );
    return null;
  }
  const only = onlyOf(fitting);
  if (only) {
    claimToDo(sentence, only.column);
    return rankedBy(only, order, quality === 'quantity');
  }
  sentence.problem(
    fitting.length === 0
      ? `there is no column of ${quality} to rank by`
      : `ranked by ${fitting.map(({ column }) => `“${column.name}”`).join(' or ')}?`,
  );
  return null;
}

/** Of those that are older the dates of birth are lower. */
export function turned(order: 'asc' | 'desc', inverse: boolean): 'asc' | 'desc' {
  if (!inverse) return order;
  return order === 'asc' ? 'desc' : 'asc';
}

function rankedBy({ column, inverse }: Telling, said: 'asc' | 'desc', adds: boolean): Ranked {
  const order = turned(said, inverse);
  if (adds) return { figure: extremeOf(column, order), order };
  return { figure: { function: order === 'asc' ? 'min' : 'max', column }, order };
}

function tellingHere(sentence: Sentence, filters: readonly Filter[], quality: Quality): readonly Telling[] {
  const told = telling(quality, sentence.table, asksPersons(sentence.terms, sentence.table));
  if (quality === 'date') return datesHere(sentence, filters, told);
  const named = told.filter(({ column }) => sentence.names(column));
  if (named.length > 0) return named;
  // What a thing costs its buyer is its price, where another column has what it has cost.
  const prices = told.filter(({ column: { stems } }) => !stems.includes('cost'));
  if (quality === 'price' && prices.length === 1 && prices[0]?.column.stems.includes('price')) return prices;
  // Of different distances the shortest time is not the fastest.
  const distances = sentence.table.columns.filter(
    ({ stems }) => stems.includes('distance') || stems.includes('length'),
  );
  const isByTime = quality === 'speed' && told.some(({ inverse }) => inverse);
  return isByTime ? [...told, ...distances.map((column) => ({ column, inverse: false }))] : told;
}

/** The date that is named, unless it only says which rows: the latest of those closed is the one opened last, or closed last. */
function datesHere(
  sentence: Sentence,
  filters: readonly Filter[],
  told: readonly Telling[],
): readonly Telling[] {
  const named = onlyOf(meantTimes(sentence), (column) => sentence.names(column));
  if (named?.type !== 'date') return told;
  const kept = filters.filter(({ column }) => column === named.name);
  if (kept.some(({ operator }) => operator === 'empty')) return told;
  const own = { column: named, inverse: false };
  return kept.length === 0 || isBeside(sentence, named)
    ? [own]
    : [own, ...told.filter(({ column }) => column !== named)];
}

/** "shipped last", "the last shipped order". */
function isBeside(sentence: Sentence, column: Column): boolean {
  return sentence.terms.some(
    ({ meanings }, index) =>
      meanings.some(({ kind }) => kind === 'adjective') &&
      [sentence.next(index), sentence.before(index)].some((at) => sentence.columnsAt(at).includes(column)),
  );
}

/** "the longest to cook", of a column of cooking. */
function claimToDo(sentence: Sentence, column: Column): void {
  for (const index of sentence.open('to'))
    if (sentence.columnsAt(sentence.next(index)).includes(column)) sentence.claim(index);
}

/** How many rows or groups a ranking keeps: the number that was said; one where one is asked for; else all. */
export function limitOf(sentence: Sentence, groups: readonly Column[], parts: Parts): number | null {
  if (parts.rank?.limit != null) return parts.rank.limit;
  const asksWho = sentence.says(0, /^who$/i);
  const names = sentence.terms.filter(
    ({ meanings, text }) =>
      // "who sponsors the most members": a verb, and no sponsors.
      !(asksWho && isVerb(text)) &&
      meanings.some((meaning) =>
        groups.length === 0
          ? meaning.kind === 'row' || meaning.kind === 'table'
          : meaning.kind === 'column' && groups.includes(meaning.column),
      ),
  );
  const singular = names.length === 0 || names.every(({ plural }) => !plural);
  return singular ? 1 : null;
}
