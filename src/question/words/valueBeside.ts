import type { Term } from './meaning';

/** "home goals of the Rangers", who are home teams and away teams: a word of the head that is named says which. */
export function besideNamed(terms: readonly Term[]): readonly Term[] {
  const named = terms.flatMap(({ meanings: [one] }) =>
    one?.kind === 'column' && one.exact ? [one.column] : [],
  );
  return terms.map((term) => {
    const values = term.meanings.filter((one) => one.kind === 'value');
    if (values.length < 2 || values.length < term.meanings.length) return term;
    const fitting = values.filter(({ column }) =>
      named.some((one) => one !== column && one.stems.some((stem) => column.stems.includes(stem))),
    );
    return fitting.length === 1 ? { ...term, meanings: fitting } : term;
  });
}
