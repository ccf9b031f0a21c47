import { onlyOf } from '#base';
import { COUNT, type Figure, named, unique, usual } from '../query/figure';
import type { Filter } from '../query/filter';
import { type Base, baseOf, isOneRow, type Query } from '../query/query';
import type { Having } from '../reading/comparisons';
import { claimGroups } from '../reading/groups';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import { addsUp, type Column, type Table } from '../tables/tables';
import { plural, readable } from '../text/names';
import { composeGrowth, composeSides } from './composeGrowth';
import { composeBoth, composeNever } from './composeHaving';
import { composeCounted, composeOver, composeRunning } from './composeOver';
import { composeRank } from './composeRank';
import { composeAsked, composeGroups, composeList, havingOf, listsColumns } from './composeRows';
import { composeShare } from './composeShare';
import type { Composition } from './composition';

/** Puts the parts of a question together, or notes in the sentence why they do not fit. */
export function compose(
  sentence: Sentence,
  filters: readonly Filter[],
  having: readonly Having[],
  parts: Parts,
): Query | null {
  const base = baseOf(filters);
  const groups = groupsOf(sentence, filters, having, parts);
  const composition: Composition = { sentence, base, groups, having, parts };
  if (sentence.has('running')) return composeRunning(composition);
  if (parts.both) return composeBoth(composition, parts.both);
  if (parts.over) return composeOver(composition, parts.over);
  if (parts.sides) return composeSides(composition, parts.sides);
  if (parts.growth) return composeGrowth(composition);
  if (sentence.has('never')) return composeNever(composition);
  if (parts.share) return composeShare(composition);
  if (parts.rank?.order) return composeRank(composition);
  const counted = onlyOf(parts.distinct);
  const counts = parts.figures.length === 0 && parts.named.length === 0;
  if (having.length > 0 && groups.length === 0 && counted && counts)
    return composeCounted(composition, counted);
  if (having.length > 0 && groups.length === 0 && !sentence.wantsYes) {
    sentence.problem('a condition on a figure needs groups to hold for, such as “which regions …”');
    return null;
  }
  if (parts.distinct.length > 0) return composeDistinct(composition);
  const figures = figuresOf(composition);
  const isOfSales = parts.asked.length === 0 && sentence.namesSales();
  if (groups.length > 0 && (parts.by.length > 0 || figures.length > 0 || isOfSales)) {
    return composeGroups(composition, figures);
  }
  if (groups.length > 0) return composeAsked(composition);
  return figures.length > 0 ? composeFigure(composition, figures) : composeList(composition);
}

/** Columns that split the rows: after "by", asked with "which", or compared ("compare North and South"). */
function groupsOf(
  sentence: Sentence,
  filters: readonly Filter[],
  having: readonly Having[],
  parts: Parts,
): readonly Column[] {
  const groups = [...new Set([...parts.asked, ...parts.by])];
  const versus = sentence.open('versus');
  sentence.claim(...versus);
  // "regions with total revenue over 500", "regions by revenue": nothing else can make the groups.
  const wanted =
    having.length > 0 ||
    versus.length > 0 ||
    parts.growth !== null ||
    parts.both !== null ||
    (parts.named.length > 0 && parts.by.length === 0);
  if (groups.length === 0 && wanted && !listsColumns(sentence, parts)) claimPlural(sentence, groups);
  const counted = groups.length === 0 ? countedApart(sentence) : null;
  if (counted) return [counted];
  if (versus.length === 0) return groups;
  const compared = filters.filter(({ value, operator }) => Array.isArray(value) && operator === '=');
  const sides = sentence.table.columns.filter(({ name }) => compared.some(({ column }) => column === name));
  return [...new Set([...groups, ...sides])];
}

/** "how many women and how many men": the column of both, each of which is counted by itself. */
function countedApart(sentence: Sentence): Column | null {
  const counted = sentence.terms.flatMap((_, index) => {
    if (sentence.read(index, 'function')?.function !== 'count') return [];
    return [sentence.read(sentence.next(index), 'value')?.column ?? null];
  });
  const [column = null, ...others] = counted;
  return others.length > 0 && others.every((other) => other === column) ? column : null;
}

/** Only at the beginning: "regions by revenue" and not "revenue of products". */
function claimPlural(sentence: Sentence, groups: Column[]): void {
  const first = sentence.next(-1, ['list', 'versus']);
  const { plural = false, text = '' } = sentence.terms[first] ?? {};
  // A column may be called "Who".
  if ((plural || /^who$/i.test(text)) && !sentence.isClaimed(first)) claimGroups(sentence, groups);
}

function figuresOf({ sentence, parts, having }: Composition): readonly Figure[] {
  const asked = [...parts.figures, ...(listsColumns(sentence, parts) ? [] : parts.named.map(usual))];
  return unique([...asked, ...having]);
}

function composeFigure(
  { sentence, base, having, parts }: Composition,
  figures: readonly Figure[],
): Query | null {
  if (figures.length > 1) sentence.problem('one figure at a time, or several by a column');
  if (parts.sort) sentence.problem('one figure has no order');
  if (parts.figures.length === 0 && sentence.asksWhichRows())
    sentence.problem(
      `which of the rows by their ${readable(figures[0]?.column?.name ?? '')}? Say more than what, or how many`,
    );
  if (parts.figures.length === 0 && isOfSeveral(sentence.table, base))
    sentence.problem('each of them, or their average? Say which');
  if (parts.figures.length === 0 && asksHowLong(sentence) && !isOneRow(sentence.table, base))
    sentence.problem('how long on average, in total, or the longest of them? Say which');
  sentence.claimThings();
  // "the price of Desk" is a cell, and no sum or average.
  const isCell = parts.figures.length === 0 && isOneRow(sentence.table, base);
  const labelled = named(figures).map((figure) =>
    isCell && figure.column !== undefined ? { ...figure, label: readable(figure.column) } : figure,
  );
  return { ...base, kind: 'figure', having: havingOf(having), figures: labelled };
}

function asksHowLong({ terms }: Sentence): boolean {
  return terms.some(({ text }) => /^how (?:long|far ahead|far in advance|many (?:days|hours))$/i.test(text));
}

/** "English and math marks of Jim": marks are not added up, and nobody asked for an average. */
function isOfSeveral(table: Table, { filters }: Base): boolean {
  const head = table.columns.find(({ name }) => name === table.wide?.name);
  const isOne = filters.some(
    ({ column, operator, value }) => column === head?.name && operator === '=' && !Array.isArray(value),
  );
  return head !== undefined && !addsUp(table, head) && !isOne;
}

function composeDistinct({ sentence, base, groups, parts }: Composition): Query | null {
  if (parts.figures.length > 0 || parts.named.length > 0) {
    sentence.problem('a number of distinct values stands alone');
    return null;
  }
  sentence.claimThings();
  const names = parts.distinct.map(({ name }) => name);
  const counted = named([COUNT]).map((count) => ({
    ...count,
    label: `number of distinct ${names.map(plural).join(' and ')}`,
  }));
  if (groups.length === 0) return { ...base, kind: 'distinct', unite: names, figures: counted };
  const by = groups.map(({ name }) => name);
  return { ...base, kind: 'groups', unite: [...new Set([...by, ...names])], by, figures: counted };
}
