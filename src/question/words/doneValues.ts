import { statedColumns, type Table } from '../tables/tables';
import { isDone, verbBase } from '../text/verbForms';
import type { Kind, Meaning, Term } from './meaning';

/** What a verb may be taken for before its value is thought of: "loses" for a decline, "return" for a command. */
const GIVING_WAY = new Set<Kind>(['unknown', 'growth', 'verb']);

/** "how many did each courier return", where cells of one column say “Returned” and no head has that verb. */
export function withDoneValues(terms: readonly Term[], table: Table): readonly Term[] {
  return terms.map((term, index) => {
    const kind = term.meanings[0]?.kind;
    if (kind === undefined || !GIVING_WAY.has(kind) || isDone(term.text) || !hasDoer(terms, index))
      return term;
    const value = doneValue(term.text, table);
    return value === null
      ? term
      : { ...term, meanings: [value], note: `“${term.text}” is read as “${value.values[0]}”` };
  });
}

function doneValue(verb: string, table: Table): Extract<Meaning, { kind: 'value' }> | null {
  const base = verbBase(singular(verb.toLowerCase()));
  const columns = statedColumns(table);
  if (columns.some(({ stems }) => stems.some((stem) => verbBase(stem) === base))) return null;
  const found = columns.flatMap((column) =>
    column.type !== 'text'
      ? []
      : column.values.flatMap((value) =>
          isDone(value) && verbBase(value.trim().toLowerCase()) === base ? [{ column, value }] : [],
        ),
  );
  const [only, ...others] = found;
  if (!only || others.length > 0) return null;
  return { kind: 'value', column: only.column, values: [only.value], written: false, isPart: false };
}

/** "loses" is a form of "lose". */
function singular(verb: string): string {
  return verb.endsWith('s') && !verb.endsWith('ss') ? verb.slice(0, -1) : verb;
}

/** Whether somebody does it: "did each courier return", "which courier loses". */
function hasDoer(terms: readonly Term[], index: number): boolean {
  return terms
    .slice(0, index)
    .some(({ text, meanings }) => /^(?:do|does|did)$/i.test(text) || meanings[0]?.kind === 'which');
}
