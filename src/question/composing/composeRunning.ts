import { COUNT, type Figure, mainFigure, named, unique, usual } from '../query/figure';
import { type Base, filledIn, type Query } from '../query/query';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import type { Column, Table } from '../tables/tables';
import { periodOrder } from './composeRows';

/** "running total of sales by month": of each period what all up to it come to. */
export function composeRunning(
  sentence: Sentence,
  table: Table,
  base: Base,
  groups: readonly Column[],
  parts: Parts,
): Query | null {
  sentence.claim(...sentence.open('running'));
  const [group, ...others] = groups;
  const order = group && others.length === 0 ? periodOrder(group) : null;
  if (!group || !order) {
    sentence.problem('a running total goes along a time, as in “running total … by month”');
    return null;
  }
  const asked = unique([...parts.figures, ...parts.named.map(usual)]);
  const [figure = meantFigure(sentence, table), ...more] = asked;
  const isAdded = figure?.function === 'sum' || figure?.function === 'count';
  if (figure === null || !isAdded || more.length > 0 || parts.rank !== null || parts.share) {
    sentence.problem('a running total of what? Name one column that is added up, or rows');
    return null;
  }
  sentence.claimRows();
  sentence.claimNouns();
  // What has no time stands at no place in it.
  const { derived } = group;
  const time =
    derived && 'from' in derived ? table.columns.filter(({ name }) => name === derived.from) : groups;
  const filters = [...base.filters, ...filledIn(time, base.filters)];
  return { ...base, filters, kind: 'running', by: [group.name], figures: named([figure]), sort: order };
}

/** What is added up of invoices is money; of visits it is how many there are. */
function meantFigure(sentence: Sentence, table: Table): Figure | null {
  const isMoney = sentence.terms.some(({ text }) => PAID.test(text));
  return sentence.namesPlainRows() && !isMoney ? COUNT : mainFigure(table);
}

const PAID = /^(?:invoices|bills|payments|expenses|donations|sales|purchases|costs)$/i;
