import {
  columnsOf,
  type Kind,
  type Meaning,
  pastStops,
  STOP,
  says,
  type Term,
  takenFor,
  termOf,
} from './meaning';

/** "90th percentile of the price", "p95 of the wait". */
export function withPercentiles(terms: readonly Term[]): readonly Term[] {
  return terms.flatMap((term, index) => {
    const isSaid = isPercentile(terms[index]) && ordinalOf(terms[index - 1]) !== null;
    if (isSaid) return [];
    const percent = isPercentile(terms[index + 1]) ? ordinalOf(term) : shortOf(term);
    if (percent === null) return [term];
    const text = isPercentile(terms[index + 1]) ? `${term.text} ${terms[index + 1]?.text}` : term.text;
    return [termOf(text, { kind: 'function', function: 'percentile', percent })];
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

/** "no-show rate", "pass rate": behind a value or a column of yes and no, what share of the rows has it. */
export function withRates(terms: readonly Term[]): readonly Term[] {
  return terms.map((term, index) => {
    const [said] = terms[index - 1]?.meanings ?? [];
    const isRate = /^rates?$/i.test(term.text) && term.meanings.every(isNoRate);
    const isOfRows = said?.kind === 'value' || (said?.kind === 'column' && said.column.type === 'boolean');
    return isRate && isOfRows ? takenFor(term, { kind: 'share' }) : term;
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

/** What is divided by something else said: of amounts "breakdown" is a total, a distribution never is. */
const SHARED_OUT = /^(?:breakdown|split)$/i;
const SPREAD = /^(?:distribution|breakdown|split|histogram)$/i;

/** What asks for something else than how many there are. */
const FIGURES = new Set<Kind>(['adjective', 'rank', 'function', 'frequent']);

/**
 * "rating distribution", "distribution of priorities": how many rows have each. "breakdown of tickets by country" is "tickets by
 * country".
 */
export function withDistribution(terms: readonly Term[]): readonly Term[] {
  const at = terms.findIndex(({ text }) => SPREAD.test(text));
  const spread = terms[at];
  // "fastest swim split" is about one split.
  if (!spread || terms.some(({ meanings: [one] }) => one !== undefined && FIGURES.has(one.kind)))
    return terms;
  const isOf = says(terms[at + 1], /^of$/i);
  const things = isOf ? pastStops(terms, at + 1) : at - 1;
  const thing = terms[things];
  if (terms.some(({ meanings }) => meanings[0]?.kind === 'by')) {
    const isPassed = thing !== undefined && (SHARED_OUT.test(spread.text) || !isAmount(thing));
    return isPassed ? terms.with(at, takenFor(spread, STOP)) : terms;
  }
  if (!thing?.meanings.some(({ kind }) => kind === 'column')) return terms;
  const { text } = spread;
  const asked = [
    termOf(text, { kind: 'function', function: 'count' }),
    termOf(text, { kind: 'by', each: false }),
  ];
  const [before, behind] = [terms.slice(0, isOf ? at : things), terms.slice(isOf ? things + 1 : at + 1)];
  return [...before, ...asked, thing, ...behind];
}

function isAmount(term: Term): boolean {
  return columnsOf(term).some(({ type }) => type === 'number');
}

const BY_HOW_MUCH = [
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
      if (said.length < length || !BY_HOW_MUCH.includes(said.join(' '))) continue;
      const joins = terms[start - 1]?.meanings[0]?.kind === 'and' && start + length === terms.length;
      const from = joins ? start - 1 : start;
      return [...terms.slice(0, from), termOf(said.join(' '), STOP), ...terms.slice(start + length)];
    }
  }
  return terms;
}

const IN_TOTAL = /^(?:in total|altogether|overall|combined|in sum|together|in all|all together)$/i;

/** Whether a phrase says that all of it is added up. */
export function isInTotal(text: string): boolean {
  return IN_TOTAL.test(text);
}
