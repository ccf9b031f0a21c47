import { capital, extreme } from './cards';
import type { Composed } from './composed';
import { plural, readable } from './figure';

/** What the answer is called: "Top 3 products by total revenue (region = North)". */
export function answerWords(table: string, composed: Composed): string {
  const conditions = [...composed.filters, ...composed.having]
    .map(({ words }) => words)
    .filter((words) => words !== '');
  const condition = conditions.length === 0 ? '' : ` (${conditions.join(', ')})`;
  return capital(`${subjectOf(table, composed)}${condition}`);
}

function subjectOf(table: string, composed: Composed): string {
  const figures = composed.figures.map(({ label }) => label).join(' and ');
  const groups = composed.by.map(readable).join(' and ');
  switch (composed.kind) {
    case 'figure':
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
      return listWords(table, composed);
  }
}

function groupWords(composed: Composed, figures: string, groups: string): string {
  const { sort, limit } = composed;
  if (limit === null) return `${figures} by ${groups}`;
  if (limit === 1 && sort)
    return `${groups} with the ${mostOf(sort)} ${figures.replace(/^(?:lowest|highest) /, '')}`;
  return `${extreme(sort)} ${limit} ${composed.by.map(plural).join(' and ')} by ${figures}`;
}

function growthWords({ growth, sort, limit, by }: Composed, figures: string): string {
  const groups = by.filter((column) => column !== growth?.over).map(readable);
  const span = `of the ${figures} from ${growth?.from} to ${growth?.to}`;
  const named = groups.length === 0 ? `growth ${span}` : `growth ${span} by ${groups.join(' and ')}`;
  if (limit === null || !sort) return named;
  if (limit === 1) return `${groups.join(' and ')} with the ${mostOf(sort)} growth ${span}`;
  return `${extreme(sort)} ${limit} ${groups.map(plural).join(' and ')} by growth ${span}`;
}

function listWords(table: string, { sort, limit }: Composed): string {
  if (limit === null) return `rows of ${table}`;
  const rows = limit === 1 ? 'row' : `${limit} rows`;
  if (sort === null) return `first ${rows} of ${table}`;
  return `${rows} of ${table} with the ${mostOf(sort)} ${sort.label}`;
}

function mostOf(sort: NonNullable<Composed['sort']>): string {
  return sort.order === 'asc' ? 'lowest' : 'highest';
}
