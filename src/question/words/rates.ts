import type { Meaning, Term } from './meaning';

/** "no-show rate", "pass rate": behind a value or a column of yes and no, what share of the rows has it. */
export function withRates(terms: readonly Term[]): readonly Term[] {
  return terms.map((term, index) => {
    const [said] = terms[index - 1]?.meanings ?? [];
    const isRate = /^rates?$/i.test(term.text) && term.meanings.every(isNoRate);
    const isOfRows = said?.kind === 'value' || (said?.kind === 'column' && said.column.type === 'boolean');
    return isRate && isOfRows ? { ...term, meanings: [{ kind: 'share' }] } : term;
  });
}

/** A column of ratings is no column of rates. */
function isNoRate(meaning: Meaning): boolean {
  return meaning.kind === 'unknown' || (meaning.kind === 'column' && !meaning.column.stems.includes('rate'));
}

/** Whether a term asks for such a share. */
export function isRateTerm({ text, meanings }: Term): boolean {
  return /^rates?$/i.test(text) && meanings[0]?.kind === 'share';
}
