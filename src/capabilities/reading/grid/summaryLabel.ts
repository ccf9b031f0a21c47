/** What a row of totals can hold of the column above it. */
export type Summary = 'sum' | 'average' | 'median' | 'min' | 'max' | 'count';

/** Words that call a row so, in the languages in which tables are common. */
const WORDS: Readonly<Record<Summary, string>> = {
  sum: 'total totals subtotal subtotals sum sums summe summen gesamt gesamtsumme zwischensumme endsumme insgesamt totale totali totaal suma soma somme totaux totales totais σ ∑',
  average:
    'average averages avg mean durchschnitt mittelwert mittel schnitt moyenne media média promedio gemiddelde ø',
  median: 'median',
  min: 'minimum min',
  max: 'maximum max',
  count: 'count anzahl',
};
const MEANT = new Map(
  (Object.entries(WORDS) as [Summary, string][]).flatMap(([summary, words]) =>
    words.split(' ').map((word) => [word, summary] as const),
  ),
);
/** Words that may stand beside them and say nothing more. */
const BESIDE = new Set('grand sub overall general generale général of all the rows'.split(' '));

const HAS_WORD = /[\p{L}∑]/u;
const MOST_WORDS = 6;
const LONGEST = 60;

export interface SummaryLabel {
  readonly text: string;
  readonly summary: Summary;
  /** What else it says: the group that a sub-total is of. Empty where the label is nothing but its word. */
  readonly of: string;
}

/** @example summaryLabel('Grand total:') // { text: 'Grand total:', summary: 'sum', of: '' } */
export function summaryLabel(text: string): SummaryLabel | null {
  if (text.length > LONGEST || !HAS_WORD.test(text)) return null;
  const words = text.toLowerCase().match(/[\p{L}\p{N}∑]+/gu) ?? [];
  if (words.length === 0 || words.length > MOST_WORDS) return null;
  const summary = words.flatMap((word) => MEANT.get(word) ?? [])[0];
  if (summary === undefined) return null;
  const others = words.filter((word) => !MEANT.has(word) && !BESIDE.has(word));
  return { text, summary, of: others.join(' ') };
}
