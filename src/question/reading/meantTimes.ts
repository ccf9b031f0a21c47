import { type Column, type Table, timesOf } from '../tables/tables';
import type { Sentence } from './sentence';

/** The columns that a date without a column beside it can be about: the one that the question names, else those of the table. */
export function meantTimes(sentence: Sentence, table: Table): readonly Column[] {
  const named = sentence.terms.flatMap((_, index) =>
    sentence.columnsAt(index).filter(({ type, derived }) => type === 'date' && derived === undefined),
  );
  const [only, ...others] = new Set(named);
  return only && others.length === 0 ? [only] : timesOf(table);
}

/** The name of a column of dates beside a date has said all it has to: "tickets opened in March". */
export function claimTime(sentence: Sentence, { name }: Column): void {
  for (const [index] of sentence.terms.entries()) {
    if (!sentence.isGroup(index) && sentence.columnsAt(index).some((column) => column.name === name))
      sentence.claim(index);
  }
}

/** Dates alone, for what years as numbers cannot say. */
export function meantDate(sentence: Sentence, table: Table): Column | null {
  const [only, ...others] = meantTimes(sentence, table).filter(({ type }) => type === 'date');
  return only && others.length === 0 ? only : null;
}
