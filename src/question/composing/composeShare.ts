import { COUNT, named, total, unique } from '../query/figure';
import type { Filter } from '../query/filter';
import type { Query } from '../query/query';
import type { Sentence } from '../reading/sentence';
import type { Table } from '../tables/tables';
import { isRateTerm } from '../words/figures';
import type { Composition } from './composition';

/**
 * "what share of closed deals did we win": what stands before the verb is the whole, what stands behind it the part. Where
 * only one is named it is the part, of all rows; a period belongs to the whole, if anything else is the part.
 */
export function composeShare({ sentence, base, groups, parts }: Composition): Query | null {
  const [figure = COUNT, ...more] = unique([...parts.figures, ...parts.named.map(total)]);
  if (more.length > 0 || (figure.function !== 'sum' && figure.function !== 'count')) {
    sentence.problem('a share is of one sum or of a count');
    return null;
  }
  sentence.claimThings();
  const figures = named([figure]);
  const by = groups.map(({ name }) => name);
  const rate = sentence.terms.findIndex(isRateTerm);
  const { whole, part, isSplit } = rate < 0 ? splitOf(sentence, base.filters) : atRate(base.filters, rate);
  if (part.length > 1 && whole.length === 0 && !sentence.namesRows()) {
    const words = part.map(({ words }) => `“${words}”`).join(' and ');
    sentence.problem(`${words}: say which of them is the whole, as in “what percentage of … are …”`);
  }
  if (groups.length > 0 && !((parts.each || rate >= 0) && isSplit))
    return { ...base, kind: 'shares', by, figures };
  if (part.length > 0) return { ...base, kind: 'share', filters: whole, part, by, figures };
  sentence.problem('a share of what? Name a value, or a column to group by');
  return null;
}

/** "no-show rate of Dina by month": what stands right before the word is the part, everything else the whole. */
function atRate(filters: readonly Filter[], rate: number): Split {
  const part = filters.filter(({ at }) => at === rate - 1);
  return { whole: filters.filter((filter) => !part.includes(filter)), part, isSplit: true };
}

interface Split {
  readonly whole: readonly Filter[];
  readonly part: readonly Filter[];
  /** Whether a verb tells the part from the whole. */
  readonly isSplit: boolean;
}

function splitOf(sentence: Sentence, filters: readonly Filter[]): Split {
  const verb = verbAfterShare(sentence);
  // A column may begin with the verb itself: "Would recommend".
  const behind = (filter: Filter) => verb !== null && (filter.at ?? -1) >= verb;
  const isSplit = filters.some(behind);
  // Which of the money is meant belongs to the whole: what was spent, or what came in.
  const spoken = filters.filter(({ words }) => words !== '');
  const said = isSplit ? spoken.filter(behind) : spoken;
  const timeless = said.filter((filter) => !isTime(sentence.table, filter));
  const part = timeless.length > 0 ? timeless : said;
  return { whole: filters.filter((filter) => !part.includes(filter)), part, isSplit };
}

function isTime({ columns }: Table, { periods, column }: Filter): boolean {
  return periods !== undefined || columns.some(({ name, type }) => name === column && type === 'date');
}

const VERB =
  /^(?:is|are|was|were|did|do|does|have|has|had|would|can|could|should|came|come|comes|coming|gave|goes|go|went|belong|belonging|made)\b/i;

/** The verb behind the thing that is shared out: "what share of the orders | was paid by card". */
function verbAfterShare({ terms }: Sentence): number | null {
  const share = terms.findIndex(({ meanings }) => meanings[0]?.kind === 'share');
  const verb = terms.findIndex(({ text }, index) => index > share && VERB.test(text));
  return verb < 0 ? null : verb;
}
