import { LENGTHS } from '../tables/periods';
import type { Column } from '../tables/tables';
import type { Kind, Meaning, Term } from './meaning';

/** What a word of a period stands behind where it means one, and no length of time. */
const BEFORE = new Set<Kind>(['by', 'which', 'rank', 'frequent', 'adjective']);

/**
 * "per day", "which week", "the busiest hour" are periods of a column of dates; "3 days", "how many hours", "the same day" are
 * not, and so are hours that are counted ("tickets per hour") unless they are those of the day.
 */
export function withoutLengths(terms: readonly Term[]): readonly Term[] {
  return terms.map((term, index) =>
    isLength(term) && !isPeriodHere(terms, index) ? { ...term, meanings: [PERIOD] } : term,
  );
}

/** What else a column of hours is called. */
export function hoursOfDay({ derived }: Column): readonly string[] {
  const isHour = derived !== undefined && 'period' in derived && derived.period === 'hour';
  return isHour ? ['hour of day', 'hour of the day', 'time of day', 'time of the day'] : [];
}

const PERIOD: Meaning = { kind: 'period' };

function isLength({ meanings, text }: Term): boolean {
  return (
    /^(?:week|day|hour)s?$/i.test(text) &&
    meanings.length > 0 &&
    meanings.every(
      (one) =>
        one.kind === 'column' &&
        one.column.derived !== undefined &&
        'period' in one.column.derived &&
        LENGTHS.has(one.column.derived.period),
    )
  );
}

function isPeriodHere(terms: readonly Term[], index: number): boolean {
  const { text = '', plural = false } = terms[index] ?? {};
  const isHour = /^hours?$/i.test(text);
  const before = /^the$/i.test(terms[index - 1]?.text ?? '') ? terms[index - 2] : terms[index - 1];
  const kind = before?.meanings[0]?.kind;
  if (kind === undefined || !BEFORE.has(kind)) return false;
  if (plural) return kind === 'which' && !isHour;
  return !(isHour && /^per$/i.test(before?.text ?? ''));
}
