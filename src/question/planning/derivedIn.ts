import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Query } from '../query/query';
import type { Column, Table } from '../tables/tables';
import { fitting } from '../text/names';

/** The columns that must be made before anything can look at them, as the steps that make them. */
export function derivedIn(
  table: Table,
  { by, unite, filters, part, figures, sort, spans }: Query,
  computed: readonly Column[],
): readonly Json[] {
  const used = new Set([
    ...by,
    ...unite,
    ...[...filters, ...part, ...filters.flatMap(({ or = [] }) => or)].map(({ column }) => column),
    ...figures.flatMap(({ column, per }) => [column, per]),
    sort?.by,
  ]);
  const known = new Map([...table.columns, ...computed].map((column) => [column.name, column]));
  const needed = [...known.values()].filter(({ name, derived }) => derived && used.has(name));
  const named: readonly Json[] = spans === null ? [] : [spansStep(spans)];
  const made = needed.flatMap(({ name, derived }): Json[] => {
    if (!derived) return [];
    if ('period' in derived) {
      const label = fitting(`Add the ${name}`, `Add the ${derived.period}`);
      return [{ kind: 'period', column: derived.from, period: derived.period, as: name, label }];
    }
    return [
      {
        kind: 'computed',
        left: derived.left,
        operation: derived.operation,
        right: derived.right,
        as: name,
        label: fitting(`Compute ${name}`, 'Compute a column'),
      },
    ];
  });
  return [...made, ...named];
}

/** How columns are to be read where the question says what they are, or has only one way to take them. */
export function readAs(table: Table, derive: readonly Json[], query: Query): readonly JsonObject[] {
  const made = new Set(derive.flatMap((step) => (isJsonObject(step) ? [step.as] : [])));
  const used = new Set([
    ...[...query.filters, ...query.part].map(({ column }) => column),
    ...query.figures.flatMap(({ column, per }) => [column, per]),
    ...derive.flatMap((step) => (isJsonObject(step) ? [step.left, step.right] : [])),
    query.sort?.by,
  ]);
  return table.columns.flatMap(({ name, derived, readAs: own }): JsonObject[] => {
    if (derived && 'left' in derived && derived.readAs && made.has(name))
      return [{ name: derived.left, ...derived.readAs }];
    return own && used.has(name) ? [{ name, ...own }] : [];
  });
}

function spansStep({ column, as, spans }: NonNullable<Query['spans']>): Json {
  return { kind: 'spans', column, as, spans: spans.map((span) => ({ ...span })), label: 'Name both periods' };
}
