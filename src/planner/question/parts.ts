import type { Figure } from './figure';
import { readFigures } from './figures';
import { readAsked, readBy } from './groupColumns';
import { type Rank, readRank } from './rank';
import type { Sentence } from './sentence';
import { readSort, type Sort } from './sort';
import { type Column, isMeasure, type Table } from './tables';

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
  readonly share: boolean;
  /** Whether a change from year to year is asked for, and in which direction. */
  readonly growth: 'up' | 'down' | 'either' | null;
  /** Columns of numbers named without a figure. */
  readonly named: readonly Column[];
}

/** Reads everything but the filters. The order matters: what is read first claims its words. */
export function readParts(sentence: Sentence, table: Table): Parts {
  const rank = readRank(sentence);
  const sort = readSort(sentence);
  const share = sentence.has('share');
  sentence.claim(...sentence.open('share'));
  const growth = readGrowth(sentence);
  const { by, measures, each } = readBy(sentence, table, rank?.order != null);
  const counted = readFigures(sentence, table);
  const asked = readAsked(sentence, rank);
  return {
    by,
    each,
    asked,
    rank,
    sort,
    share,
    growth,
    named: [...measures, ...readNamed(sentence)],
    ...counted,
  };
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
    const column = sentence.column(index);
    sentence.claim(index);
    if (column && !named.includes(column)) named.push(column);
  }
  return named;
}
