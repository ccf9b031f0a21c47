import { onlyOf } from '#base';
import type { NamedFigure } from '../query/figure';
import type { Query } from '../query/query';
import { type Column, isId, nounsOf, type Table } from '../tables/tables';
import { plural, readable } from '../text/names';
import { capital, extreme } from './cards';

/** What the answer is called: "Top 3 products by total revenue (region = North)". */
export function answerWords(table: Table, query: Query): string {
  const conditions = [
    ...[...query.filters, ...query.having].map(({ words }) => words),
    ...unreadWords(table, query),
    ...pairsWords(table, query),
    ...totalsWords(table),
    ...cautions(table, query),
    ...(query.once ? ['repeated rows once'] : []),
    ...wideWords(table),
    ...joinedWords(table),
    ...hoursWords(table, query),
    ...query.notes,
  ].filter((words) => words !== '');
  const condition = conditions.length === 0 ? '' : ` (${conditions.join(', ')})`;
  return capital(`${subjectOf(table, query)}${condition}`);
}

/** What is missing from a figure is said with it: cells that are not what a person said they are. */
function unreadWords(table: Table, { filters, figures, by, unite, sort }: Query): readonly string[] {
  const used = new Set([
    ...filters.map(({ column }) => column),
    ...figures.flatMap(({ column, per }) => [column, per]),
    ...[...by, ...unite, sort?.by],
  ]);
  return table.columns.flatMap(({ name, unread }) =>
    unread > 0 && used.has(name)
      ? [`without ${unread} ${unread === 1 ? 'cell' : 'cells'} of ${readable(name)} that cannot be read`]
      : [],
  );
}

/** Where cells are empty a ratio is of fewer rows than either of its sums would be. */
function pairsWords(table: Table, { figures }: Query): readonly string[] {
  const isGapped = (name: string | undefined) =>
    table.columns.some((column) => column.name === name && column.empty > 0);
  return figures
    .filter(({ column, per }) => per !== undefined && (isGapped(column) || isGapped(per)))
    .map(({ column = '', per = '' }) => `of rows with both ${readable(column)} and ${readable(per)}`);
}

/** Rows that sum up others are never added up with them; those that only may be such are, and both is said. */
function totalsWords({ totals: { leftOut, inDoubt } }: Table): readonly string[] {
  return [...rowsNamed('without', leftOut), ...rowsNamed('with', inDoubt)];
}

