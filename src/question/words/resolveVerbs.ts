import { onlyOf } from '#base';
import { type Column, isMeasure, statedColumns, type Table, timesOf } from '../tables/tables';
import { readable } from '../text/names';
import { verbBase } from '../text/verbForms';
import { stemsOf } from '../text/words';
import { makesRows } from './doings';
import {
  comparesAmounts,
  countedDoings,
  isDoneAlways,
  isEmptyVerb,
  isThing,
  namesColumn,
  namesMoney,
  saysNothingNew,
  timed,
} from './emptyVerbs';
import { columnsFor, isExtra, namesPersons } from './lexicon';
import {
  type Asked,
  columnMeant,
  type Meaning,
  type MeaningOf,
  readAsColumn,
  STOP,
  says,
  type Term,
  takenFor,
  UNKNOWN,
  type Verb,
} from './meaning';
import { owed } from './moneyIn';
import { rowNouns } from './rowNouns';
import { earns, verbOf } from './verbs';

/**
 * Takes a verb for the column that it stands for: of what was asked ("where does Leo live": the city), else the one whose
 * head has that verb ("who joined in 2020"), else the one of dates where a time is named. Beside a value of such a
 * column it says nothing new ("who lives in Bonn"). A verb that says something else is not understood.
 */
export function resolveVerbs(said: readonly Term[], table: Table): readonly Term[] {
  const asked = askedIn(said);
  const terms = withPeriodsOfVerbs(said, table);
  return countedDoings(terms, (term, index) => {
    const verb = term.meanings[0];
    const mayBeVerb = verb?.kind === 'verb' || verb?.kind === 'unknown';
    if (mayBeVerb && asked !== 'when' && isBeforeMost(term, index, terms)) return takenFor(term, STOP);
    if (verb?.kind === 'verb' && isLasting(terms[index - 1])) return asNoun(term, terms, table, asked);
    if (verb?.kind === 'verb') return resolved(term, verb, index, terms, table, asked);
    if (verb?.kind === 'leave') return gone(term, terms[index + 1], table);
    if (isDoing(terms, index) || isDoneAlways(terms, index, asked)) return takenFor(term, STOP);
    return heldAgainst(term, index, terms, table);
  });
}

/** "the longest visit": a noun, and no day on which somebody came. */
function isLasting(before: Term | undefined): boolean {
  return /^(?:longest|shortest)$/i.test(before?.text ?? '');
}

/** "who left", and not "left the rating blank". */
function gone(term: Term, next: Term | undefined, table: Table): Term {
  const date = onlyOf(pick(statedColumns(table), verbOf('left')?.when, 'when'));
  const isOfSomething = next?.meanings.some(({ kind }) => kind === 'column') === true;
  if (!date || isOfSomething) return term;
  return takenFor(term, columnMeant(date));
}

/** "which year did we hire the most people": of the dates that have a year the one that the verb says. */
function withPeriodsOfVerbs(terms: readonly Term[], table: Table): readonly Term[] {
  const columns = statedColumns(table);
  const dates = terms.flatMap((term) => {
    const says = verbOf(term.text)?.when;
    if (says === undefined) return [];
    const own = ownColumns(term, columns, 'when').filter(({ type }) => type === 'date');
    return own.length > 0 ? own : pick(columns, says, 'when');
  });
  const only = onlyOf([...new Set(dates)]);
  if (!only) return terms;
  const isOfAnother = (meaning: Meaning) => {
    const from = meaning.kind === 'column' ? meaning.column.derived?.from : undefined;
    return from !== undefined && from !== only.name;
  };
  return terms.map((term) => {
    const meanings = term.meanings.filter((meaning) => !isOfAnother(meaning));
    return meanings.length > 0 ? { ...term, meanings } : term;
  });
}

