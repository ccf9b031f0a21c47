import type { Json } from '#base';
import type { Composed } from './composed';
import { fitting } from './fitting';
import type { Column, Table } from './tables';

/** The columns that must be made before anything can look at them, as the steps that make them. */
export function derivedIn(
  table: Table,
  { by, unite, filters, figures, sort }: Composed,
  computed: readonly Column[],
): readonly Json[] {
  const used = new Set([
    ...by,
    ...unite,
    ...filters.map(({ column }) => column),
    ...figures.map(({ column }) => column),
    sort?.by,
  ]);
  const needed = [...table.columns, ...computed].filter(({ name, derived }) => derived && used.has(name));
  return needed.flatMap(({ name, derived }): Json[] => {
    if (!derived) return [];
    if ('period' in derived) {
      const label = fitting(`Add the ${name}`, `Add the ${derived.period}`);
      return [{ kind: 'period', column: derived.from, period: derived.period, as: name, label }];
    }
    return [
      { kind: 'computed', ...derived, as: name, label: fitting(`Compute ${name}`, 'Compute a column') },
    ];
  });
}
