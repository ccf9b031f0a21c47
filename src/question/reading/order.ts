import { onlyOf } from '#base';
import { COUNT, type Figure } from '../query/figure';
import { OPEN_HEADS } from '../tables/column';
import type { Column } from '../tables/tables';
import { isPersonWord } from '../words/lexicon';
import type { MeaningOf, Quality } from '../words/meaning';
import { meantDate } from './periods';
import type { Sentence } from './sentence';

/** What a question orders by, and how many it wants of them. */
export interface Rank {
  /** Null for "first 10": then the order of the table stands. */
  readonly order: 'asc' | 'desc' | null;
  readonly limit: number | null;
  /** What the word of rank is about, where it says so: "cheapest". */
  readonly quality: Quality | null;
  /** "most common": ranked by how many rows there are. */
  readonly counted: boolean;
}

/** Reads "top 3", "the five largest", "lowest", "cheapest", "first 10", "the first order", and the number in "which three products". */
export function readRank(sentence: Sentence): Rank | null {
  let rank: Rank | undefined;
  for (let index = 0; index < sentence.terms.length; index++) {
    const word = rankingAt(sentence, index);
    if (!word && !sentence.at(index, 'first')) continue;
    const limit = amountBeside(sentence, index);
    const said = word ?? (limit === null ? earliestAt(sentence, index) : null);
    if (!said && limit === null) continue;
    sentence.claim(index);
    if (rank?.order && said && rank.order !== said.order)
      sentence.problem('it asks for the highest and the lowest at once');
    rank = joined(rank, said, limit);
  }
  return rank === undefined
    ? null
    : { ...rank, limit: rank.limit ?? amountAfterWhich(sentence) ?? amountOfThings(sentence) };
}

type RankWord = MeaningOf<'rank'> | MeaningOf<'adjective'> | MeaningOf<'frequent'>;

function joined(rank: Rank | undefined, word: RankWord | null, limit: number | null): Rank {
  return {
    order: word?.order ?? rank?.order ?? null,
    limit: limit ?? rank?.limit ?? null,
    quality: word?.kind === 'adjective' ? word.quality : (rank?.quality ?? null),
    counted: word?.kind === 'frequent' || rank?.counted === true,
  };
}

/** "the first order", "who joined first": the earliest; "the first row" is that of the table. */
function earliestAt(sentence: Sentence, index: number): MeaningOf<'adjective'> | null {
  const next = sentence.next(index);
  const isTime = (at: number) => sentence.columnsAt(at).some(({ type }) => type === 'date');
  const isThing = isThingAt(sentence, next) || isRowAt(sentence, next);
  const saysWhen = isThing || isTime(next) || isTime(sentence.before(index));
  return saysWhen ? { kind: 'adjective', order: 'asc', quality: 'date' } : null;
}

/** "the first book taken out in April", "the first fault": a thing that rows have; "the first customer" may be first in a list. */
function isThingAt(sentence: Sentence, index: number): boolean {
  if (sentence.terms[index]?.plural) return false;
  const isText = sentence
    .columnsAt(index)
    .some(({ type, derived, stems }) => type === 'text' && !derived && !stems.some(isPersonWord));
  return isText || sentence.read(index, 'value') !== null;
}

/** Whether one row is named by what it is. */
function isRowAt(sentence: Sentence, index: number): boolean {
  const term = sentence.terms[index];
  if (!term || term.plural || OF_TABLE.test(term.text)) return false;
  const isRow = sentence.isRow(index);
  return isRow || sentence.columnsAt(index).some(({ identifies }) => identifies);
}

const OF_TABLE = /^(?:row|record|entry|line|item|result|observation|data ?point|reading|measurement)$/i;

function rankingAt(sentence: Sentence, index: number): RankWord | null {
  return sentence.at(index, 'rank') ?? sentence.at(index, 'adjective') ?? sentence.at(index, 'frequent');
}

function amountBeside(sentence: Sentence, index: number): number | null {
  for (const at of [index + 1, index - 1, sentence.next(index)]) {
    const amount = wholeAt(sentence, at);
    if (amount === null) continue;
    sentence.claim(at);
    return amount;
  }
  return null;
}

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

/** "the three products with the highest revenue". */
function amountOfThings(sentence: Sentence): number | null {
  for (const [index] of sentence.terms.entries()) {
    const amount = wholeAt(sentence, index);
    const thing = sentence.next(index);
    const isMany =
      sentence.terms[thing]?.plural && (sentence.columnsAt(thing).length > 0 || sentence.read(thing, 'row'));
    if (amount === null || !isMany) continue;
    sentence.claim(index);
    return amount;
  }
  return null;
}

