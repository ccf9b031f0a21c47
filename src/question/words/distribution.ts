import { type Kind, type Meaning, STOP, type Term } from './meaning';

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
  const isOf = /^of$/i.test(terms[at + 1]?.text ?? '');
  const things = isOf ? pastStops(terms, at + 1) : at - 1;
  const thing = terms[things];
  if (terms.some(({ meanings }) => meanings[0]?.kind === 'by')) {
    const isPassed = thing !== undefined && (SHARED_OUT.test(spread.text) || !isAmount(thing));
    return isPassed ? terms.with(at, { ...spread, meanings: [STOP] }) : terms;
  }
  if (!thing?.meanings.some(({ kind }) => kind === 'column')) return terms;
  const asked = [
    said(spread, { kind: 'function', function: 'count' }),
    said(spread, { kind: 'by', each: false }),
  ];
  const [before, behind] = [terms.slice(0, isOf ? at : things), terms.slice(isOf ? things + 1 : at + 1)];
  return [...before, ...asked, thing, ...behind];
}

function said({ text }: Term, meaning: Meaning): Term {
  return { meanings: [meaning], text, plural: false };
}

function isAmount({ meanings }: Term): boolean {
  return meanings.some((meaning) => meaning.kind === 'column' && meaning.column.type === 'number');
}

function pastStops(terms: readonly Term[], from: number): number {
  let at = from;
  while (terms[at]?.meanings[0]?.kind === 'stop') at++;
  return at;
}
