import { isPersonWord } from '../words/lexicon';
import type { MeaningOf, Quality } from '../words/meaning';
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
  const isRow = sentence.read(index, 'row') !== null || sentence.read(index, 'table') !== null;
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
  if (/\d[km]$/i.test(sentence.terms[index]?.text ?? '')) return null;
  if (amount === undefined || !Number.isInteger(amount) || amount < 1 || number?.percent) return null;
  return amount;
}
