import { type Column, isMeasure, statedColumns, type Table } from '../tables/tables';
import { stemsOf } from '../text/words';
import { isMoney } from './lexicon';
import { columnMeant, columnsOf, STOP, says, type Term, takenFor } from './meaning';

const USING = /^(?:use|uses|used|consume[sd]?)$/i;
const PAYING = /^(?:pay|pays|paid|spend|spends|spent)$/i;

/**
 * "how much gas did we use", "what did we pay for gas", of “Gas m3” and “Gas cost”: the verb says which of the two, and no more.
 */
export function withUsedAndPaid(terms: readonly Term[], table: Table): readonly Term[] {
  const at = terms.findIndex(({ text }) => USING.test(text) || PAYING.test(text));
  const verb = terms[at];
  if (verb === undefined) return terms;
  const isPaid = PAYING.test(verb.text);
  const measures = statedColumns(table).filter(isMeasure);
  const narrowed = terms.map((term) => narrowedTo(term, measures, isPaid));
  const isOfThing = narrowed[at - 1] !== terms[at - 1];
  const isSaid = narrowed.some((term, index) => term !== terms[index]) && (isDone(terms, at) || isOfThing);
  return isSaid ? narrowed.with(at, takenFor(verb, STOP)) : terms;
}

/** "did we use", "we used". */
function isDone(terms: readonly Term[], at: number): boolean {
  const isAsked = terms.slice(0, at).some((term) => says(term, /^(?:do|does|did|has|have)$/i));
  return isAsked || says(terms[at - 1], /^(?:i|we|you|they|he|she|it)$/i);
}

/** A thing that columns of numbers are named after; what is paid for it has to stand beside what is used of it. */
function narrowedTo(term: Term, measures: readonly Column[], isPaid: boolean): Term {
  if (columnsOf(term).length === 0) return term;
  const stems = stemsOf(term.text);
  const alike = measures.filter((column) => stems.every((stem) => column.stems.includes(stem)));
  const meant = alike.filter((column) => isMoney(column) === isPaid);
  if (meant.length === 0 || (isPaid && meant.length === alike.length)) return term;
  const known = term.meanings.filter((one) => one.kind === 'column' && meant.includes(one.column));
  return { ...term, meanings: known.length > 0 ? known : meant.map(columnMeant) };
}