function resolved(
  term: Term,
  { says }: MeaningOf<'verb'>,
  index: number,
  terms: readonly Term[],
  table: Table,
  asked: Asked | null,
): Term {
  const columns = statedColumns(table);
  const own = ownColumns(term, columns, asked);
  const fits = (what: Asked) => withPrices(pick(columns, says[what], what), table);
  const named = asked === null ? [] : narrowed(fits(asked), own);
  const kinds = Object.keys(says) as Asked[];
  const only = onlyOf(kinds);
  const meant = only && only !== 'where' ? fits(only) : timed(terms) ? fits('when') : [];
  const found = [named, own, meant].find((columns) => columns.length > 0) ?? [];
  const [column, ...others] = ofOwnTime(found, table);
  const all = kinds.flatMap(fits);
  if (asked !== 'when' && isThing(terms, index, table)) return takenFor(term, { kind: 'row' });
  if (isDoneByAnother(terms, index, [...own, ...all])) return takenFor(term, UNKNOWN);
  const isSaidOtherwise =
    (says.amount === 'hour' && asked !== 'when' && terms.some(namesLength)) ||
    (column && valueBeside(terms, index).includes(column)) ||
    (column && [column, ...others].every((one) => saysNothingNew(term, terms, one, asked)));
  if (isSaidOtherwise) return takenFor(term, STOP);
  if (column) return asOneOf(term, [column, ...others], terms);
  const saysNoMore =
    isSaidByColumn(says, asked, fits, terms) ||
    valueBeside(terms, index).some((one) => all.includes(one) || saysWhere(one, says)) ||
    isEmptyVerb(term, index, terms, table, asked, all.length === 0);
  if (saysNoMore) return takenFor(term, STOP);
  return (
    earned(term, terms, table) ??
    ofAmount(term, fits('amount'), terms, asked, says) ??
    asNoun(term, terms, table, asked)
  );
}

/** "who worked the most hours": how much is said by a column of lengths. */
function namesLength({ meanings }: Term): boolean {
  return meanings.some(
    (one) =>
      (one.kind === 'column' && one.column.isDuration) ||
      (one.kind === 'concept' && one.concept === 'duration'),
  );
}

/** "which screen sells the most tickets": what there is most of is said by its column. */
function isBeforeMost({ text }: Term, index: number, terms: readonly Term[]): boolean {
  const at = says(terms[index + 1], /^the$/i) ? index + 2 : index + 1;
  const isMost = says(terms[at], /^(?:most|least|fewest)$/i);
  const isAmount = terms[at + 1]?.meanings.some((one) => one.kind === 'column' && isMeasure(one.column));
  return (
    isMost &&
    isAmount === true &&
    /^(?:sell|sells|sold|get|gets|got|brought|bring|brings|use|uses|used|consume[sd]?|burns?|burned|burnt|attract(?:s|ed)?|draws?|drew|generate[sd]?|produce[sd]?|score[sd]?)$/i.test(
      text,
    )
  );
}

/** Of several dates that a verb may mean that of the row itself: "came", of “Visit date” and “Next visit”. */
function ofOwnTime(columns: readonly Column[], table: Table): readonly Column[] {
  const own = onlyOf(timesOf(table));
  const isOne = own !== null && columns.includes(own);
  return isOne && columns.every(({ type }) => type === 'date') ? [own] : columns;
}

/** "who scored the most goals": a column of numbers that is named besides is meant there. */
function asOneOf(term: Term, columns: readonly Column[], terms: readonly Term[]): Term {
  const column = onlyOf(columns);
  const isNamed = columns.some((one) => terms.some((other) => other !== term && namesColumn(other, one)));
  if (columns[0]?.type === 'number' && isNamed) return takenFor(term, STOP);
  return column ? asColumn(term, column) : { ...term, meanings: columns.map(columnMeant) };
}

/** "which vet earned the most": the one column of money, whatever it is called. */
function earned(term: Term, terms: readonly Term[], table: Table): Term | null {
  if (!earns(term.text)) return null;
  const columns = columnsFor('money', table);
  if (columns.length === 0) return null;
  if (terms.some((other) => columns.some((column) => namesColumn(other, column))))
    return takenFor(term, STOP);
  const only = onlyOf(columns);
  return only ? asColumn(term, only) : { ...term, meanings: columns.map(columnMeant) };
}

