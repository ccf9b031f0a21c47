import type { Query } from '../query/query';
import { type Column, isId, nounsOf, type Table } from '../tables/tables';
import { readable } from '../text/names';

/** What an answer took for one and for many, where a person could have meant otherwise. */
export function cautions(table: Table, query: Query): readonly string[] {
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
  const [id, ...others] = table.columns.filter(
    (column) =>
      isId(column) &&
      namesRowsOf(table, column) &&
      column.distinct !== null &&
      column.distinct < table.rows - column.empty,
  );
  const hasKey = table.columns.some(({ identifies }) => identifies);
  if (!id || others.length > 0 || hasKey || by.includes(id.name)) return [];
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
