import { onlyOf } from '#base';
import type { Column, Table } from '../tables/tables';
import { readable } from '../text/names';
import { stemsOf } from '../text/words';
import { areThePeople, type Concept, columnsFor, isMoney, signedMoney } from './lexicon';
import {
  columnMeant,
  columnsOf,
  pastStops,
  readAsColumn,
  STOP,
  says,
  type Term,
  takenFor,
  UNKNOWN,
} from './meaning';
import { meansPersons, rowNouns } from './rowNouns';

/**
 * Takes a word such as "money" or "who" for the one column that it fits, with a note that says so; of several that fit
 * all are kept, which is a reason to ask. Beside the name of such a column ("materials rating") it says nothing new.
 */
export function resolveConcepts(terms: readonly Term[], table: Table): readonly Term[] {
  const flows = terms.some(({ meanings }) => meanings[0]?.kind === 'flow');
  const money = flows ? signedMoney(table) : null;
  return terms.map((term, index) => {
    const [meaning] = term.meanings;
    // "when was the last salary paid": that it was paid says nothing of the sign.
    if (meaning?.kind === 'flow' && isPassive(terms, index)) return takenFor(term, STOP);
    if (meaning?.kind === 'flow') return flowing(term, meaning.direction, table);
    // "amount spent": the verb says which of the amounts, and counts them without their sign.
    if (money !== null && names(term, [money])) return takenFor(term, STOP);
    if (meaning?.kind === 'stop' && isWorth(terms, index, table)) return takenFor(term, UNKNOWN);
    if (meaning?.kind === 'column' && isOwnerOf(terms, index, meaning.column, table))
      return takenFor(term, STOP);
    if (meaning?.kind !== 'concept') return term;
    // "how much money came in": the verb says which.
    if (flows && meaning.concept === 'money') return takenFor(term, STOP);
    return ofConcept(meaning.concept, term, index, terms, table);
  });
}

/** "the e-mail of the supplier of …": whose it is says which of the columns, where its head has that word too. */
function isOwnerOf(terms: readonly Term[], index: number, owner: Column, table: Table): boolean {
  if (terms[index]?.plural || !says(terms[index + 1], /^of$/i)) return false;
  let at = index - 1;
  while (says(terms[at], /^(?:the|our|its|their)$/i)) at -= 1;
  if (!says(terms[at], /^of$/i)) return false;
  const [meaning] = terms[at - 1]?.meanings ?? [];
  const named =
    meaning?.kind === 'column'
      ? [meaning.column]
      : meaning?.kind === 'concept'
        ? columnsFor(meaning.concept, table)
        : [];
  const only = onlyOf(named);
  return (
    only !== null &&
    only !== owner &&
    owner.stems.length < only.stems.length &&
    owner.stems.every((stem) => only.stems.includes(stem))
  );
}

function namesTime(terms: readonly Term[], table: Table): boolean {
  const lengths = (['duration', 'minutes', 'extent'] as const).flatMap((concept) =>
    columnsFor(concept, table),
  );
  const isTime = ({ meanings: [one] }: Term) =>
    one?.kind === 'concept' && (one.concept === 'duration' || one.concept === 'minutes');
  return terms.some((one) => names(one, lengths) || (lengths.length > 0 && isTime(one)));
}

function isPassive(terms: readonly Term[], index: number): boolean {
  const before = terms.slice(0, index);
  const isDone = says(terms[index], /^(?:paid|spent|received|deposited)$/i);
  const asksWhen = says(terms[0], /^when$/i);
  return isDone && asksWhen && before.some(({ text }) => /^(?:is|was|were|are|been)$/i.test(text));
}

function ofConcept(concept: Concept, term: Term, index: number, terms: readonly Term[], table: Table): Term {
  if (concept === 'person' && isPeople(term.text)) return people(term, table);
  const columns = columnsFor(concept, table);
  // "minutes spent on yoga", where no money is.
  if (concept === 'money' && columns.length === 0 && /^spen[dt]/i.test(term.text) && namesTime(terms, table))
    return takenFor(term, STOP);
  if (concept === 'age' && needsClock(terms, columns)) return takenFor(term, UNKNOWN);
  // "how long did they wait": the verb names the column.
  const isNamed = terms.some((one) => names(one, columns));
  return isNamedBeside(terms, index, columns) || (concept === 'extent' && isNamed)
    ? takenFor(term, STOP)
    : resolvedTo(columns, term, terms);
}

/** The one column of those that a word may stand for; of several all. */
function resolvedTo(columns: readonly Column[], term: Term, terms: readonly Term[]): Term {
  const named = columns.filter((column) => terms.some((one) => names(one, [column])));
  // "how many hours did Ann work": the verb further on says which of the durations is meant.
  const chosen = named.length === 1 ? named : columns;
  const meanings = chosen.map(columnMeant);
  if (chosen.length === 0) return takenFor(term, UNKNOWN);
  const only = onlyOf(chosen);
  if (!only || named.length === 1) return { ...term, meanings };
  // "members" of a table in which each row is one.
  if (term.plural && only.identifies && !/^names?$/i.test(term.text)) return takenFor(term, { kind: 'row' });
  return readAsColumn(term, only);
}

function isPeople(text: string): boolean {
  return stemsOf(text).some(meansPersons);
}

/** "how many people": those whose rows they are, else the rows of a table of persons, and never those who serve them. */
function people(term: Term, table: Table): Term {
  const [only, ...others] = columnsFor('person', table).filter(areThePeople);
  if (only && others.length === 0 && !only.identifies) return readAsColumn(term, only);
  const isRow = (only?.identifies ?? rowNouns(table).some(meansPersons)) && others.length === 0;
  return takenFor(term, { kind: isRow ? 'row' : 'unknown' });
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
  if (money === null) return takenFor(term, UNKNOWN);
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
  return { ...term, meanings: [columnMeant(column)], note };
}

/** "materials rating", "rating for materials", "rating of the pace": the column itself stands beside it. */
function isNamedBeside(terms: readonly Term[], index: number, columns: readonly Column[]): boolean {
  return (
    names(terms[pastStops(terms, index - 1, -1)], columns) ||
    names(terms[pastStops(terms, index + 1)], columns)
  );
}

/** "the value of the stock": what so many pieces are worth takes their price. */
function isWorth(terms: readonly Term[], index: number, table: Table): boolean {
  if (!says(terms[index], /^values?$/i)) return false;
  const pieces = columnsFor('quantity', table).filter((column) => !isMoney(column));
  const beside = [pastStops(terms, index - 1, -1), pastStops(terms, index + 1)].map(
    (at) => terms[at]?.meanings[0],
  );
  const isQuantity = beside.some((one) => one?.kind === 'concept' && one.concept === 'quantity');
  return isQuantity ? pieces.length > 0 : isNamedBeside(terms, index, pieces);
}

function names(term: Term | undefined, columns: readonly Column[]): boolean {
  return columnsOf(term).some((column) => columns.includes(column));
}
