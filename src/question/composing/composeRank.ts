import { onlyOf } from '#base';
import { COUNT, extremeOf, type Figure, figureWords, named, unique } from '../query/figure';
import type { Query } from '../query/query';
import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import { OPEN_HEADS } from '../tables/column';
import { type Column, isRate, isUnique, mainMeasure, measuresOf, type Table } from '../tables/tables';
import { readable } from '../text/names';
import { wordSet } from '../text/words';
import { columnsByHead } from '../words/heads';
import { isInverse, placesIn } from '../words/qualities';
import { havingOf, sortOf } from './composeRows';
import type { Composition } from './composition';
import { limitOf, qualityFigure, type Ranked, turned } from './ranked';

/** "top 3 products by revenue", "which region has the highest average price", "the five largest orders". */
export function composeRank(composition: Composition): Query | null {
  const { sentence, base, groups, having, parts } = composition;
  if (parts.distinct.length > 0) {
    sentence.problem('I cannot rank by a number of distinct values');
    return null;
  }
  if (parts.asked.length === 0 && sentence.terms.some(({ text }) => /^who(m|se)?$/i.test(text))) {
    sentence.problem('which column says who? Name it, such as “which customer …”');
    return null;
  }
  const unordered = textRanked(sentence, groups);
  if (unordered !== null && parts.named.length + parts.figures.length === 0 && !parts.sort?.figure) {
    sentence.problem(`“${unordered.name}” is text, which has no highest and no best`);
    return null;
  }
  if (asksOnWhat(sentence, groups)) {
    const columns = sentence.table.columns.filter(
      (column) => column.type === 'text' && !column.derived && !column.identifies,
    );
    const names = columns.map(({ name }) => `“${name}”`).slice(0, 4);
    sentence.problem(
      `“on what” could be ${names.join(' or ')}; say which, such as “which ${columns[0]?.name ?? 'kind'} …”`,
    );
    return null;
  }
  const isSales = sentence.namesSales();
  if (parts.asked.length === 0) noteManyRows(sentence, parts);
  sentence.claimRows();
  const ranked =
    sizeRanked(sentence, groups, parts) ??
    placeRanked(sentence, groups, parts) ??
    rankedHere(composition, isSales);
  if (ranked === null) return null;
  const { figure, order } = ranked;
  const pinned = base.filters.find(
    ({ column, operator, value }) =>
      column === figure.column?.name && operator === '=' && !Array.isArray(value),
  );
  if (pinned !== undefined) {
    sentence.problem(`none is first where ${pinned.words} for all of them; name another column to rank by`);
    return null;
  }
  if (parts.by.length > 0 && (parts.each || parts.asked.length > 0)) {
    return composeWithin(composition, ranked);
  }
  // "lowest balance and when was it" asks for the row.
  const rowsAlone =
    parts.by.length === 0 &&
    having.length === 0 &&
    groups.every((column) => isUnique(column, sentence.table));
  if (rowsAlone && figure.column !== null && (parts.figures.length === 0 || groups.length > 0)) {
    return composeRows(composition, figure.column, order);
  }
  if (groups.length === 0) {
    sentence.problem(`of what is the ${figureWords(figure)} to be compared? Name a column`);
    return null;
  }
  return {
    ...base,
    kind: 'groups',
    by: groups.map(({ name }) => name),
    figures: named(unique([figure, ...parts.figures, ...having])),
    having: havingOf(having),
    sort: sortOf(figure, order),
    limit: limitOf(sentence, groups, parts),
    ties: parts.rank?.limit == null,
  };
}

/** "what did I spend the most on?" asks for a kind of thing, and does not say which column tells it. */
function asksOnWhat({ terms }: Sentence, groups: readonly Column[]): boolean {
  const [first, last] = [terms[0]?.text ?? '', terms.at(-1)?.text ?? ''];
  return groups.length === 0 && /^(?:on )?what$/i.test(first) && /^(?:on|for|at|in|to|from)$/i.test(last);
}

const SCALES = wordSet('grade mark rating score rank level priority severity size class quality position');

/** "highest region", "best grade": a column of text that the word of rank stands before, and that has no order. */
function textRanked(sentence: Sentence, groups: readonly Column[]): Column | null {
  for (const [index, { text, meanings }] of sentence.terms.entries()) {
    if (!meanings.some(({ kind }) => kind === 'rank')) continue;
    const column = groups.find((one) => sentence.columnsAt(sentence.next(index)).includes(one));
    if (column?.type !== 'text' || column.derived || column.spoken) continue;
    const isScale = column.stems.some((stem) => SCALES.has(stem));
    if (/^(?:highest|lowest|greatest)$/i.test(text) || (isScale && /^(?:best|worst)$/i.test(text)))
      return column;
  }
  return null;
}

