import { type Filter, filterOf } from './filter';
import type { Sentence } from './sentence';
import type { Column } from './tables';

/** Reads what is there and what is not: "without a supplier", "with no ship date", "pace is blank", "not closed", "with a rating". */
export function readEmpty(sentence: Sentence, index: number): Filter | null {
  return (
    saidBefore(sentence, index) ??
    saidBehind(sentence, index) ??
    notYet(sentence, index) ??
    withAny(sentence, index)
  );
}

function saidBefore(sentence: Sentence, index: number): Filter | null {
  const said = sentence.at(index, 'empty');
  if (said?.stands !== 'before') return null;
  const place = sentence.next(index);
  const column = fillable(sentence, place);
  if (!column) return null;
  sentence.claim(index, place);
  const behind = sentence.next(place);
  // "have no rating given" says it twice.
  if (sentence.at(behind, 'empty')?.stands === 'after') sentence.claim(behind);
  return filterOf(column, said.isFilled ? 'filled' : 'empty', null);
}

function saidBehind(sentence: Sentence, index: number): Filter | null {
  const said = sentence.at(index, 'empty');
  if (said?.stands !== 'after') return null;
  for (const place of [sentence.before(index), sentence.next(index)]) {
    const column = fillable(sentence, place);
    if (!column) continue;
    sentence.claim(index, place);
    return filterOf(column, said.isFilled ? 'filled' : 'empty', null);
  }
  return null;
}

/** "not closed", where a column says when each was: one without a date was not. */
function notYet(sentence: Sentence, index: number): Filter | null {
  if (!sentence.at(index, 'not')) return null;
  const place = sentence.next(index);
  const column = fillable(sentence, place);
  const isDone = /ed$/i.test(sentence.terms[place]?.text ?? '');
  if (!column || !isDone || column.type === 'boolean' || column.empty === 0) return null;
  sentence.claim(index, place);
  return filterOf(column, 'empty', null);
}

/** "with a rating", and not "with a rating of 5" or "with the highest rating". */
function withAny(sentence: Sentence, index: number): Filter | null {
  if (!sentence.at(index, 'with')) return null;
  const article = sentence.terms[index + 1]?.text.toLowerCase() ?? '';
  const column = fillable(sentence, index + 2);
  if (!['a', 'an', 'any'].includes(article) || !column) return null;
  const behind = sentence.next(index + 2);
  const goesOn = (
    ['compare', 'number', 'value', 'quoted', 'between', 'not', 'contains', 'true', 'false'] as const
  ).some((kind) => sentence.at(behind, kind) !== null);
  if (goesOn) return null;
  sentence.claim(index, index + 2);
  return filterOf(column, 'filled', null);
}

/** The column at a place, where no value of it follows. */
function fillable(sentence: Sentence, place: number): Column | null {
  if (sentence.isClaimed(place)) return null;
  const [column, ...others] = sentence.columnsAt(place);
  return column && others.length === 0 && column.derived === undefined ? column : null;
}
