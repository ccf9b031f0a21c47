import { lastNounOf, nounsOf } from '../tables/nouns';
import type { Table } from '../tables/tables';
import { headNouns } from './headNouns';
import type { Term } from './meaning';

/** What somebody does who has a row of such a table: whoever has a loan has borrowed. */
const DOINGS: readonly (readonly [string, RegExp])[] = [
  ['loan', /^(?:borrow(?:s|ed)?|lend|lent)$/i],
  ['appointment visit consultation', /^(?:see|sees|saw|seen|visit(?:s|ed)?)$/i],
  ['stay booking reservation', /^(?:stay(?:s|ed)?)$/i],
  ['flight trip journey', /^(?:fly|flies|flew|flown|travel(?:s|led|ed)?)$/i],
  ['race run result', /^(?:race[sd]?|run|runs|ran)$/i],
  ['hour timesheet worklog shift', /^(?:work(?:s|ed)?)$/i],
];

/** Whether a verb says no more than that there is a row of the table. */
export function makesRows(text: string, table: Table): boolean {
  const last = lastNounOf(table);
  const nouns = new Set([...nounsOf(table), ...headNouns(table), ...(last === null ? [] : [last])]);
  return DOINGS.some(([said, verb]) => verb.test(text) && said.split(' ').some((noun) => nouns.has(noun)));
}

/** "who borrowed the most books", where each row is a loan and has a book: so many rows, whichever books they are. */
export function withDoneThings(terms: readonly Term[], table: Table): readonly Term[] {
  if (!terms.some(({ text }) => makesRows(text, table))) return terms;
  return terms.map((term, index) => {
    const isRanked = /^(?:most|fewest|least)$/i.test(terms[index - 1]?.text ?? '');
    const isThing = term.meanings.every((one) => one.kind === 'column' && one.column.type === 'text');
    if (!isRanked || !isThing || !term.plural) return term;
    return { ...term, meanings: [{ kind: 'row' }], note: `each row counts as one of the ${term.text}` };
  });
}
