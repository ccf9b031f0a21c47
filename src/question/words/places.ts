import { type Column, statedColumns, type Table } from '../tables/tables';
import { readable } from '../text/names';
import type { Term } from './meaning';

const POSITIONS = new Set(['pos', 'position', 'rank', 'ranking', 'place', 'placing', 'finish']);

/** The one column that says who came first and who last: whole numbers from 1 on. */
export function placesIn(table: Table): Column | null {
  const [only, ...others] = statedColumns(table).filter(
    ({ type, stems, min, unit }) =>
      type === 'number' && unit === '' && min === 1 && stems.some((stem) => POSITIONS.has(stem)),
  );
  return only && others.length === 0 ? only : null;
}

/** "who won the race", "the winner": who came first, where a column tells it and no other word of the table does. */
export function withWinners(terms: readonly Term[], table: Table): readonly Term[] {
  const places = placesIn(table);
  if (!places) return terms;
  return terms.map((term) => {
    if (!/^(?:won|wins|winners?)$/i.test(term.text) || term.meanings[0]?.kind !== 'unknown') return term;
    const note = `“${term.text}” is read as “${readable(places.name)}” 1`;
    return { ...term, meanings: [{ kind: 'placed', column: places, place: 1 }], note };
  });
}
