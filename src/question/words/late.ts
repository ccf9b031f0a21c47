import { type Column, hasBlanks, type Table, timesOf } from '../tables/tables';
import { endsOf } from './ends';
import { columnsByHead } from './heads';
import type { Term } from './meaning';

/** When something was due, and when it was done. */
interface DueAndDone {
  readonly due: Column;
  readonly done: Column;
}

/** The dates that tell what was late: one that says when it was due, and one when it was paid or came back. */
export function dueAndDone(table: Table): DueAndDone | null {
  const [due, ...others] = columnsByHead('due', table).filter(({ type }) => type === 'date');
  const [begin, ...further] = timesOf(table);
  const [done, ...more] = endsOf(table).filter(
    (column) => column !== due && (column !== begin || further.length > 0),
  );
  if (!due || !done || others.length + more.length > 0 || hasBlanks(due)) return null;
  return due.hasClock === done.hasClock ? { due, done } : null;
}

/** "late payments", where a row says when it was paid: what was late was paid, and so each of them is a row. */
export function withLateRows(terms: readonly Term[], table: Table): readonly Term[] {
  const isOfPaying = dueAndDone(table)?.done.stems.some((stem) => /^(?:paid|payment)$/.test(stem)) ?? false;
  if (!isOfPaying || terms.every(({ meanings }) => meanings[0]?.kind !== 'late')) return terms;
  return terms.map((term) =>
    /^payments?$/i.test(term.text) && term.meanings[0]?.kind === 'unknown'
      ? { ...term, meanings: [{ kind: 'row' }] }
      : term,
  );
}
