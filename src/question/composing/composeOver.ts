import { onlyOf } from '#base';
import { COUNT, type Figure, mainFigure, type NamedFigure, named, unique, usual } from '../query/figure';
import { filledIn, type Query } from '../query/query';
import type { Over } from '../reading/figures';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import { type Column, isRate } from '../tables/tables';
import { plural, readable } from '../text/names';
import { havingOf, periodOrder } from './composeRows';
import type { Composition } from './composition';

/** "what do we spend in a typical month", "orders per customer on average": a figure of what every group comes to. */
export function composeOver(
  { sentence, base, groups, having, parts }: Composition,
  over: Over,
): Query | null {
  const split = splitOf(groups, over.column);
  const isPlain = parts.rank === null && !parts.share && parts.growth === null && having.length === 0;
  if (split === null || !isPlain) {
    sentence.problem('a figure of totals needs one thing that they are of, such as “per month on average”');
    return null;
  }
  const { inner, outer } = split;
  const figure = innerFigure(sentence, parts);
  if (figure === null) return null;
  sentence.claimThings();
  const by = [...outer, inner].map(({ name }) => name);
  const [first = named([figure])[0]] = named([figure]);
  const distinct = parts.distinct.map(({ name }) => name);
  if (first === undefined) return null;
  const counted =
    distinct.length > 0
      ? { ...first, label: `number of different ${distinct.map(plural).join(' and ')}` }
      : first;
  return {
    ...base,
    kind: 'summary',
    unite: distinct.length > 0 ? [...new Set([...by, ...distinct])] : [],
    by,
    figures: [counted],
    within: outer.map(({ name }) => name),
    over: overOf(over, counted, inner),
  };
}

/** "how many customers have more than 3 orders": the groups that pass are counted. */
export function composeCounted({ sentence, base, having }: Composition, counted: Column): Query {
  sentence.claimThings();
  return {
    ...base,
    kind: 'summary',
    by: [counted.name],
    figures: named(unique(having)),
    having: havingOf(having),
    over: { function: 'count', as: 'count', label: `number of ${plural(counted.name)}` },
  };
}

/** What the figure is over, and what it is asked of: of two columns the one of periods is over. */
function splitOf(
  groups: readonly Column[],
  said: Column | null,
): { readonly inner: Column; readonly outer: readonly Column[] } | null {
  const periods = groups.filter(({ derived, type }) => derived !== undefined || type === 'date');
  const inner = said ?? onlyOf(groups) ?? onlyOf(periods);
  if (inner === null) return null;
  return { inner, outer: groups.filter((column) => column !== inner) };
}

function innerFigure(sentence: Sentence, parts: Parts): Figure | null {
  const [figure, ...more] = unique([...parts.figures, ...parts.named.map(usual)]);
  if (parts.distinct.length > 0 && figure === undefined) return COUNT;
  const meant = figure ?? (sentence.namesPlainRows() ? COUNT : null) ?? mainFigure(sentence.table);
  const isSummed =
    meant?.function === 'count' ||
    (meant?.function === 'sum' && meant.column !== null && !isRate(meant.column));
  if (meant === null || more.length > 0 || !isSummed) {
    sentence.problem('I can take the figure of one total or of a count; name what is added up or counted');
    return null;
  }
  return meant;
}

function overOf({ function: name }: Over, inner: NamedFigure, { name: column }: Column): NamedFigure {
  const label = `${name} ${inner.label} per ${readable(column)}`;
  return { function: name, column: inner.as, as: `${name}_${inner.as}`, label };
}

/** "running total of sales by month": of each period what all up to it come to. */
export function composeRunning({ sentence, base, groups, parts }: Composition): Query | null {
  sentence.claim(...sentence.open('running'));
  const group = onlyOf(groups);
  const order = group ? periodOrder(group) : null;
  if (!group || !order) {
    sentence.problem('a running total goes along a time, as in “running total … by month”');
    return null;
  }
  const asked = unique([...parts.figures, ...parts.named.map(usual)]);
  const [figure = meantFigure(sentence), ...more] = asked;
  const isAdded = figure?.function === 'sum' || figure?.function === 'count';
  if (figure === null || !isAdded || more.length > 0 || parts.rank !== null || parts.share) {
    sentence.problem('a running total of what? Name one column that is added up, or rows');
    return null;
  }
  sentence.claimThings();
  // What has no time stands at no place in it.
  const from = group.derived?.from;
  const time = from === undefined ? groups : sentence.table.columns.filter(({ name }) => name === from);
  const filters = [...base.filters, ...filledIn(time, base.filters)];
  return { ...base, filters, kind: 'running', by: [group.name], figures: named([figure]), sort: order };
}

/** What is added up of invoices is money; of visits it is how many there are. */
function meantFigure(sentence: Sentence): Figure | null {
  const isMoney = sentence.terms.some(({ text }) => PAID.test(text));
  return sentence.namesPlainRows() && !isMoney ? COUNT : mainFigure(sentence.table);
}

const PAID = /^(?:invoices|bills|payments|expenses|donations|sales|purchases|costs)$/i;