/** Rows in order, the first few of them; or the extreme value itself where no row is asked for. */
function composeRows(
  { sentence, base, groups, parts }: Composition,
  column: Column,
  order: 'asc' | 'desc',
): Query {
  const rank = parts.rank;
  const wantsRows =
    groups.length > 0 ||
    rank?.limit != null ||
    parts.shown ||
    (parts.named.length === 0 && saysSize(sentence)) ||
    sentence.asksForThings() ||
    sentence.says(0, /^(?:when|where)$/i) ||
    (rank !== null && rank.quality !== null && !asksHowMuch(sentence, column)) ||
    parts.sort !== null ||
    sentence.namesRows();
  if (!wantsRows) {
    return {
      ...base,
      kind: 'figure',
      figures: named([{ function: order === 'desc' ? 'max' : 'min', column }]),
    };
  }
  return {
    ...base,
    kind: 'list',
    sort: { by: column.name, order, label: readable(column.name) },
    limit: limitOf(sentence, groups, parts),
    ties: parts.rank?.limit == null,
  };
}

/** "how old is the oldest cat": its age, and not the cat. */
function asksHowMuch(sentence: Sentence, column: Column): boolean {
  const [first] = sentence.terms;
  return /^how (?!many|often)/i.test(first?.text ?? '') && sentence.columnsAt(0).includes(column);
}

/** "cheapest", where nothing else is named, else any figure: of what is told the other way round the least stands first. */
function rankedHere({ sentence, base, groups, parts }: Composition, isSales: boolean): Ranked | null {
  const said = parts.rank?.order ?? 'desc';
  const quality = parts.rank?.quality ?? null;
  const isOpen =
    !parts.rank?.counted && parts.figures.length + parts.named.length === 0 && !parts.sort?.figure;
  if (quality && isOpen && !(sentence.table.wide && quality === 'price'))
    return qualityFigure(sentence, base.filters, said, quality);
  const named = parts.figures[0]?.column ?? parts.named[0];
  const order = turned(said, quality !== null && named != null && isInverse(quality, named));
  // The fastest time is one time, and no sum of times.
  const isOne = quality !== null && quality !== 'quantity' && parts.figures.length === 0 && named != null;
  const figure = isOne
    ? { function: order === 'asc' ? ('min' as const) : ('max' as const), column: named }
    : rankFigure(sentence, groups, order, parts, isSales);
  const open = figure?.column ? bestOpen(sentence, figure.column) : undefined;
  if (figure?.column && open !== undefined) {
    sentence.problem(`is the ${open} ${readable(figure.column.name)} the highest or the lowest? Say which`);
    return null;
  }
  return figure && { figure, order };
}

/** Of these less is better. */
const LESS_HEADS = wordSet('time pace rank position place');

const BEST = /^(?:best|worst|strongest|weakest|best performing|worst performing)$/i;
const TOP = /^(?:top|bottom|leading|top performing)$/i;

/** The word of "best time", "worst price", "top 3 by position", where what is good is not said. */
function bestOpen(sentence: Sentence, { stems }: Column): string | undefined {
  const has = (heads: ReadonlySet<string>) => stems.some((stem) => heads.has(stem));
  const said = sentence.terms.find(
    ({ text, meanings }) =>
      meanings.some(({ kind }) => kind === 'rank') &&
      ((BEST.test(text) && has(OPEN_HEADS)) || (TOP.test(text) && has(LESS_HEADS))),
  );
  return said?.text.toLowerCase();
}

/** What is ranked by: a figure that is named, a column, or how many rows there are. */
function rankFigure(
  sentence: Sentence,
  groups: readonly Column[],
  order: 'asc' | 'desc',
  parts: Parts,
  isSales: boolean,
): Figure | null {
  const { table } = sentence;
  if (parts.rank?.counted) return countedAlone(sentence, parts);
  const [figure] = parts.figures;
  if (figure) return figure;
  const [column] = parts.named;
  if (column) return extremeOf(column, order);
  if (parts.sort?.figure) return sortFigure(parts.sort.figure, order);
  if (table.wide && parts.rank?.quality === 'price') return ofCells(table, order);
  if (groups.length > 0 && ranksValue(sentence)) return COUNT;
  const main = mainMeasure(table);
  if (main && groups.length > 0 && isSales) return extremeOf(main, order);
  const ofEach = parts.each && parts.asked.length === 0 && parts.rank?.limit != null;
  if (groups.length > 0 && sentence.namesRows() && !(ofEach && main)) return COUNT;
  // "what sold best?" does not even say best of what.
  const saysOfWhat = groups.length > 0 || sentence.namesRows() || parts.rank?.limit != null;
  const isOpen = table.wide !== undefined && main !== null && isRate(main);
  if (main && !isOpen && (saysOfWhat || measuresOf(table).length === 1)) return extremeOf(main, order);
  sentence.problem(
    `ranked by what: ${
      measuresOf(table)
        .map(({ name }) => name)
        .join(', ') || 'there is no column of numbers'
    }?`,
  );
  return null;
}