function rowsNamed(joint: string, labels: readonly string[]): readonly string[] {
  const [first, second, ...more] = [...new Set(labels)].map((label) => `“${label}”`);
  if (first === undefined) return [];
  if (second === undefined) return [`${joint} the row${labels.length === 1 ? '' : 's'} ${first}`];
  return [
    `${joint} the rows ${more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`}`,
  ];
}

/** “7:30” is hours and minutes where the question speaks of hours, and the answer says so. */
function hoursWords(table: Table, { filters, figures, sort }: Query): readonly string[] {
  const used = new Set([
    ...filters.map(({ column }) => column),
    ...figures.flatMap(({ column, per }) => [column, per]),
    sort?.by,
  ]);
  return table.columns.flatMap(({ name, derived }) =>
    derived?.left !== undefined && derived.readAs && used.has(name)
      ? [`“${readable(derived.left)}” is read as hours and minutes`]
      : [],
  );
}

/** Columns that are read as rows. */
function wideWords({ wide }: Table): readonly string[] {
  return wide ? [`“${wide.columns[0]}” to “${wide.columns.at(-1)}” as rows`] : [];
}

/** Which two tables, by what, and what stands in one of them alone. */
function joinedWords({ name, joined }: Table): readonly string[] {
  if (!joined) return [];
  const by = joined.on.toLowerCase() === joined.rightOn.toLowerCase() ? '' : ` = “${joined.rightOn}”`;
  const tables =
    joined.kind === 'left'
      ? `${name} and ${joined.name} by “${joined.on}”${by}`
      : `no row in ${joined.name} by “${joined.on}”${by}`;
  return [tables, ...joined.words];
}

/** "total net in EUR": a number alone does not say what it counts. */
function figureIn(table: Table, { label, column, per, function: name }: NamedFigure): string {
  if (per !== undefined) return label;
  const unit = table.columns.find((one) => one.name === column)?.unit ?? '';
  return unit === '' || name === 'count' || label.endsWith(` ${unit}`) || label.endsWith(`(${unit})`)
    ? label
    : `${label} in ${unit}`;
}

function subjectOf(table: Table, query: Query): string {
  const figures = query.figures.map(({ label }) => label).join(' and ');
  const groups = query.by.map(readable).join(' and ');
  switch (query.kind) {
    case 'figure':
      return query.figures.map((figure) => figureIn(table, figure)).join(' and ');
    case 'distinct':
      return figures;
    case 'share':
      if (query.having.length > 0)
        return `${query.by.map(plural).join(' and ')} without ${query.part.map(({ words }) => words).join(' and ')}`;
      return `share of the ${figures} in percent with ${query.part.map(({ words }) => words).join(' and ')}${query.by.length === 0 ? '' : `, by ${groups}`}`;
    case 'shares':
      return `share of the ${figures} by ${groups} in percent`;
    case 'groups':
      return groupWords(query, figures, groups);
    case 'running':
      return `${figures} by ${groups} with its running total`;
    case 'growth':
      return growthWords(query, figures);
    case 'summary':
      return summaryWords(query);
    case 'list':
      return listWords(table.name, query);
  }
}

function groupWords(query: Query, figures: string, groups: string): string {
  const { sort, limit } = query;
  // What is asked is who has both, and not how many of the two.
  if (isOfBoth(query)) return query.by.map(plural).join(' and ');
  if (limit === null) return `${figures} by ${groups}`;
  if (query.within.length > 0) return withinWords(query, figures);
  if (limit === 1 && sort)
    return `${groups} with the ${mostOf(sort)} ${figures.replace(/^(?:lowest|highest) /, '')}`;
  return `${extreme(sort)} ${limit} ${query.by.map(plural).join(' and ')} by ${figures}`;
}

function isOfBoth({ having, unite, by }: Query): boolean {
  return having.length > 0 && unite.length > by.length;
}

function withinWords({ by, within, sort, limit }: Query, figures: string): string {
  const ranked = by.filter((column) => !within.includes(column));
  const groups = within.map(readable).join(' and ');
  return `${extreme(sort)} ${limit} ${ranked.map(plural).join(' and ')} by ${figures} in each ${groups}`;
}

/** Groups that have no row have no figure either, and an average is not over them. */
function summaryWords({ over, within, having, by }: Query): string {
  const label = over?.label ?? '';
  if (having.length > 0) return label;
  const split = within.length === 0 ? '' : ` by ${within.map(readable).join(' and ')}`;
  const inner = by.filter((column) => !within.includes(column)).map(plural);
  return `${label}${split}, of the ${inner.join(' and ')} that have rows`;
}

function growthWords({ growth, sort, limit, by }: Query, figures: string): string {
  const groups = by.filter((column) => column !== growth?.over).map(readable);
  const span = `of the ${figures} from ${growth?.from} to ${growth?.to}`;
  const named = groups.length === 0 ? `growth ${span}` : `growth ${span} by ${groups.join(' and ')}`;
  if (limit === null || !sort) return named;
  if (limit === 1) return `${groups.join(' and ')} with the ${mostOf(sort)} growth ${span}`;
  return `${extreme(sort)} ${limit} ${groups.map(plural).join(' and ')} by growth ${span}`;
}

function listWords(table: string, { sort, limit, within }: Query): string {
  if (limit === null) return `rows of ${table}`;
  const rows = limit === 1 ? 'row' : `${limit} rows`;
  if (sort === null) return `first ${rows} of ${table}`;
  const each = within.length === 0 ? '' : ` in each ${within.map(readable).join(' and ')}`;
  return `${rows} of ${table} with the ${mostOf(sort)} ${sort.label}${each}`;
}

function mostOf(sort: NonNullable<Query['sort']>): string {
  return sort.order === 'asc' ? 'lowest' : 'highest';
}

/** What an answer took for one and for many, where a person could have meant otherwise. */
function cautions(table: Table, query: Query): readonly string[] {
  return [...spellings(table, query), ...sharedIds(table, query)];
}

/** Values that differ in capitals alone are one, in filters as in groups. */
function spellings(table: Table, { filters, by }: Query): readonly string[] {
  return table.columns.flatMap(({ name, values, derived }) => {
    if (derived) return [];
    const kept = filters.filter(({ column, operator }) => column === name && ['=', '!='].includes(operator));
    const said = kept.flatMap(({ value }) => (Array.isArray(value) ? value : [value])).map(lower);
    const meant = by.includes(name) ? values : values.filter((value) => said.includes(lower(value)));
    const first = meant.find((value) => spellingsOf(value, meant).length > 1);
    return first === undefined ? [] : [`${listed(spellingsOf(first, meant))} are one ${readable(name)}`];
  });
}

function spellingsOf(value: string, among: readonly string[]): readonly string[] {
  return among.filter((other) => lower(other) === lower(value));
}

/** "how many students", where an id stands in several rows: each row counts, unless the question says once. */
function sharedIds(table: Table, { kind, figures, filters, by, once }: Query): readonly string[] {
  const counts = figures.length > 0 && figures.every(({ function: name }) => name === 'count');
  if (!counts || once || kind === 'distinct' || kind === 'growth') return [];
  const id = onlyOf(
    table.columns,
    (column) =>
      isId(column) &&
      namesRowsOf(table, column) &&
      column.distinct !== null &&
      column.distinct < table.rows - column.empty,
  );
  const hasKey = table.columns.some(({ identifies }) => identifies);
  if (!id || hasKey || by.includes(id.name)) return [];
  const name = readable(id.name);
  return [
    filters.length + by.length > 0
      ? `each row counts, and some share their ${name}`
      : `each row counts; ${id.distinct} different ${name}`,
  ];
}

/** "id", or "student id" in a table of students: that of a customer in a table of orders may well repeat. */
function namesRowsOf(table: Table, { stems }: Column): boolean {
  return stems.length === 1 || nounsOf(table).some((stem) => stems.includes(stem));
}

function lower(value: unknown): string {
  return String(value).trim().toLowerCase();
}

function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `“${value}”`);
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
