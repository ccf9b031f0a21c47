import type { Figure } from '../query/figure';
import { addsUp, type Column, isMeasure } from '../tables/tables';
import type { Kind, Meaning } from '../words/meaning';
import type { Both } from './bothOrEither';
import { type Over, readFigures, readOver, readTypical } from './figures';
import { readAsked, readBy } from './groups';
import { type Rank, readRank, readSort, type Sort } from './order';
import type { Sentence } from './sentence';
import type { Sides } from './sides';

/** The parts of a question that say what to compute, after its filters were taken out. */
export interface Parts {
  readonly by: readonly Column[];
  /** Whether what is asked is asked of each group. */
  readonly each: boolean;
  /** Columns asked for with "which" or after "top 3": groups, or the name of rows. */
  readonly asked: readonly Column[];
  readonly figures: readonly Figure[];
  /** Columns whose distinct values are counted. */
  readonly distinct: readonly Column[];
  readonly rank: Rank | null;
  readonly sort: Sort | null;
  /** Whether the rows themselves are asked for beside a figure: "… and who placed it". */
  readonly shown: boolean;
  readonly share: boolean;
  /** Whether a change from year to year is asked for, and in which direction. */
  readonly growth: 'up' | 'down' | 'either' | null;
  /** Two periods or values that are set side by side, and not two whole years. */
  readonly sides: Sides | null;
  /** Two values that what is asked for has to have both. */
  readonly both: Both | null;
  /** The figure of what every group comes to. */
  readonly over: Over | null;
  /** Columns of numbers named without a figure. */
  readonly named: readonly Column[];
}

/** Reads everything but the filters. The order matters: what is read first claims its words. */
export function readParts(sentence: Sentence, sides: Sides | null, both: Both | null): Parts {
  const range = readRange(sentence);
  const rank = readRank(sentence);
  const sort = readSort(sentence);
  const share = sentence.has('share');
  sentence.claim(...sentence.open('share'));
  const growth = sides?.direction ?? readGrowth(sentence);
  const shown = readShown(sentence);
  const typical = readTypical(sentence);
  const { by, measures, each, perRow: saysPer, ratios } = readBy(sentence, rank?.order != null);
  const perRow = saysPer || isOfOne(sentence);
  const isSummed = by.some((head) => addsUp(sentence.table, head) || comesTogether(sentence, head));
  const over = typical ?? readOver(sentence, each, each && isSummed);
  const counted = readFigures(sentence, range);
  const figures = isOfOne(sentence) ? counted.figures.map(ofOneAlone) : counted.figures;
  const asked = readAsked(sentence, rank);
  const named = [...measures, ...ratios, ...readNamed(sentence)];
  const ofRows = perRow ? named.map((column): Figure => ({ function: 'average', column })) : [];
  if (ofRows.some(({ column }) => (column?.empty ?? 0) > 0))
    sentence.problem('some rows have nothing there: say “average”, which leaves them out');
  return {
    by: over?.column ? [...new Set([...by, over.column])] : by,
    each,
    over,
    asked,
    rank,
    sort,
    share,
    shown,
    sides,
    both,
    growth,
    named: perRow ? [] : named,
    figures: [...figures, ...ofRows],
    distinct: counted.distinct,
  };
}

/** "what does a lesson cost", "how long does a repair take": what one comes to, and not all of them. */
function isOfOne({ terms }: Sentence): boolean {
  const said = terms.map(({ text }) => text).join(' ');
  return /^(?:what|how much|how long) (?:does|do|will|would) (?:an?|one) (?!.*\b(?:total|altogether)\b)/i.test(
    said,
  );
}

function ofOneAlone(figure: Figure): Figure {
  return figure.function === 'sum' ? { ...figure, function: 'average' } : figure;
}

const TOGETHER = /^(?:spending|spend|spent|income|revenue|earnings|expenditure|expenses|turnover|takings)$/i;

/** "average spending per month": what comes together in a month, and no single payment of it. */
function comesTogether({ terms }: Sentence, { derived }: Column): boolean {
  const isPeriod = derived?.period !== undefined;
  return isPeriod && terms.some(({ text, meanings }) => TOGETHER.test(text) && !meanings.some(isExact));
}

function isExact(meaning: Meaning): boolean {
  return meaning.kind === 'column' && meaning.exact;
}

function readGrowth(sentence: Sentence): Parts['growth'] {
  const places = sentence.open('growth');
  if (places.length === 0) return null;
  const directions = places.map((place) => sentence.at(place, 'growth')?.direction ?? null);
  sentence.claim(...places, ...sentence.open('to'), ...sentence.open('versus'));
  return directions.find((direction) => direction !== null) ?? 'either';
}

function readNamed(sentence: Sentence): readonly Column[] {
  const named: Column[] = [];
  for (let index = 0; index < sentence.terms.length; index++) {
    if (sentence.isClaimed(index) || !sentence.columnsAt(index).some(isMeasure)) continue;
    const isListed = sentence.terms[index]?.plural === true && asksForRows(sentence);
    const column = sentence.column(index);
    sentence.claim(index);
    // "list all payments to the cinema": rows, and no total of them.
    if (isListed && column?.keeps !== undefined) continue;
    if (column && !named.includes(column)) named.push(column);
  }
  return named;
}

function asksForRows(sentence: Sentence): boolean {
  return sentence.has('list') && !sentence.has('by') && !sentence.has('function');
}

const ASKING = /^(?:who|whom|whose|what|which|when|where|how much|how many)$/i;
/** What may stand in such a clause: it names columns of the row, and nothing that would keep or count others. */
const SHOWING = new Set<Kind>([
  'stop',
  'which',
  'with',
  'column',
  'concept',
  'trade',
  'row',
  'function',
  'period',
  'share',
]);

/** Reads a last clause that asks for more of the row that is found: "and when was it", "and who placed it". */
function readShown(sentence: Sentence): boolean {
  for (const and of sentence.open('and')) {
    const start = sentence.next(and);
    if (!sentence.says(start, ASKING)) continue;
    const places = sentence.terms.flatMap((_, index) => (index >= start ? [index] : []));
    const shows = places.every((index) => {
      const kind = sentence.terms[index]?.meanings[0]?.kind;
      return kind !== undefined && SHOWING.has(kind) && !(kind === 'function' && index > start);
    });
    if (!shows) continue;
    sentence.claim(and, ...places);
    return true;
  }
  return false;
}

/**
 * Reads "difference between the highest and the lowest …": how far values reach from one another.
 *
 * @returns the place behind which the column is named; null where nothing says so
 */
function readRange(sentence: Sentence): number | null {
  for (const index of sentence.open('growth')) {
    if (!sentence.says(index, /^difference/i)) continue;
    const between = sentence.next(index);
    const first = sentence.at(between, 'between') ? sentence.next(between) : between;
    const joint = sentence.next(first);
    const second = sentence.next(joint);
    const ends = [endAt(sentence, first), endAt(sentence, second)];
    if (!sentence.at(joint, 'and') || !ends.includes('asc') || !ends.includes('desc')) continue;
    sentence.claim(index, between, first, joint, second);
    return second;
  }
  return null;
}

function endAt(sentence: Sentence, place: number): 'asc' | 'desc' | null {
  const rank = sentence.at(place, 'rank')?.order;
  if (rank) return rank;
  const meant = sentence.at(place, 'function')?.function;
  return meant === 'max' ? 'desc' : meant === 'min' ? 'asc' : null;
}