/** "the largest house", where one column has sizes. */
function sizeRanked(
  sentence: Sentence,
  groups: readonly Column[],
  { figures, named, sort, rank }: Parts,
): Ranked | null {
  const isOpen = figures.length + named.length + groups.length === 0 && !sort?.figure;
  const column = onlyOf(isOpen && saysSize(sentence) ? columnsByHead('size', sentence.table) : []);
  if (!column) return null;
  const order = rank?.order ?? 'desc';
  return { figure: { function: order === 'asc' ? 'min' : 'max', column }, order };
}

/** "top 3 in age group 50-64", of a race: those who came first. */
function placeRanked(
  sentence: Sentence,
  groups: readonly Column[],
  { figures, named, sort, rank, asked }: Parts,
): Ranked | null {
  const isOpen = figures.length + named.length + groups.length + asked.length === 0 && !sort?.figure;
  const isTop = sentence.terms.some(
    ({ text }, index) => /^top$/i.test(text) && sentence.read(index, 'rank') !== null,
  );
  const places = isOpen && isTop && rank?.limit != null ? placesIn(sentence.table) : null;
  return places && { figure: { function: 'min', column: places }, order: 'asc' };
}

function saysSize(sentence: Sentence): boolean {
  return sentence.terms.some(
    ({ text }, index) =>
      /^(?:largest|biggest|smallest)$/i.test(text) && sentence.read(index, 'rank') !== null,
  );
}

/** "who has the most no shows": how many rows have that value, unless it is something that is bought. */
function ranksValue(sentence: Sentence): boolean {
  return sentence.terms.some(({ text }, index) => {
    const isMost = sentence.read(index, 'rank') !== null && /^(?:most|fewest|least)$/i.test(text);
    return isMost && sentence.read(index + 1, 'value') !== null && !sentence.has('trade');
  });
}

/** "the cheapest month", where each month is a column: by all that its cells come to. */
function ofCells(table: Table, order: 'asc' | 'desc'): Figure | null {
  const main = mainMeasure(table);
  return main && extremeOf(main, order);
}

/** "most common" says itself by what. */
function countedAlone(sentence: Sentence, { figures, named }: Parts): Figure | null {
  if (figures.every(({ function: name }) => name === 'count') && named.length === 0) return COUNT;
  sentence.problem('what is most common is counted, and no other figure is taken of it');
  return null;
}

/** "top 5 cities sorted by score" gives no figure of its own: a plain column stands for its usual one. */
function sortFigure(figure: Figure, order: 'asc' | 'desc'): Figure {
  return figure.column !== null && figure.function === 'max' ? extremeOf(figure.column, order) : figure;
}

/** "the 2 biggest orders in each region", "top product per category by revenue", "highest price per category". */
function composeWithin(
  { sentence, base, having, parts }: Composition,
  { figure, order }: Ranked,
): Query | null {
  const by = parts.by.map(({ name }) => name);
  if (having.length > 0) {
    sentence.problem('a condition on a figure inside each group is more than I can plan');
    return null;
  }
  const asked = parts.asked.filter((column) => !parts.by.includes(column));
  const areRows = asked.every((column) => isUnique(column, sentence.table));
  if (asked.length > 0 && !areRows) {
    const limit = limitOf(sentence, asked, parts);
    if (limit === null) return howMany(sentence);
    const groups = [...by, ...asked.map(({ name }) => name)];
    return {
      ...base,
      kind: 'groups',
      by: groups,
      figures: named([figure]),
      sort: sortOf(figure, order),
      limit,
      ties: parts.rank?.limit == null,
      within: by,
    };
  }
  if (figure.column === null) return howMany(sentence);
  if (asked.length === 0 && parts.rank?.limit == null && !sentence.namesRows()) {
    const extreme: Figure = { function: order === 'desc' ? 'max' : 'min', column: figure.column };
    return { ...base, kind: 'groups', by, figures: named([extreme]) };
  }
  const limit = limitOf(sentence, asked, parts);
  if (limit === null) return howMany(sentence);
  const { name } = figure.column;
  const ties = parts.rank?.limit == null;
  return { ...base, kind: 'list', sort: { by: name, order, label: readable(name) }, limit, ties, within: by };
}

function howMany(sentence: Sentence): null {
  sentence.problem('how many of each group? Say a number, such as “the 2 highest in each”');
  return null;
}

/** "most orders per region" counts them, "the 2 largest orders per region" names them: without a number it could be either. */
function noteManyRows(sentence: Sentence, { by, each, rank }: Parts): void {
  if (!each || by.length === 0 || rank?.limit != null) return;
  const isMany = sentence.terms.some(
    ({ plural }, index) =>
      plural && (sentence.at(index, 'row') !== null || sentence.at(index, 'table') !== null),
  );
  if (isMany) howMany(sentence);
}
