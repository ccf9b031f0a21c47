import type { Sentence } from './sentence';

/** What a question orders by, and how many it wants of them. */
export interface Rank {
  /** Null for "first 10": then the order of the table stands. */
  readonly order: 'asc' | 'desc' | null;
  readonly limit: number | null;
  /** Words of which one names the column: "cheapest". */
  readonly columns: readonly string[];
}

/** Reads "top 3", "the five largest", "lowest", "cheapest", "first 10", and the number in "which three products". */
export function readRank(sentence: Sentence): Rank | null {
  let rank: Rank | undefined;
  for (let index = 0; index < sentence.terms.length; index++) {
    const word = sentence.at(index, 'rank') ?? sentence.at(index, 'adjective');
    const first = word ? null : sentence.at(index, 'first');
    if (!word && !first) continue;
    const limit = amountBeside(sentence, index);
    if (first && limit === null) continue;
    sentence.claim(index);
    if (rank?.order && word && rank.order !== word.order)
      sentence.problem('it asks for the highest and the lowest at once');
    rank = {
      order: word?.order ?? rank?.order ?? null,
      limit: limit ?? rank?.limit ?? null,
      columns: word?.kind === 'adjective' ? word.columns : (rank?.columns ?? []),
    };
  }
  return rank === undefined
    ? null
    : { ...rank, limit: rank.limit ?? amountAfterWhich(sentence) ?? amountOfThings(sentence) };
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
  if (amount === undefined || !Number.isInteger(amount) || amount < 1 || number?.percent) return null;
  return amount;
}
