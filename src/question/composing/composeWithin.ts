import { type Figure, named } from '../query/figure';
import type { Base, Query } from '../query/query';
import type { Having } from '../reading/comparisons';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import { isUnique, type Table } from '../tables/tables';
import { readable } from '../text/names';
import { sortOf } from './composeRows';
import type { Ranked } from './qualityFigure';
import { limitOf } from './rankLimit';

/** "the 2 biggest orders in each region", "top product per category by revenue", "highest price per category". */
export function composeWithin(
  sentence: Sentence,
  table: Table,
  base: Base,
  { figure, order }: Ranked,
  having: readonly Having[],
  parts: Parts,
): Query | null {
  const by = parts.by.map(({ name }) => name);
  if (having.length > 0) {
    sentence.problem('a condition on a figure inside each group is more than I can plan');
    return null;
  }
  const asked = parts.asked.filter((column) => !parts.by.includes(column));
  const areRows = asked.every((column) => isUnique(column, table));
  if (asked.length > 0 && !areRows) {
    const limit = limitOf(sentence, asked, parts);
    if (limit === null) return howMany(sentence);
    const groups = [...by, ...asked.map(({ name }) => name)];
    return {
      ...base,
      kind: 'groups',
      by: groups,
      figures: named([figure]),
      sort: sortOf(figure, order),
      limit,
      ties: parts.rank?.limit == null,
      within: by,
    };
  }
  if (figure.column === null) return howMany(sentence);
  if (asked.length === 0 && parts.rank?.limit == null && !sentence.namesRows()) {
    const extreme: Figure = { function: order === 'desc' ? 'max' : 'min', column: figure.column };
    return { ...base, kind: 'groups', by, figures: named([extreme]) };
  }
  const limit = limitOf(sentence, asked, parts);
  if (limit === null) return howMany(sentence);
  const { name } = figure.column;
  const ties = parts.rank?.limit == null;
  return { ...base, kind: 'list', sort: { by: name, order, label: readable(name) }, limit, ties, within: by };
}

function howMany(sentence: Sentence): null {
  sentence.problem('how many of each group? Say a number, such as “the 2 highest in each”');
  return null;
}

/** "most orders per region" counts them, "the 2 largest orders per region" names them: without a number it could be either. */
export function noteManyRows(sentence: Sentence, { by, each, rank }: Parts): void {
  if (!each || by.length === 0 || rank?.limit != null) return;
  const isMany = sentence.terms.some(
    ({ plural }, index) =>
      plural && (sentence.at(index, 'row') !== null || sentence.at(index, 'table') !== null),
  );
  if (isMany) howMany(sentence);
}
