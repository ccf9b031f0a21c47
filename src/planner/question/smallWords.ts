import type { Composed } from './composed';
import { recordsDeals } from './deals';
import type { Filter } from './filter';
import type { Parts } from './parts';
import type { Sentence } from './sentence';
import type { Table } from './tables';
import { isIn, unitWord } from './units';

/**
 * Words that mean something only beside others: each is taken where what it says is true of the reading, and is a reason
 * to refuse where it is not, or could say something else.
 */
export function readSmallWords(sentence: Sentence, table: Table, composed: Composed, parts: Parts): void {
  readOnly(sentence, composed, parts);
  readTogether(sentence, composed);
  if (recordsDeals(table)) sentence.claim(...sentence.open('trade'));
  for (const place of sentence.open('unit')) readUnit(sentence, table, place);
  readEitherOrBoth(sentence, composed.filters, parts);
}

/** "only orders of Lamp" narrows; "customers who bought only Lamp" says that they bought nothing else. */
function readOnly(sentence: Sentence, { filters, having, limit, kind }: Composed, parts: Parts): void {
  const places = sentence.open('only');
  if (places.length === 0) return;
  const narrows = filters.length > 0 || having.length > 0 || limit !== null;
  const ofOthers = parts.asked.length > 0 || parts.distinct.length > 0 || kind === 'distinct';
  if (narrows && !ofOthers) sentence.claim(...places);
}

/** Of several values one sum is computed; of things that come together it says more. */
function readTogether(sentence: Sentence, { figures, kind }: Composed): void {
  const isSum = kind === 'figure' || kind === 'groups';
  const [figure, ...others] = figures;
  if (isSum && others.length === 0 && figure?.function === 'sum')
    sentence.claim(...sentence.open('together'));
}

function readUnit(sentence: Sentence, table: Table, place: number): void {
  const units = sentence.at(place, 'unit')?.units ?? [];
  sentence.claim(place);
  if (table.columns.some(({ unit }) => isIn(unit, units))) return;
  sentence.problem(`no column of ${table.name} counts in ${unitWord(units)}`);
}

/** "customers who bought Lamp and Desk": either of them, or both? */
function readEitherOrBoth(
  sentence: Sentence,
  filters: readonly Filter[],
  { asked, distinct, by }: Parts,
): void {
  const others = [...asked, ...distinct];
  for (const { column, value, operator } of filters) {
    if (!Array.isArray(value) || operator !== '=' || !saysAnd(sentence, value)) continue;
    const isOfAnother = others.some(({ name, derived }) => name !== column && derived === undefined);
    if (!isOfAnother || by.some(({ name }) => name === column)) continue;
    sentence.problem(`"${value.join('" and "')}": either of them, or both? Say "or" for either`);
  }
}

function saysAnd(sentence: Sentence, values: readonly unknown[]): boolean {
  return sentence.terms.some((_, index) => {
    if (!sentence.read(index, 'and')) return false;
    const sides = [sentence.before(index), sentence.next(index)].map((at) => sentence.read(at, 'value'));
    return sides.every((side) => side?.values.some((value) => values.includes(value)));
  });
}