/** "does Ann pay more than Ben", "how much does Ann owe in fines": the amount is said by a column, or by another word. */
function ofAmount(
  term: Term,
  [sum, ...others]: readonly Column[],
  terms: readonly Term[],
  asked: Asked | null,
  says: Verb,
): Term | null {
  if (sum && others.length === 0 && terms.some(comparesAmounts)) return asColumn(term, sum);
  const isSaid = says.amount !== undefined && asked === 'amount' && terms.some(namesMoney);
  return isSaid ? takenFor(term, STOP) : null;
}

/** "who owes the most", where no column says how much. */
function owing(term: Term, table: Table): Term | null {
  const meaning = OWING.test(term.text) ? owed(table) : null;
  if (meaning === null) return null;
  if (meaning.kind !== 'blank') return { ...term, meanings: [meaning] };
  const says = meaning.column.type === 'boolean' ? 'no' : 'empty';
  const note = `“${term.text}” is read as “${readable(meaning.column.name)}” ${says}`;
  return { ...term, meanings: [meaning], note };
}

const OWING = /^ow(?:e|es|ed|ing)$/i;

function asNoun(term: Term, terms: readonly Term[], table: Table, asked: Asked | null): Term {
  const owes = owing(term, table);
  if (owes) return owes;
  const isTimed = asked === 'when' || asked === 'where' || timed(terms);
  if (!isTimed && makesRows(term.text, table)) return takenFor(term, STOP);
  const isRow = rowNouns(table).includes(term.text.toLowerCase());
  return takenFor(term, isRow ? { kind: 'row' } : UNKNOWN);
}

const SUBJECT = /^(?:i|we|you|they|he|she)$/i;

/** "what did I cook": a verb, though the head of some column has that word too. */
function isDoing(terms: readonly Term[], index: number): boolean {
  const meanings = terms[index]?.meanings ?? [];
  const isPart =
    meanings.length > 0 && meanings.every((meaning) => meaning.kind === 'column' && !meaning.exact);
  const asks = says(terms[0], /^(?:what|which|who|whom)$/i);
  return asks && isPart && says(terms[index - 1], SUBJECT) && says(terms[index - 2], /^did$/i);
}

/** "born in Leeds", where a column says when somebody was born and another where they live: not understood. */
function heldAgainst(term: Term, index: number, terms: readonly Term[], table: Table): Term {
  const [meaning] = term.meanings;
  const says = meaning?.kind === 'column' && meaning.column.type === 'date' ? verbOf(term.text) : null;
  if (says === null) return term;
  const places = valueBehind(terms, index).filter(
    ({ type, derived }) => type === 'text' && derived === undefined,
  );
  if (places.length === 0) return term;
  const said = [...pick(table.columns, says.where, 'where'), ...pick(table.columns, says.who, 'who')];
  const own = ownColumns(term, table.columns, null);
  const fits = places.some((place) => said.includes(place) || own.includes(place));
  return takenFor(term, fits ? STOP : UNKNOWN);
}

function asColumn(term: Term, column: Column): Term {
  const isSame = column.stems.some((stem) => verbBase(stem) === verbBase(term.text.toLowerCase()));
  return isSame ? takenFor(term, columnMeant(column)) : readAsColumn(term, column);
}

/** Of several that could be meant the one that has the verb itself in its head. */
function narrowed(fitting: readonly Column[], own: readonly Column[]): readonly Column[] {
  const both = fitting.filter((column) => own.includes(column));
  const found = both.length > 0 ? both : fitting;
  // Of “Supplier” and “Supplier e-mail” the one that is who it was.
  const plain = found.filter(({ stems }) => stems.length === 1);
  return plain.length === 1 ? plain : found;
}

/**
 * "how many hours did Ann work", "who works less than 40 hours": how much is said by the column; "which department does Ann work in":
 * so is where.
 */
