import type { Term } from './meaning';

/** "90th percentile of the price", "p95 of the wait". */
export function withPercentiles(terms: readonly Term[]): readonly Term[] {
  return terms.flatMap((term, index) => {
    const isSaid = isPercentile(terms[index]) && ordinalOf(terms[index - 1]) !== null;
    if (isSaid) return [];
    const percent = isPercentile(terms[index + 1]) ? ordinalOf(term) : shortOf(term);
    if (percent === null) return [term];
    const text = isPercentile(terms[index + 1]) ? `${term.text} ${terms[index + 1]?.text}` : term.text;
    return [{ meanings: [{ kind: 'function', function: 'percentile', percent }], text, plural: false }];
  });
}

function isPercentile(term: Term | undefined): boolean {
  return /^percentiles?(?: of)?$/i.test(term?.text ?? '');
}

function ordinalOf(term: Term | undefined): number | null {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(term?.text ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** "p90", where the table has no such word. */
function shortOf({ text, meanings: [meaning] }: Term): number | null {
  const digits = meaning?.kind === 'unknown' ? /^p(\d\d)$/i.exec(text)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}
