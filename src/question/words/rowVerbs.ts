import { lastNounOf, nounsOf } from '../tables/nouns';
import type { Table } from '../tables/tables';
import { headNouns } from './headNouns';

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
