import type { Column } from '../tables/tables';
import { stemsOf } from '../text/words';
import { STOP, type Term } from './meaning';
import { verbOf } from './verbs';

/**
 * "home goals of the Rangers", who are home teams and away teams: a word of the head that is named says which. "who reports to
 * Ann", who has a row and is a manager: the verb says which.
 */
export function besideNamed(terms: readonly Term[]): readonly Term[] {
  const named = terms.flatMap(({ meanings: [one] }) =>
    one?.kind === 'column' && one.exact ? [one.column] : [],
  );
  return terms.map((term, index) => {
    const values = term.meanings.filter((one) => one.kind === 'value');
    if (values.length < 2 || values.length < term.meanings.length) return term;
    const fitting = values.filter(
      ({ column }) =>
        isDoneTo(terms[index - 1], column) ||
        named.some((one) => one !== column && one.stems.some((stem) => column.stems.includes(stem))),
    );
    return fitting.length === 1 ? { ...term, meanings: fitting } : term;
  });
}

function isDoneTo(before: Term | undefined, { stems }: Column): boolean {
  const who = before?.meanings[0]?.kind === 'verb' ? verbOf(before.text)?.who : undefined;
  return who !== undefined && stemsOf(who).some((stem) => stems.includes(stem));
}

/** "payment date", of “Amt paid” and “Paid on”: the one that is a date. */
export function withDatesBeside(terms: readonly Term[]): readonly Term[] {
  return terms.map((term, index) => {
    if (/^(?:date|day)$/i.test(term.text) && datesAt(terms, index - 1).length === 1)
      return { ...term, meanings: [STOP] };
    const isDate = /^(?:date|day)$/i.test(terms[index + 1]?.text ?? '');
    const dates = isDate ? datesAt(terms, index) : [];
    return dates.length === 1 ? { ...term, meanings: dates } : term;
  });
}

/** The columns of dates among several that a term may name. */
function datesAt(terms: readonly Term[], index: number): Term['meanings'] {
  const meanings = terms[index]?.meanings ?? [];
  const columns = meanings.filter((one) => one.kind === 'column');
  if (columns.length < 2 || columns.length < meanings.length) return [];
  return columns.filter(({ column }) => column.type === 'date');
}
