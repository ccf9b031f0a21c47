import type { Having } from './comparisons';
import type { Base, Composed } from './composed';
import { havingOf, sortOf } from './composeRows';
import { composeWithin, noteManyRows } from './composeWithin';
import { COUNT, extremeOf, type Figure, figureWords, named, readable, unique } from './figure';
import type { Parts } from './parts';
import { limitOf } from './rankLimit';
import type { Sentence } from './sentence';
import { type Column, isUnique, mainMeasure, measuresOf, type Table } from './tables';

/** "top 3 products by revenue", "which region has the highest average price", "the five largest orders". */
export function composeRank(
  sentence: Sentence,
  table: Table,
  base: Base,
  groups: readonly Column[],
  having: readonly Having[],
  parts: Parts,
): Composed | null {
  const order = parts.rank?.order ?? 'desc';
  if (parts.distinct.length > 0) {
    sentence.problem('I cannot rank by a number of distinct values');
    return null;
  }
  if (parts.asked.length === 0 && sentence.terms.some(({ text }) => /^who(m|se)?$/i.test(text))) {
    sentence.problem('which column says who? Name it, such as "which customer …"');
    return null;
  }
  const isSales = sentence.namesSales();
  if (parts.asked.length === 0) noteManyRows(sentence, parts);
  sentence.claimRows();
  const figure = rankFigure(sentence, table, groups, order, parts, isSales);
  if (figure === null) return null;
  if (parts.by.length > 0 && (parts.each || parts.asked.length > 0)) {
    return composeWithin(sentence, table, base, figure, having, parts);
  }
  const rowsAlone =
    parts.by.length === 0 && having.length === 0 && groups.every((column) => isUnique(column, table));
  if (rowsAlone && figure.column !== null && (parts.figures.length === 0 || groups.length > 0)) {
    return composeRows(sentence, base, groups, figure.column, order, parts);
  }
  if (groups.length === 0) {
    sentence.problem(`of what is the ${figureWords(figure)} to be compared? Name a column`);
    return null;
  }
  const conditions = having.map((one): Figure => ({ function: one.function, column: one.column }));
  return {
    ...base,
    kind: 'groups',
    by: groups.map(({ name }) => name),
    figures: named(unique([figure, ...parts.figures, ...conditions])),
    having: havingOf(having),
    sort: sortOf(figure, order),
    limit: limitOf(sentence, groups, parts),
  };
}

/** Rows in order, the first few of them; or the extreme value itself where no row is asked for. */
function composeRows(
  sentence: Sentence,
  base: Base,
  groups: readonly Column[],
  column: Column,
  order: 'asc' | 'desc',
  parts: Parts,
): Composed {
  const rank = parts.rank;
  const wantsRows =
    groups.length > 0 ||
    rank?.limit != null ||
    rank?.columns.length !== 0 ||
    parts.sort !== null ||
    sentence.namesRows();
  if (!wantsRows) {
    return {
      ...base,
      kind: 'figure',
      figures: named([{ function: order === 'desc' ? 'max' : 'min', column }]),
    };
  }
  return {
    ...base,
    kind: 'list',
    sort: { by: column.name, order, label: readable(column.name) },
    limit: limitOf(sentence, groups, parts),
  };
}

/** What is ranked by: a figure that is named, a column, an adjective's column, or how many rows there are. */
function rankFigure(
  sentence: Sentence,
  table: Table,
  groups: readonly Column[],
  order: 'asc' | 'desc',
  parts: Parts,
  isSales: boolean,
): Figure | null {
  const [figure] = parts.figures;
  if (figure) return figure;
  const [column] = parts.named;
  if (column) return extremeOf(column, order);
  if (parts.sort?.figure) return sortFigure(parts.sort.figure, order);
  if (parts.rank?.columns.length) return adjectiveFigure(sentence, table, order, parts.rank.columns);
  const main = mainMeasure(table);
  if (main && groups.length > 0 && isSales) return extremeOf(main, order);
  if (groups.length > 0 && sentence.namesRows()) return COUNT;
  // "what sold best?" does not even say best of what.
  const saysOfWhat = groups.length > 0 || sentence.namesRows() || parts.rank?.limit != null;
  if (main && (saysOfWhat || measuresOf(table).length === 1)) return extremeOf(main, order);
  sentence.problem(
    `ranked by what: ${
      measuresOf(table)
        .map(({ name }) => name)
        .join(', ') || 'there is no column of numbers'
    }?`,
  );
  return null;
}

/** "top 5 cities sorted by score" gives no figure of its own: a plain column stands for its usual one. */
function sortFigure(figure: Figure, order: 'asc' | 'desc'): Figure {
  return figure.column !== null && figure.function === 'max' ? extremeOf(figure.column, order) : figure;
}

/** "cheapest" compares single rows, "best selling" what comes together. */
function adjectiveFigure(
  sentence: Sentence,
  table: Table,
  order: 'asc' | 'desc',
  words: readonly string[],
): Figure | null {
  const fitting = table.columns.filter(
    (column) =>
      column.derived === undefined &&
      (column.stems.some((stem) => words.includes(stem)) ||
        (column.type === 'date' && words.includes('date'))),
  );
  const text = fitting.find(({ type }) => type === 'text');
  if (text) {
    sentence.problem(
      `"${text.name}" holds text${text.values[0] ? ` such as '${text.values[0]}'` : ''}, which has no order of size; read it as numbers or dates`,
    );
    return null;
  }
  const [only] = fitting;
  if (fitting.length === 1 && only) {
    return words.includes('quantity')
      ? extremeOf(only, order)
      : { function: order === 'asc' ? 'min' : 'max', column: only };
  }
  sentence.problem(
    fitting.length === 0
      ? `there is no column of ${words.join(' or ')} to rank by`
      : `ranked by ${fitting.map(({ name }) => `"${name}"`).join(' or ')}?`,
  );
  return null;
}
