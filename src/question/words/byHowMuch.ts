import { STOP, type Term } from './meaning';

const ASKING = [
  'by how much',
  'by how many percent',
  'by what percent',
  'by what percentage',
  'in percent',
  'percent',
];

/** "did visits go up, and by how much": both is said of what grows anyway, the change and how many percent it is. */
export function withByHowMuch(terms: readonly Term[]): readonly Term[] {
  if (!terms.some(({ meanings }) => meanings[0]?.kind === 'growth')) return terms;
  for (const [start] of terms.entries()) {
    for (const length of [4, 3, 2, 1]) {
      const said = terms.slice(start, start + length).map(({ text }) => text.toLowerCase());
      if (said.length < length || !ASKING.includes(said.join(' '))) continue;
      const joins = terms[start - 1]?.meanings[0]?.kind === 'and' && start + length === terms.length;
      const from = joins ? start - 1 : start;
      const made: Term = { meanings: [STOP], text: said.join(' '), plural: false };
      return [...terms.slice(0, from), made, ...terms.slice(start + length)];
    }
  }
  return terms;
}
