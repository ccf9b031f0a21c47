import { capital, extreme } from './cards';
import type { Composed } from './composed';
import { type NamedFigure, plural, readable } from './figure';
import type { Table } from './tables';

/** What the answer is called: "Top 3 products by total revenue (region = North)". */
export function answerWords(table: Table, composed: Composed): string {
  const conditions = [
    ...[...composed.filters, ...composed.having].map(({ words }) => words),
    ...unreadWords(table, composed),
  ].filter((words) => words !== '');
  const condition = conditions.length === 0 ? '' : ` (${conditions.join(', ')})`;
  return capital(`${subjectOf(table, composed)}${condition}`);
}

/** What is missing from a figure is said with it: cells that are not what a person said they are. */
function unreadWords(table: Table, { filters, figures, by, unite, sort }: Composed): readonly string[] {
  const used = new Set([
    ...filters.map(({ column }) => column),
    ...figures.map(({ column }) => column),
    ...[...by, ...unite, sort?.by],
  ]);
  return table.columns.flatMap(({ name, unread }) =>
    unread > 0 && used.has(name)
      ? [`without ${unread} ${unread === 1 ? 'cell' : 'cells'} of ${readable(name)} that cannot be read`]
      : [],
  );
}

/** "total net in EUR": a number alone does not say what it counts. */
function figureIn(table: Table, { label, column, function: name }: NamedFigure): string {
  const unit = table.columns.find((one) => one.name === column)?.unit ?? '';
  return unit === '' || name === 'count' ? label : `${label} in ${unit}`;
}

function subjectOf(table: Table, composed: Composed): string {
  const figures = composed.figures.map(({ label }) => label).join(' and ');
  const groups = composed.by.map(readable).join(' and ');
  switch (composed.kind) {
    case 'figure':
      return composed.figures.map((figure) => figureIn(table, figure)).join(' and ');
    case 'distinct':
      return figures;
    case 'share':
      return `share of the ${figures} in percent`;
    case 'shares':
      return `share of the ${figures} by ${groups} in percent`;
    case 'groups':
      return groupWords(composed, figures, groups);
    case 'growth':
      return growthWords(composed, figures);
    case 'list':
      return listWords(table.name, composed);
  }
}

function groupWords(composed: Composed, figures: string, groups: string): string {
  const { sort, limit } = composed;
  if (limit === null) return `${figures} by ${groups}`;
  if (composed.within.length > 0) return withinWords(composed, figures);
  if (limit === 1 && sort)
    return `${groups} with the ${mostOf(sort)} ${figures.replace(/^(?:lowest|highest) /, '')}`;
  return `${extreme(sort)} ${limit} ${composed.by.map(plural).join(' and ')} by ${figures}`;
}

function withinWords({ by, within, sort, limit }: Composed, figures: string): string {
  const ranked = by.filter((column) => !within.includes(column));
  const groups = within.map(readable).join(' and ');
  return `${extreme(sort)} ${limit} ${ranked.map(plural).join(' and ')} by ${figures} in each ${groups}`;
}

function growthWords({ growth, sort, limit, by }: Composed, figures: string): string {
  const groups = by.filter((column) => column !== growth?.over).map(readable);
  const span = `of the ${figures} from ${growth?.from} to ${growth?.to}`;
  const named = groups.length === 0 ? `growth ${span}` : `growth ${span} by ${groups.join(' and ')}`;
  if (limit === null || !sort) return named;
  if (limit === 1) return `${groups.join(' and ')} with the ${mostOf(sort)} growth ${span}`;
  return `${extreme(sort)} ${limit} ${groups.map(plural).join(' and ')} by growth ${span}`;
}

function listWords(table: string, { sort, limit, within }: Composed): string {
  if (limit === null) return `rows of ${table}`;
  const rows = limit === 1 ? 'row' : `${limit} rows`;
  if (sort === null) return `first ${rows} of ${table}`;
  const each = within.length === 0 ? '' : ` in each ${within.map(readable).join(' and ')}`;
  return `${rows} of ${table} with the ${mostOf(sort)} ${sort.label}${each}`;
}

function mostOf(sort: NonNullable<Composed['sort']>): string {
  return sort.order === 'asc' ? 'lowest' : 'highest';
}
