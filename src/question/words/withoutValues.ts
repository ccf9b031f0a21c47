import { isUnique, type Table } from '../tables/tables';
import { columnsFor } from './lexicon';
import type { Kind, Term } from './meaning';

const NONE =
  /^(?:no|without|without any|with no|(?:had|has|have|got|having|that have|that has|which have|which has) no)$/i;

/** "which beds had no lettuce": those that never had, where a bed has several rows; others than lettuce every bed has. */
export function withNever(terms: readonly Term[], table: Table): readonly Term[] {
  if (!asksForGroups(terms, table) || terms.some(measures)) return terms;
  return terms.map((term, index) => {
    const next = terms[index + 1]?.meanings[0];
    const isOfValue = NONE.test(term.text) && next?.kind === 'value' && next.column.derived === undefined;
    return isOfValue ? { ...term, meanings: [{ kind: 'never' }] } : term;
  });
}

/** "which types have more than 2 machines without lathe": what is counted leaves some out. */
function measures({ meanings: [meaning] }: Term): boolean {
  return MEASURING.has(meaning?.kind ?? 'stop');
}

const MEASURING = new Set<Kind>([
  'compare',
  'orCompare',
  'between',
  'rank',
  'adjective',
  'frequent',
  'function',
  'times',
]);

function asksForGroups(terms: readonly Term[], table: Table): boolean {
  return terms.some(({ text, meanings }, index) => {
    if (meanings[0]?.kind !== 'which') return false;
    if (/^who$/i.test(text)) return columnsFor('person', table).some((column) => !isUnique(column, table));
    const asked = terms[index + 1]?.meanings ?? [];
    return asked.some((one) => one.kind === 'column' && !isUnique(one.column, table));
  });
}
