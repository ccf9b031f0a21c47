import type { Column } from '../tables/tables';
import { stemsOf } from '../text/words';
import type { Term } from './meaning';
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
