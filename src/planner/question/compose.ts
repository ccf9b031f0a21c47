import type { Having } from './comparisons';
import { type Filter, filterOf } from './filter';
import type { Figure, Parts } from './parts';
import { figureName, figureWords } from './say';
import type { Sentence } from './sentence';
import { type Column, isKey, isMeasure, isRate, isUnique, measuresOf, type Table } from './tables';

/** A figure as `table.group` and `table.aggregate` take it. */
export interface NamedFigure {
  readonly function: Figure['function'];
  readonly column?: string;
  readonly as: string;
  readonly label: string;
}

/** What is to be done with a table: the kinds are the methods of the planner. */
export interface Composed {
  /**
   * `list` rows · `figure` one number · `groups` a figure a group · `distinct` number of distinct values ·
   * `share` a part in percent of the whole · `shares` every group's part
   */
  readonly kind: 'list' | 'figure' | 'groups' | 'distinct' | 'share' | 'shares';
  readonly filters: readonly Filter[];
  readonly by: readonly string[];
  /** Columns to make distinct before grouping: "how many products per category". */
  readonly unite: readonly string[];
  readonly figures: readonly NamedFigure[];
  readonly having: readonly Filter[];
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' } | null;
  readonly limit: number | null;
}

/** Puts the parts of a question together, or notes in the sentence why they do not fit. */
export function compose(
  sentence: Sentence,
  table: Table,
  filters: readonly Filter[],
  having: readonly Having[],
  parts: Parts,
): Composed | null {
  const base = { filters, by: [], unite: [], figures: [], having: [], sort: null, limit: null };
  const groups = groupsOf(sentence, filters, table, parts);
  if (parts.share) return composeShare(sentence, { ...base, filters }, groups, parts);
  if (parts.rank) return composeRank(sentence, table, base, groups, having, parts);
  if (having.length > 0 && groups.length === 0) {
    sentence.problem('a condition on a figure needs groups to hold for, such as "which regions …"');
    return null;
  }
  if (parts.distinct.length > 0) return composeDistinct(sentence, base, groups, parts);
  const figures = figuresOf(sentence, parts, having);
  if (groups.length > 0 && (parts.by.length > 0 || figures.length > 0)) {
    return composeGroups(sentence, table, base, groups, figures, having, parts);
  }
  if (groups.length > 0) return composeAsked(table, base, groups, parts);
  if (figures.length > 0) return composeFigure(sentence, base, figures, parts);
  return composeList(sentence, table, base, parts);
}

type Base = Omit<Composed, 'kind'>;

/** Columns that split the rows: after "by", asked with "which", or compared ("compare North and South"). */
function groupsOf(
  sentence: Sentence,
  filters: readonly Filter[],
  table: Table,
  parts: Parts,
): readonly Column[] {
  const groups = [...new Set([...parts.asked, ...parts.by])];
  const versus = sentence.open('versus');
  if (versus.length === 0) return groups;
  sentence.claim(...versus);
  if (groups.length > 0) return groups;
  const compared = filters.filter(({ value, operator }) => Array.isArray(value) && operator === '=');
  return table.columns.filter(({ name }) => compared.some(({ column }) => column === name));
}

/** A sum, unless a sum of that column says nothing. */
function usual(column: Column): Figure {
  return { function: isRate(column) ? 'average' : 'sum', column };
}

function figuresOf(sentence: Sentence, parts: Parts, having: readonly Having[]): readonly Figure[] {
  const asked = [...parts.figures, ...(listsColumns(sentence, parts) ? [] : parts.named.map(usual))];
  const conditions = having.map(({ function: name, column }): Figure => ({ function: name, column }));
  return uniqueFigures([...asked, ...conditions]);
}

/** "list product and price": the columns are to be shown, not added up. */
function listsColumns(sentence: Sentence, parts: Parts): boolean {
  if (parts.by.length > 0 || parts.asked.length > 0) return false;
  return sentence.terms.some((_, index) => {
    const [column] = sentence.isClaimed(index) ? [] : sentence.columnsAt(index);
    return column !== undefined && !isMeasure(column) && parts.named.length > 0 && sentence.has('list');
  });
}

