import type { Column } from '../tables/tables';
import { LENGTHS } from '../tables/times';
import { MONTHS, two } from '../text/names';
import type { Token } from '../text/words';
import { type Kind, type Meaning, says, type Term, takenFor } from './meaning';

/** The year of a date that names none; the table's dates say which it can be. */
export const ANY_YEAR = '????';

/** "3 March 2025", "March 3rd, 2025", "the 3rd of March": one date, written as ISO 8601 does. */
export function withDates(tokens: readonly Token[]): readonly Token[] {
  const made: Token[] = [];
  for (let index = 0; index < tokens.length; ) {
    const found = dateAt(tokens, index) ?? dayBefore(tokens, index);
    const token = tokens[index];
    if (found) made.push(found.token);
    else if (token) made.push(token);
    index += found?.length ?? 1;
  }
  return made;
}

function dateAt(tokens: readonly Token[], index: number): { token: Token; length: number } | null {
  const joint = textOf(tokens[index + 1]) === 'of' ? 1 : 0;
  const dayFirst = [dayOf(tokens[index]), monthOf(tokens[index + 1 + joint]), 2 + joint] as const;
  const monthFirst = [dayOf(tokens[index + 1]), monthOf(tokens[index]), 2] as const;
  for (const [day, month, length] of [dayFirst, monthFirst]) {
    if (day === null || month === null) continue;
    const year = yearOf(tokens[index + length]);
    const iso = `${year ?? ANY_YEAR}-${two(month)}-${two(day)}`;
    const count = length + (year === null ? 0 : 1);
    return { token: { kind: 'date', text: iso }, length: count };
  }
  return null;
}

/** "between 3 and 7 March 2025": a day alone is of the month that follows the next. */
function dayBefore(tokens: readonly Token[], index: number): { token: Token; length: number } | null {
  const day = dayOf(tokens[index]);
  const isSpan =
    /^(?:between|from)$/.test(textOf(tokens[index - 1])) || textOf(tokens[index - 2]) === 'between';
  const later =
    isSpan && /^(?:and|to|until|till)$/.test(textOf(tokens[index + 1])) ? dateAt(tokens, index + 2) : null;
  if (day === null || later === null || later.token.kind !== 'date') return null;
  const [year, month, last] = later.token.text.split('-');
  if (Number(last) <= day) return null;
  return { token: { kind: 'date', text: `${year}-${month}-${two(day)}` }, length: 1 };
}

function textOf(token: Token | undefined): string {
  return token?.text.toLowerCase() ?? '';
}

/** A month by its name or the three letters of it; "may" alone is one beside a day only, which it is here. */
function monthOf(token: Token | undefined): number | null {
  const text = token?.kind === 'word' ? textOf(token) : '';
  if (text.length < 3) return null;
  const found = MONTHS.findIndex(
    (name) => name === text || name.slice(0, 3) === text || (text === 'sept' && name[0] === 's'),
  );
  return found < 0 ? null : found + 1;
}

function dayOf(token: Token | undefined): number | null {
  const text = textOf(token);
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text)?.[1];
  const number = day === undefined ? 0 : Number(day);
  return number >= 1 && number <= 31 && (token?.kind === 'word' || token?.kind === 'number') ? number : null;
}

function yearOf(token: Token | undefined): number | null {
  if (token?.kind !== 'number' || !/^\d{4}$/.test(token.text)) return null;
  return token.value >= 1_900 && token.value <= 2_100 ? token.value : null;
}

/** What a word of a period stands behind where it means one, and no length of time. */
const BEFORE = new Set<Kind>(['by', 'which', 'rank', 'frequent', 'adjective']);

/**
 * "per day", "which week", "the busiest hour" are periods of a column of dates; "3 days", "how many hours", "the same day" are
 * not, and so are hours that are counted ("tickets per hour") unless they are those of the day.
 */
export function withoutLengths(terms: readonly Term[]): readonly Term[] {
  return terms.map((term, index) =>
    isLength(term) && !isPeriodHere(terms, index) ? takenFor(term, PERIOD) : term,
  );
}

/** What else a column of hours is called. */
export function hoursOfDay({ derived }: Column): readonly string[] {
  return derived?.period === 'hour'
    ? ['hour of day', 'hour of the day', 'time of day', 'time of the day']
    : [];
}

const PERIOD: Meaning = { kind: 'period' };

function isLength({ meanings, text }: Term): boolean {
  return (
    /^(?:week|day|hour)s?$/i.test(text) &&
    meanings.length > 0 &&
    meanings.every(
      (one) => one.kind === 'column' && one.column.derived?.period && LENGTHS.has(one.column.derived.period),
    )
  );
}

function isPeriodHere(terms: readonly Term[], index: number): boolean {
  const { text = '', plural = false } = terms[index] ?? {};
  const isHour = /^hours?$/i.test(text);
  const before = says(terms[index - 1], /^the$/i) ? terms[index - 2] : terms[index - 1];
  const kind = before?.meanings[0]?.kind;
  if (kind === undefined || !BEFORE.has(kind)) return false;
  if (plural) return kind === 'which' && !isHour;
  return !(isHour && /^per$/i.test(before?.text ?? ''));
}
