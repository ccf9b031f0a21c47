import { COUNT, named } from '../query/figure';
import type { Base, Query } from '../query/query';
import type { Having } from '../reading/comparisons';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import type { Column, Table } from '../tables/tables';
import { readable } from '../text/names';

/** "which employees never worked on Nordlicht": the groups none of whose rows is such a one. */
export function composeNever(
  sentence: Sentence,
  table: Table,
  base: Base,
  groups: readonly Column[],
  having: readonly Having[],
  parts: Parts,
): Query | null {
  const said = base.filters.filter(({ at }) => at !== undefined);
  const isPlain =
    parts.rank === null && parts.figures.length === 0 && parts.distinct.length === 0 && !parts.share;
  if (
    !isPlain ||
    having.length > 0 ||
    parts.named.length > 0 ||
    parts.asked.length === 0 ||
    said.length !== 1
  ) {
    sentence.problem(
      '“never” needs who is asked for and one condition, as in “which customers never ordered Lamp”',
    );
    return null;
  }
  const [condition] = said;
  const whole = table.columns.find(({ name }) => name === condition?.column);
  if (condition?.operator === 'filled' && whole?.empty === 0) {
    sentence.problem(
      `every row of ${table.name} has a “${readable(whole.name)}”; who has none is in another table`,
    );
    return null;
  }
  sentence.claim(...sentence.open('never'), ...sentence.open('trade'));
  sentence.claimRows();
  sentence.claimColumns();
  const none = { column: 'part', operator: '=', value: 0, label: 'Keep those without', words: '' } as const;
  return {
    ...base,
    kind: 'share',
    filters: base.filters.filter(({ at }) => at === undefined),
    part: said,
    having: [none],
    by: groups.map(({ name }) => name),
    figures: named([COUNT]),
  };
}
