import { COUNT, named } from '../query/figure';
import { type Filter, filterOf } from '../query/filter';
import type { Base, Query } from '../query/query';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import type { Sides } from '../reading/sides';
import type { Column, Table } from '../tables/tables';
import { readable } from '../text/names';
import { changed, comparedFigure } from './composeGrowth';

/** One figure of two periods or of two values, side by side with their difference. */
export function composeSides(
  sentence: Sentence,
  table: Table,
  base: Base,
  groups: readonly Column[],
  parts: Parts,
  sides: Sides,
): Query | null {
  if (parts.rank !== null || parts.distinct.length > 0 || parts.share) {
    sentence.problem(
      'I can set one figure of two sides beside each other; the highest, a share or a number of different values of them is more than I can plan',
    );
    return null;
  }
  if (base.filters.some((filter) => filter.column === sides.column.name && sides.spans === null)) {
    sentence.problem(
      `I can compare two values of “${readable(sides.column.name)}”, and no third beside them`,
    );
    return null;
  }
  const counts = parts.figures.length === 0 && parts.named.length === 0 && sentence.namesPlainRows();
  const figure = counts ? COUNT : comparedFigure(sentence, table, parts);
  if (figure === null) return null;
  sentence.claimRows();
  sentence.claimNouns();
  const { column, names, spans } = sides;
  const over = spans === null ? column.name : spanColumn(table);
  const [from, to] = names;
  const isAmount = figure.function === 'sum' || figure.function === 'count';
  return {
    ...base,
    kind: 'growth',
    filters: [keptSides(sides, over), ...base.filters],
    spans: spans && { column: column.name, as: over, spans },
    by: [...groups.filter((group) => group !== column).map(({ name }) => name), over],
    figures: named([figure]),
    having: parts.asked.length > 0 && sides.direction !== 'either' ? [changed(sides.direction)] : [],
    growth: { over, from, to, ...(isAmount ? { missing: 0 } : {}) },
  };
}

/** What the column of the two periods is called, unless the table has one of that name. */
function spanColumn({ columns }: Table): string {
  return columns.some(({ name }) => name === 'period') ? 'compared period' : 'period';
}

/** The rows of both sides; of periods the answer says in which column they lie. */
function keptSides({ column, names, spans }: Sides, over: string): Filter {
  if (spans === null) return { ...filterOf(column, '=', [...names]), words: '' };
  const words = `by ${readable(column.name)}`;
  return { column: over, operator: 'filled', value: null, words, label: 'Keep both periods' };
}