function wholeAt(sentence: Sentence, index: number): number | null {
  const number = sentence.at(index, 'number');
  const amount = number ? number.value : sentence.at(index, 'amount')?.value;
  // "the fastest 5k" is a race, and no number of runners.
  if (sentence.says(index, /\d[km]$/i)) return null;
  if (amount === undefined || !Number.isInteger(amount) || amount < 1 || number?.percent) return null;
  return amount;
}

/** An order that was asked for: by a figure or a column; null where only the direction was said. */
export interface Sort {
  readonly figure: Figure | null;
  readonly order: 'asc' | 'desc' | null;
}

/** Reads "sorted by price descending", "highest first", "order the cities by average score". */
export function readSort(sentence: Sentence): Sort | null {
  refuseBestFirst(sentence);
  const order = readOrder(sentence);
  const byTime = order !== null ? timeOrdered(sentence) : null;
  for (const index of sentence.open('sort')) {
    const by = byAfter(sentence, index);
    const figure = by === null ? null : figureAt(sentence, sentence.next(by));
    if (figure === null && order === null) continue;
    sentence.claim(index, ...(by === null ? [] : [by]));
    return { figure, order };
  }
  const listed = listedBy(sentence);
  if (listed) return { figure: { function: 'max', column: listed }, order };
  return order === null ? null : { figure: byTime, order };
}

/** "best first", of times, ranks or prices: of these less may be better. */
function refuseBestFirst(sentence: Sentence): void {
  const said = sentence.terms.find(({ text }) => /^(?:best|worst) first$/i.test(text))?.text;
  const open = sentence.openColumns().find(({ stems }) => stems.some((stem) => OPEN_HEADS.has(stem)));
  if (said && open)
    sentence.problem(`“${said}”: are the highest of “${open.name}” the best? Say “highest first”`);
}

/** "list the players by age": rows in that order, and no count for each age. */
function listedBy(sentence: Sentence): Column | null {
  const list = sentence.next(-1);
  const by = onlyOf(sentence.open('by'), (at) => sentence.at(at, 'by')?.each === false);
  const isRow = sentence.isRow(sentence.next(list, ['value']));
  if (!sentence.at(list, 'list') || !isRow || by === null) return null;
  const place = sentence.next(by);
  const column = onlyOf(sentence.columnsAt(place));
  if (!column || column.derived || sentence.isClaimed(place) || sentence.has('function')) return null;
  if (column.type === 'text' || sentence.has('rank') || sentence.has('adjective')) return null;
  sentence.claim(by, place);
  return column;
}

/** "newest first" says by what: the date of the table. */
function timeOrdered(sentence: Sentence): Figure | null {
  const saysTime = sentence.terms.some(
    (term, index) =>
      sentence.read(index, 'order') !== null && /newest|latest|oldest|earliest/i.test(term.text),
  );
  const column = saysTime ? meantDate(sentence) : null;
  return column && { function: 'max', column };
}

function readOrder(sentence: Sentence): 'asc' | 'desc' | null {
  const [first, ...rest] = sentence.open('order');
  if (first === undefined) return null;
  const order = sentence.at(first, 'order')?.order ?? null;
  sentence.claim(first, ...rest);
  return order;
}

/** Where the thing to sort by is named: after "sorted by", or after the "by" that follows. */
function byAfter(sentence: Sentence, index: number): number | null {
  if (sentence.says(index, /\b(?:by|of)\b/i)) return index;
  for (let at = index + 1; at < sentence.terms.length; at++) {
    const by = sentence.at(at, 'by');
    if (by && !by.each) return at;
  }
  return null;
}

function figureAt(sentence: Sentence, at: number): Figure | null {
  const counts = sentence.at(at, 'function');
  const place = counts ? sentence.next(at) : at;
  if (counts?.function === 'count') {
    if (sentence.isRow(place)) sentence.claim(place);
    sentence.claim(at);
    return COUNT;
  }
  const column =
    sentence.isClaimed(place) || sentence.columnsAt(place).length === 0 ? null : sentence.column(place);
  if (column === null) return null;
  sentence.claim(place, ...(counts ? [at] : []));
  return { function: counts?.function ?? 'max', column };
}
