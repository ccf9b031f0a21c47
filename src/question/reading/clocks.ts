import { onlyOf } from '#base';
import { type Filter, filterOf } from '../query/filter';
import { type Column, statedColumns } from '../tables/tables';
import { readable } from '../text/names';
import type { MeaningOf } from '../words/meaning';
import type { Sentence } from './sentence';

/** Reads a time of day: "after 6 pm", "at 15:00", "from 9:00 to 11:00", "between 9 am and noon". */
export function readClock(sentence: Sentence, index: number): Filter | null {
  const span = spanAt(sentence, index);
  const compare = span ? null : sentence.at(index, 'compare');
  const place = span?.from ?? (compare ? sentence.next(index) : index);
  const clock = sentence.at(place, 'clock');
  if (clock === null || (compare && !isOfTime(sentence, index, compare))) return null;
  const column = columnAt(sentence, index, place);
  sentence.claim(index, place);
  if (column === null) return null;
  const from = written(clock.text, column);
  if (span === null) return filterOf(column, compare?.operator ?? '=', from);
  sentence.claim(span.joint, span.to);
  return filterOf(column, 'between', [from, written(sentence.read(span.to, 'clock')?.text ?? '', column)]);
}

/** "after", and not "longer than 1:30", "over 1:30", which is a length. */
function isOfTime(sentence: Sentence, index: number, { of }: MeaningOf<'compare'>): boolean {
  const isLength = sentence.says(index, /\b(?:over|above|under|below|more|less|fewer|greater|least|most)\b/i);
  return !isLength && (of === undefined || of === 'date');
}

interface Span {
  readonly from: number;
  readonly joint: number;
  readonly to: number;
}

function spanAt(sentence: Sentence, index: number): Span | null {
  const isBetween = sentence.at(index, 'between') !== null;
  const from = isBetween ? sentence.next(index) : index;
  const joint = sentence.next(from);
  const to = sentence.next(joint);
  const isJoined = sentence.at(joint, 'to') !== null || (isBetween && sentence.at(joint, 'and') !== null);
  const isSpan = sentence.at(from, 'clock') !== null && sentence.at(to, 'clock') !== null;
  return isJoined && isSpan ? { from, joint, to } : null;
}

/** The column of times that stands beside it, or the only one that the table has. */
function columnAt(sentence: Sentence, start: number, place: number): Column | null {
  const before = sentence.before(start);
  const beside = onlyOf(sentence.columnsAt(before), saysTimeOfDay);
  if (beside !== null) {
    if (!sentence.isGroup(before)) sentence.claim(before);
    return beside;
  }
  const all = statedColumns(sentence.table).filter(saysTimeOfDay);
  const only = onlyOf(all);
  if (only !== null) return only;
  const names = all.map(({ name }) => `“${readable(name)}”`).join(' or ');
  const text = sentence.textAt(place);
  sentence.problem(
    all.length === 0
      ? `no column says by itself at what time of day it was, such as ${text}`
      : `“${text}” could be ${names}; name the column before it`,
  );
  return null;
}

/** A time stamp has its day before the time, and is compared by both. */
function saysTimeOfDay({ type, hasClock, isDuration }: Column): boolean {
  return hasClock && !isDuration && type === 'text';
}

/** As the cells have it, which may say seconds. */
function written(clock: string, { min }: Column): string {
  return typeof min === 'string' && /^\d\d:\d\d:\d\d/.test(min) ? `${clock}:00` : clock;
}