function isSaidByColumn(
  says: Verb,
  asked: Asked | null,
  fits: (what: Asked) => readonly Column[],
  terms: readonly Term[],
): boolean {
  const isNamed = (what: Asked) =>
    fits(what).some((column) => terms.some((other) => namesColumn(other, column)));
  const isAmount = says.when === undefined && says.who === undefined && asked !== 'where';
  return (isAmount && isNamed('amount')) || (asked === null && isNamed('where'));
}

/** Columns that have the verb in their head: of "borrowed by" and "borrowed on" the one that says what was asked. */
function ownColumns(term: Term, columns: readonly Column[], asked: Asked | null): readonly Column[] {
  const base = verbBase(term.text.toLowerCase().split(' ')[0] ?? '');
  const own = columns.filter(({ stems }) => stems.some((stem) => verbBase(stem) === base));
  if (own.length < 2 || asked === null) return own;
  const fitting = own.filter((column) => answers(column, asked));
  return fitting.length > 0 ? fitting : own;
}

/** The columns whose head has the first of the words that any of them has. */
function pick(columns: readonly Column[], words: string | undefined, what: Asked): readonly Column[] {
  for (const word of (words ?? '').split(' ')) {
    const [stem] = stemsOf(word);
    const found = columns.filter((column) => stem !== undefined && column.stems.includes(stem));
    const fitting = found.filter((column) => answers(column, what));
    if (fitting.length > 0) return fitting;
  }
  return [];
}

/** "work in Berlin", of a table that has departments and cities: whichever is named says where. */
function saysWhere({ stems, type }: Column, { where = '' }: Verb): boolean {
  return type === 'text' && stemsOf(where).some((stem) => stems.includes(stem));
}

/** What is paid on top of a price is not all that was paid: a fee beside it may be meant, or either. */
function withPrices(columns: readonly Column[], table: Table): readonly Column[] {
  if (columns.length === 0 || !columns.every(isExtra)) return columns;
  const money = columnsFor('money', table);
  return money.length > columns.length ? money : columns;
}

function answers({ type, stems }: Column, asked: Asked): boolean {
  if (asked === 'when') return type === 'date' || (type === 'number' && stems.includes('year'));
  return asked === 'amount' ? type === 'number' : type === 'text';
}

const ASKING: readonly (readonly [RegExp, Asked])[] = [
  [/^(?:when|since when|until when|what day|what date|date)$/i, 'when'],
  [/^where$/i, 'where'],
  [/^(?:who|whom|whose)$/i, 'who'],
  [/^how much$/i, 'amount'],
];

function askedIn(terms: readonly Term[]): Asked | null {
  for (const { text } of terms) for (const [words, asked] of ASKING) if (words.test(text)) return asked;
  return null;
}

/** "which books did Rosa borrow", where Rosa is an author and somebody else borrows. */
function isDoneByAnother(terms: readonly Term[], index: number, said: readonly Column[]): boolean {
  const doers = said.filter(({ type }) => type === 'text');
  // "which doctor treated Ida": who stands behind is whom it was done to.
  const isPassive = says(terms[index + 1], /^by$/i);
  const doer = isPassive ? valueBehind(terms, index) : valueBehind(terms, index, -1);
  const persons = doer.filter(namesPersons);
  return doers.some(namesPersonsOrBy) && persons.length > 0 && !persons.some((one) => doers.includes(one));
}

function namesPersonsOrBy(column: Column): boolean {
  return namesPersons(column) || column.stems.includes('by');
}

/** The columns whose value stands behind the verb, or before it: "lives in Bonn", "Ann paid". */
function valueBeside(terms: readonly Term[], index: number): readonly Column[] {
  return [...valueBehind(terms, index), ...valueBehind(terms, index, -1)];
}

function valueBehind(terms: readonly Term[], index: number, step: 1 | -1 = 1): readonly Column[] {
  let at = index + step;
  while (isSmall(terms[at])) at += step;
  return (terms[at]?.meanings ?? []).flatMap((meaning) => (meaning.kind === 'value' ? [meaning.column] : []));
}

function isSmall(term: Term | undefined): boolean {
  return term !== undefined && (term.meanings[0]?.kind === 'stop' || /^(?:by|to|both)$/i.test(term.text));
}