function uniqueFigures(figures: readonly Figure[]): readonly Figure[] {
  const seen = new Set<string>();
  return figures.filter((figure) => {
    const name = figureName(figure);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function named(figures: readonly Figure[]): readonly NamedFigure[] {
  return figures.map((figure) => ({
    function: figure.function,
    ...(figure.column === null ? {} : { column: figure.column.name }),
    as: figureName(figure),
    label: figureWords(figure),
  }));
}

function composeRank(
  sentence: Sentence,
  table: Table,
  base: Base,
  groups: readonly Column[],
  having: readonly Having[],
  parts: Parts,
): Composed | null {
  const { rank } = parts;
  if (rank === null) return null;
  if (parts.asked.length > 0 && parts.by.length > 0) {
    sentence.problem('ranking inside each group is more than I can plan');
    return null;
  }
  if (parts.distinct.length > 0) {
    sentence.problem('I cannot rank by a number of distinct values');
    return null;
  }
  claimRows(sentence);
  const figure = rankFigure(sentence, table, groups, parts);
  if (figure === null) return null;
  const alone =
    groups.length === 0 || (groups.length === 1 && groups.every((column) => isUnique(column, table)));
  const given = parts.figures.length > 0;
  if (
    alone &&
    parts.by.length === 0 &&
    having.length === 0 &&
    (!given || groups.length > 0 || figure.column === null)
  ) {
    return composeRanked(sentence, base, groups, figure, rank, parts);
  }
  if (groups.length === 0) return rankedWithoutGroups(sentence, figure, rank);
  const figures = uniqueFigures([
    figure,
    ...parts.figures,
    ...having.map((one): Figure => ({ function: one.function, column: one.column })),
  ]);
  return {
    ...base,
    kind: 'groups',
    by: groups.map(({ name }) => name),
    figures: named(figures),
    having: havingOf(having),
    sort: { by: figureName(figure), order: rank.order },
    limit: rank.limit ?? (isSingular(sentence, groups) ? 1 : null),
  };
}

/** "highest average price" has no groups to choose from. */
function rankedWithoutGroups(sentence: Sentence, figure: Figure, rank: NonNullable<Parts['rank']>): null {
  if (rank.limit !== null) {
    sentence.problem(
      `I cannot tell of what the ${rank.limit} are wanted; name a column, such as "top ${rank.limit} products by …"`,
    );
    return null;
  }
  sentence.problem(
    `the ${rank.order === 'desc' ? 'highest' : 'lowest'} ${figureWords(figure)} of what? Name a column to compare`,
  );
  return null;
}

/** Rows in order: by a column, the first few of them; or the extreme value itself where no row is asked for. */
function composeRanked(
  sentence: Sentence,
  base: Base,
  groups: readonly Column[],
  figure: Figure,
  rank: NonNullable<Parts['rank']>,
  parts: Parts,
): Composed | null {
  const { column } = figure;
  if (column === null) {
    if (rank.limit !== null && sentence.has('first')) return { ...base, kind: 'list', limit: rank.limit };
    sentence.problem('I cannot tell by which column to rank the rows');
    return null;
  }
  const wantsRows =
    groups.length > 0 ||
    rank.limit !== null ||
    rank.columns.length > 0 ||
    parts.asked.length > 0 ||
    rowsNamed(sentence);
  if (!wantsRows) {
    const extreme: Figure = { function: rank.order === 'desc' ? 'max' : 'min', column };
    return { ...base, kind: 'figure', figures: named([extreme]) };
  }
  const limit = rank.limit ?? (isSingular(sentence, groups) ? 1 : null);
  return { ...base, kind: 'list', sort: { by: column.name, order: rank.order }, limit };
}

function rowsNamed(sentence: Sentence): boolean {
  return sentence.terms.some(({ meanings }) => meanings[0]?.kind === 'row' || meanings[0]?.kind === 'table');
}

function claimRows(sentence: Sentence): void {
  for (const kind of ['row', 'table'] as const) sentence.claim(...sentence.open(kind));
}

/** Whether one is asked for: "which region", "the largest order". */
function isSingular(sentence: Sentence, groups: readonly Column[]): boolean {
  const names = sentence.terms.filter(({ meanings }) =>
    meanings.some((meaning) =>
      groups.length === 0
        ? meaning.kind === 'row' || meaning.kind === 'table'
        : meaning.kind === 'column' && groups.includes(meaning.column),
    ),
  );
  return names.length > 0 && names.every(({ plural }) => !plural);
}

/** What is ranked by: a figure that is named, a column, an adjective's column, or how many rows there are. */
function rankFigure(
  sentence: Sentence,
  table: Table,
  groups: readonly Column[],
  parts: Parts,
): Figure | null {
  const [figure] = parts.figures;
  if (figure) return figure;
  const column = parts.named[0] ?? adjectiveColumn(sentence, table, parts);
  if (column) return extremeOf(column, parts);
  if (parts.rank?.columns.length) return null;
  if (groups.length > 0 && rowsNamed(sentence)) return { function: 'count', column: null };
  const measures = measuresOf(table);
  const [only] = measures;
  if (measures.length === 1 && only) return extremeOf(only, parts);
  sentence.problem(
    `ranked by what? The columns of numbers are ${measures.map(({ name }) => name).join(', ') || 'none'}`,
  );
  return null;
}

function extremeOf(column: Column, parts: Parts): Figure {
  if (!isMeasure(column) || isRate(column))
    return { function: parts.rank?.order === 'asc' ? 'min' : 'max', column };
  return { function: 'sum', column };
}

function adjectiveColumn(sentence: Sentence, table: Table, parts: Parts): Column | null {
  const words = parts.rank?.columns ?? [];
  if (words.length === 0) return null;
  const fitting = table.columns.filter(
    (column) =>
      column.stems.some((stem) => words.includes(stem)) || (column.type === 'date' && words.includes('date')),
  );
  const [only] = fitting;
  if (fitting.length === 1 && only) return only;
  sentence.problem(
    fitting.length === 0
      ? `there is no column of ${words.join(' or ')} to rank by`
      : `rank by ${fitting.map(({ name }) => `"${name}"`).join(' or ')}?`,
  );
  return null;
}

function composeGroups(
  sentence: Sentence,
  table: Table,
  base: Base,
  groups: readonly Column[],
  figures: readonly Figure[],
  having: readonly Having[],
  parts: Parts,
): Composed | null {
  const chosen =
    figures.length > 0 ? figures : rowsAsked(sentence) ? [{ function: 'count', column: null } as const] : [];
  if (chosen.length === 0) {
    const columns = measuresOf(table).map(({ name }) => name);
    sentence.problem(
      `what should be computed by ${groups.map(({ name }) => name).join(' and ')}: a count, or the total or average of ${columns.join(', ') || 'something'}?`,
    );
    return null;
  }
  claimRows(sentence);
  claimNouns(sentence);
  const sort = parts.sort && groupSort(parts.sort, chosen, groups);
  return {
    ...base,
    kind: 'groups',
    by: groups.map(({ name }) => name),
    figures: named(chosen),
    having: havingOf(having),
    sort: sort ?? null,
  };
}

function rowsAsked(sentence: Sentence): boolean {
  return sentence.terms.some(({ meanings }) => meanings[0]?.kind === 'row');
}

function groupSort(
  sort: NonNullable<Parts['sort']>,
  figures: readonly Figure[],
  groups: readonly Column[],
): Composed['sort'] {
  const { column } = sort.figure;
  if (column && groups.includes(column)) return { by: column.name, order: sort.order };
  const figure = figures.find((one) => one.column === column) ?? figures[0];
  return figure ? { by: figureName(figure), order: sort.order } : null;
}

function havingOf(having: readonly Having[]): readonly Filter[] {
  return having.map((one) => {
    const figure: Figure = { function: one.function, column: one.column };
    const filter = filterOf(
      { name: figureName(figure), type: 'number', stems: [], values: [], min: null, max: null },
      one.operator,
      one.value,
    );
    return { ...filter, label: `Keep ${figureWords(figure)} ${one.operator} ${one.value}` };
  });
}

/** "which regions …" without a figure: the distinct values, with how many rows each has; a unique name means rows. */
function composeAsked(table: Table, base: Base, groups: readonly Column[], parts: Parts): Composed {
  const unique = groups.length === 1 && groups.every((column) => isUnique(column, table) || isKey(column));
  const sort = parts.sort?.figure.column
    ? { by: parts.sort.figure.column.name, order: parts.sort.order }
    : null;
  if (unique) return { ...base, kind: 'list', sort };
  const count: Figure = { function: 'count', column: null };
  return { ...base, kind: 'groups', by: groups.map(({ name }) => name), figures: named([count]) };
}

function composeFigure(
  sentence: Sentence,
  base: Base,
  figures: readonly Figure[],
  parts: Parts,
): Composed | null {
  if (figures.length > 1) {
    sentence.problem('one figure at a time, or several by a column');
    return null;
  }
  if (parts.sort) {
    sentence.problem('one figure has no order');
    return null;
  }
  claimRows(sentence);
  claimNouns(sentence);
  return { ...base, kind: 'figure', figures: named(figures) };
}

/** "the average price of products": a noun for the rows. Only the plural is one; a singular may mean a group. */
function claimNouns(sentence: Sentence): void {
  for (let index = 0; index < sentence.terms.length; index++) {
    if (sentence.isClaimed(index) || sentence.columnsAt(index).length === 0) continue;
    if (sentence.terms[index]?.plural) sentence.claim(index);
    else
      sentence.problem(
        `say "by ${sentence.terms[index]?.text}" if that is how to group, or name one of its values`,
      );
  }
}

function composeDistinct(
  sentence: Sentence,
  base: Base,
  groups: readonly Column[],
  parts: Parts,
): Composed | null {
  if (parts.figures.length > 0 || parts.named.length > 0) {
    sentence.problem('a number of distinct values stands alone');
    return null;
  }
  claimRows(sentence);
  claimNouns(sentence);
  const count: Figure = { function: 'count', column: null };
  const names = parts.distinct.map(({ name }) => name);
  if (groups.length === 0) return { ...base, kind: 'distinct', unite: names, figures: named([count]) };
  const by = groups.map(({ name }) => name);
  return { ...base, kind: 'groups', unite: [...new Set([...by, ...names])], by, figures: named([count]) };
}

function composeShare(
  sentence: Sentence,
  base: Base,
  groups: readonly Column[],
  parts: Parts,
): Composed | null {
  const asked = uniqueFigures([
    ...parts.figures,
    ...parts.named.map((column): Figure => ({ function: 'sum', column })),
  ]);
  const figure = asked[0] ?? { function: 'count' as const, column: null };
  if (asked.length > 1 || (figure.function !== 'sum' && figure.function !== 'count')) {
    sentence.problem('a share is of one sum or of a count');
    return null;
  }
  claimRows(sentence);
  claimNouns(sentence);
  if (groups.length > 0)
    return { ...base, kind: 'shares', by: groups.map(({ name }) => name), figures: named([figure]) };
  if (base.filters.length > 0) return { ...base, kind: 'share', figures: named([figure]) };
  sentence.problem('a share of what? Name a value, or a column to group by');
  return null;
}

function composeList(sentence: Sentence, table: Table, base: Base, parts: Parts): Composed | null {
  const names = sentence.terms.some((_, index) => sentence.columnsAt(index).length > 0);
  if (!names && base.filters.length === 0 && !rowsNamed(sentence)) {
    sentence.problem(`nothing in it names a column or a value of ${table.name}`);
    return null;
  }
  const shown = shownColumn(sentence, table);
  claimRows(sentence);
  claimColumns(sentence);
  const sort = parts.sort;
  const by = sort?.figure.column?.name;
  if (sort && by === undefined) {
    sentence.problem('sorted by which column?');
    return null;
  }
  if (shown && !by) return composeAsked(table, base, [shown], parts);
  return { ...base, kind: 'list', sort: sort && by !== undefined ? { by, order: sort.order } : null };
}

/** "list the regions": one column that repeats its values, and nothing else, asks for those values. */
function shownColumn(sentence: Sentence, table: Table): Column | null {
  const open = sentence.terms.flatMap((_, index) =>
    sentence.isClaimed(index) ? [] : sentence.columnsAt(index),
  );
  const [only] = open;
  if (open.length !== 1 || !only || rowsNamed(sentence) || only.type !== 'text') return null;
  return only.values.length < table.rows ? only : null;
}

function claimColumns(sentence: Sentence): void {
  for (let index = 0; index < sentence.terms.length; index++) {
    if (!sentence.isClaimed(index) && sentence.columnsAt(index).length > 0) sentence.claim(index);
  }
}
