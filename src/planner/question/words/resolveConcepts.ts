import { readable } from '../query/figure';
import type { Column, Table } from '../tables/tables';
import { areThePeople, type Concept, columnsFor, isMoney, signedMoney } from './lexicon';
import { type Meaning, STOP, type Term, UNKNOWN } from './meaning';
import { meansPersons, rowNouns } from './rowNouns';
import { stemsOf } from './words';

/**
 * Takes a word such as "money" or "who" for the one column that it fits, with a note that says so; of several that fit
 * all are kept, which is a reason to ask. Beside the name of such a column ("materials rating") it says nothing new.
 */
export function resolveConcepts(terms: readonly Term[], table: Table): readonly Term[] {
  const flows = terms.some(({ meanings }) => meanings[0]?.kind === 'flow');
  const money = flows ? signedMoney(table) : null;
  return terms.map((term, index) => {
    const [meaning] = term.meanings;
    if (meaning?.kind === 'flow') return flowing(term, meaning.direction, table);
    // "amount spent": the verb says which of the amounts, and counts them without their sign.
    if (money !== null && names(term, [money])) return { ...term, meanings: [STOP] };
    if (meaning?.kind === 'stop' && isWorth(terms, index, table)) return { ...term, meanings: [UNKNOWN] };
    if (meaning?.kind !== 'concept') return term;
    // "how much money came in": the verb says which.
    if (flows && meaning.concept === 'money') return { ...term, meanings: [STOP] };
    return ofConcept(meaning.concept, term, index, terms, table);
  });
}

function ofConcept(concept: Concept, term: Term, index: number, terms: readonly Term[], table: Table): Term {
  if (concept === 'person' && isPeople(term.text)) return people(term, table);
  const columns = columnsFor(concept, table);
  if (concept === 'age' && needsClock(terms, columns)) return { ...term, meanings: [UNKNOWN] };
  return isNamedBeside(terms, index, columns)
    ? { ...term, meanings: [STOP] }
    : resolvedTo(columns, term, terms);
}

/** The one column of those that a word may stand for; of several all. */
function resolvedTo(columns: readonly Column[], term: Term, terms: readonly Term[]): Term {
  const named = columns.filter((column) => terms.some((one) => names(one, [column])));
  // "how many hours did Ann work": the verb further on says which of the durations is meant.
  const chosen = named.length === 1 ? named : columns;
  const meanings = chosen.map((column): Meaning => ({ kind: 'column', column, exact: false }));
  const [only, ...others] = chosen;
  if (only === undefined) return { ...term, meanings: [UNKNOWN] };
  if (others.length > 0 || named.length === 1) return { ...term, meanings };
  // "members" of a table in which each row is one.
  if (term.plural && only.identifies && !/^names?$/i.test(term.text))
    return { ...term, meanings: [{ kind: 'row' }] };
  return { ...term, meanings, note: `“${term.text}” is read as “${readable(only.name)}”` };
}

function isPeople(text: string): boolean {
  return stemsOf(text).some(meansPersons);
}

/** "how many people": those whose rows they are, else the rows of a table of persons, and never those who serve them. */
function people(term: Term, table: Table): Term {
  const [only, ...others] = columnsFor('person', table).filter(areThePeople);
  if (only && others.length === 0 && !only.identifies) {
    const note = `“${term.text}” is read as “${readable(only.name)}”`;
    return { ...term, meanings: [{ kind: 'column', column: only, exact: false }], note };
  }
  const isRow = (only?.identifies ?? rowNouns(table).some(meansPersons)) && others.length === 0;
  return { ...term, meanings: [{ kind: isRow ? 'row' : 'unknown' }] };
}

/** An average age takes more than dates of birth: what day it is. */
function needsClock(terms: readonly Term[], columns: readonly Column[]): boolean {
  const computes = terms.some(
    ({ meanings: [meaning] }) => meaning?.kind === 'function' || meaning?.kind === 'compare',
  );
  return computes && columns.some(({ type }) => type === 'date');
}

/** Money that went out is counted as a person does, without its sign. */
function flowing(term: Term, direction: 'in' | 'out', table: Table): Term {
  const money = signedMoney(table);
  if (money === null) return { ...term, meanings: [UNKNOWN] };
  const operator = direction === 'in' ? '>' : '<';
  const keeps = { column: money.name, operator } as const;
  const column: Column =
    direction === 'in'
      ? { ...money, keeps }
      : {
          ...money,
          name: `${money.name} paid`,
          min: null,
          max: null,
          derived: { left: money.name, operation: 'times', right: -1 },
          keeps,
        };
  const note = `“${term.text}” is read as “${readable(money.name)}” ${operator} 0`;
  return { ...term, meanings: [{ kind: 'column', column, exact: false }], note };
}

/** "materials rating", "rating for materials", "rating of the pace": the column itself stands beside it. */
function isNamedBeside(terms: readonly Term[], index: number, columns: readonly Column[]): boolean {
  return (
    names(terms[pastStops(terms, index, -1)], columns) || names(terms[pastStops(terms, index, 1)], columns)
  );
}

function pastStops(terms: readonly Term[], index: number, step: 1 | -1): number {
  let at = index + step;
  while (terms[at]?.meanings[0]?.kind === 'stop') at += step;
  return at;
}

/** "the value of the stock": what so many pieces are worth takes their price. */
function isWorth(terms: readonly Term[], index: number, table: Table): boolean {
  if (!/^values?$/i.test(terms[index]?.text ?? '')) return false;
  const pieces = columnsFor('quantity', table).filter((column) => !isMoney(column));
  return isNamedBeside(terms, index, pieces);
}

function names(term: Term | undefined, columns: readonly Column[]): boolean {
  return (term?.meanings ?? []).some(
    (meaning) => meaning.kind === 'column' && columns.includes(meaning.column),
  );
}
