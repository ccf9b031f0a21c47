import type { Column, Table } from '../tables/tables';

/** What ends, by words of the head of its date, and the words of a question that speak of the time until then. */
export const ENDS: readonly { readonly heads: string; readonly said: RegExp }[] = [
  {
    heads: 'closed resolved completed finished ended solved done fixed',
    said: /^(?:close[ds]?|resolved?|finish(?:ed)?|completed?|solved?|fix(?:ed)?|handled?|resolution|completion)$/i,
  },
  { heads: 'sold', said: /^(?:sell|sells|sold|market|sale)$/i },
  { heads: 'paid payment', said: /^(?:pay|pays|paid|settle|payment)$/i },
  { heads: 'back returned return', said: /^(?:keep|keeps|kept|borrow|borrowed|out|return|returned)$/i },
  { heads: 'out departure checkout discharged', said: /^(?:stay|stays|stayed|shop|workshop)$/i },
  {
    heads: 'shipped ship shipping dispatched dispatch delivered delivery arrived arrival',
    said: /^(?:ship|shipped|deliver|delivered|arrive|delivery|shipping)$/i,
  },
];

/** What was to be, and when somebody was born, ends nothing. */
export const NO_END = /\b(?:due|deadline|expected|planned|promised|birth|born|booked)\b/i;

/** The dates in which something ends: when it was paid, closed, brought back. */
export function endsOf({ columns }: Table): readonly Column[] {
  const words = new Set(ENDS.flatMap(({ heads }) => heads.split(' ')));
  return columns.filter(
    ({ type, name, stems }) => type === 'date' && !NO_END.test(name) && stems.some((stem) => words.has(stem)),
  );
}
