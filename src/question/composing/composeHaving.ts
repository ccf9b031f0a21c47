import { onlyOf } from '#base';
import { COUNT, named } from '../query/figure';
import { type Filter, filterOf } from '../query/filter';
import type { Query } from '../query/query';
import type { Both } from '../reading/bothOrEither';
import { isUnique } from '../tables/tables';
import { plural, readable } from '../text/names';
import type { Composition } from './composition';

/** "which customers bought both Lamp and Desk": the groups that have rows of the one and rows of the other. */
export function composeBoth({ sentence, base, groups, parts }: Composition, both: Both): Query | null {
  const [counted] = parts.distinct;
  const group = onlyOf(counted ? parts.distinct : groups);
  const isPlain =
    parts.rank === null && parts.figures.length + parts.named.length + parts.by.length === 0 && !parts.share;
  if (!group || group === both.column || !isPlain || isUnique(group, sentence.table)) {
    sentence.problem(
      '“both” needs who or what has both, in different rows, as in “which customers bought both Lamp and Desk”',
    );
    return null;
  }
  sentence.claimThings();
  const filters = base.filters.map((filter) =>
    filter.column === both.column.name ? { ...filter, words: '' } : filter,
  );
  const figures = named([COUNT]).map((count) => ({
    ...count,
    label: `number of different ${plural(both.column.name)}`,
  }));
  const query = {
    ...base,
    filters,
    by: [group.name],
    unite: [group.name, both.column.name],
    figures,
    having: [hasBoth(both)],
  };
  if (counted === undefined) return { ...query, kind: 'groups' };
  const label = `number of ${plural(group.name)} with both ${both.values.join(' and ')}`;
  const having = query.having.map((one) => ({ ...one, words: '' }));
  return { ...query, having, kind: 'summary', over: { function: 'count', as: 'number', label } };
}

function hasBoth({ values: [one, another] }: Both): Filter {
  return {
    ...filterOf({ name: 'count' }, '=', 2),
    words: `both ${one} and ${another}`,
    label: 'Keep those with both',
  };
}

/** "which employees never worked on Nordlicht": the groups none of whose rows is such a one. */
export function composeNever({ sentence, base, groups, having, parts }: Composition): Query | null {
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
  const whole = sentence.table.columns.find(({ name }) => name === condition?.column);
  if (condition?.operator === 'filled' && whole?.empty === 0) {
    sentence.problem(
      `every row of ${sentence.table.name} has a “${readable(whole.name)}”; who has none is in another table`,
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
