import { onlyOf } from '#base';
import { type Column, hasBlanks, isMeasure, periodColumn, statedColumns, type Table } from '../tables/tables';
import { readable } from '../text/names';
import { verbBase } from '../text/verbForms';
import { textOf } from '../text/words';
import { columnsFor } from './lexicon';
import { columnMeant, type Meaning, readAsColumn, STOP, says, type Term, takenFor, termOf } from './meaning';

/** What says that money arrived. */
const ARRIVING = /^(?:receive[sd]?|collect(?:s|ed)?|received|takings)$/i;
const COMING = /^(?:come|comes|came|coming|brought)$/i;
const DUE = new Set(['due', 'fee', 'charge', 'charged', 'price', 'total', 'bill', 'billed', 'rent', 'cost']);
const HEADS = new Set(['paid', 'payment', 'received', 'collected', 'receipt']);

/** Where one amount says what was due and another what was paid: that one, and the day on which it was. */
interface Paid {
  readonly amount: Column;
  readonly others: readonly Column[];
  readonly date: Column | null;
}

/**
 * "rent that came in", "money received": of a table that says what was due and what was paid the latter, in the month in which
 * it was; "rent" says nothing new then. "payments" are rows with a day of paying, where others have none.
 */
export function withMoneyIn(terms: readonly Term[], table: Table): readonly Term[] {
  const counted = apart(withPayments(terms, table));
  const paid = paidIn(table);
  const at = counted.findIndex((_, index) => arrivesAt(counted, index) > 0);
  if (!paid) return withPaidFlag(counted, table);
  if (at < 0 || !asksMoney(counted, paid, table) || isDoneBy(counted, at)) return counted;
  const end = at + arrivesAt(counted, at);
  const text = textOf(counted.slice(at, end));
  return counted.flatMap((term, index) => {
    if (index === at)
      return [
        { ...readAsColumn({ ...term, text }, paid.amount), text: term.text },
        ...whenArrived(counted, paid.date),
      ];
    const isSaid = index > at && index < end;
    const isIdle = isSaid || namesOnly(term, [...paid.others, paid.amount], table);
    return [isIdle ? takenFor(term, STOP) : ofPaidPeriod(term, paid.date, table)];
  });
}

/** "how much came in", "rent that came in"; of "how many payments came in late" it is no amount. */
function asksMoney(terms: readonly Term[], { amount, others }: Paid, table: Table): boolean {
  return terms.some((term) => /^how much$/i.test(term.text) || namesOnly(term, [...others, amount], table));
}

/** "how much has Ann collected", of “Collected by”: what she did. */
function isDoneBy(terms: readonly Term[], at: number): boolean {
  const verb = verbBase(terms[at]?.text.toLowerCase() ?? '');
  return terms.some(({ meanings }) =>
    meanings.some((one) => one.kind === 'value' && one.column.stems.some((stem) => verbBase(stem) === verb)),
  );
}

/** Where a time is said, it is that of paying. */
function whenArrived(terms: readonly Term[], date: Column | null): readonly Term[] {
  const isTimed = terms.some(
    ({ text, meanings }) => /^(?:19|20)\d\d$/.test(text) || meanings.some(({ kind }) => kind === 'month'),
  );
  if (date === null || !isTimed) return [];
  return [termOf('paid', columnMeant(date))];
}

/** "fees collected", where cells of “Paid” say yes or no: those that say yes. */
function withPaidFlag(terms: readonly Term[], table: Table): readonly Term[] {
  const at = terms.findIndex(({ text }) => ARRIVING.test(text));
  const flag = onlyOf(statedColumns(table), (column) => column.type === 'boolean' && isOfPaying(column));
  const term = terms[at];
  if (!flag || !term || isDoneBy(terms, at)) return terms;
  return terms.with(at, readAsColumn(term, flag));
}

/** "collected by month", of “Collected by”: it is the month that follows. */
function apart(terms: readonly Term[]): readonly Term[] {
  return terms.flatMap((term, index) => {
    const verb = /^(received|collected) by$/i.exec(term.text)?.[1];
    const isPeriod = says(terms[index + 1], /^(?:year|quarter|month|week|day)$/i);
    if (verb === undefined || !isPeriod) return [term];
    return [{ ...term, text: verb }, termOf('by', { kind: 'by', each: false })];
  });
}

/** How many terms say at a place that money arrived. */
function arrivesAt(terms: readonly Term[], index: number): number {
  const [text = '', next = ''] = [terms[index]?.text, terms[index + 1]?.text];
  if (ARRIVING.test(text)) return 1;
  return COMING.test(text) && /^in$/i.test(next) ? 2 : 0;
}

/** What is said of money that is owed, where no column says how much: what has no day of paying, or which columns to ask about. */
export function owed(table: Table): Meaning | null {
  const numbers = statedColumns(table).filter(isMeasure);
  const paid = onlyOf(numbers, isOfPaying);
  const money = columnsFor('money', table);
  const due = numbers.filter(
    (one) => one !== paid && (money.includes(one) || one.stems.some((stem) => DUE.has(stem))),
  );
  if (paid && due.length > 0) {
    const rests = due.map(({ name }) => `“${readable(name)} minus ${readable(paid.name)}”`);
    return { kind: 'beyond', what: `what is owed: ask for ${rests.join(' or ')}` };
  }
  const column = onlyOf(statedColumns(table), isOfPaying);
  const isTold = column !== null && (column.type === 'boolean' || hasBlanks(column));
  return isTold && column.type !== 'number' ? { kind: 'blank', column } : null;
}

function paidIn(table: Table): Paid | null {
  const money = columnsFor('money', table);
  const amount = onlyOf(money, isOfPaying);
  const others = money.filter((column) => column !== amount);
  if (!amount || others.length === 0) return null;
  const date = onlyOf(statedColumns(table), (column) => column.type === 'date' && isOfPaying(column));
  return { amount, others, date };
}

function isOfPaying({ stems }: Column): boolean {
  return stems.some((stem) => HEADS.has(stem));
}

/** "rent" of “Rent due”, "money" of any of them, and not the whole head: then it is asked for by name. */
function namesOnly({ meanings }: Term, amounts: readonly Column[], table: Table): boolean {
  return meanings.every((meaning) => {
    if (meaning.kind === 'concept')
      return meaning.concept === 'money' && columnsFor('money', table).length > 0;
    return meaning.kind === 'column' && !meaning.exact && amounts.includes(meaning.column);
  });
}

/** "which month": of the date of paying. */
function ofPaidPeriod(term: Term, date: Column | null, table: Table): Term {
  const number = term.meanings.find(({ kind }) => kind === 'number');
  if (date && number && /^(?:19|20)\d\d$/.test(term.text)) return takenFor(term, number);
  const period = /^(year|quarter|month|week|day)s?$/i.exec(term.text)?.[1]?.toLowerCase();
  const column = date && (PERIODS.find((one) => one === period) ?? null);
  const found = date && column ? periodColumn(table, date, column) : undefined;
  return found ? takenFor(term, columnMeant(found)) : term;
}

const PERIODS = ['year', 'quarter', 'month', 'week', 'day'] as const;

/** "what share of the payments", where some rows have not been paid. */
function withPayments(terms: readonly Term[], table: Table): readonly Term[] {
  const date = onlyOf(
    statedColumns(table),
    (column) => column.type === 'date' && isOfPaying(column) && hasBlanks(column),
  );
  // What was late was paid.
  const isLate = terms.some(({ meanings }) => meanings[0]?.kind === 'late');
  if (!date || isLate) return terms;
  const asksAmount = terms.some(({ text }) => /^how much$/i.test(text)) && paidIn(table) === null;
  const isTimed = whenArrived(terms, date).length > 0;
  return terms.map((term, index) => {
    // "how much did Kiosk 24 pay": what they have not paid yet is not in it.
    if (asksAmount && /^(?:pay|pays|paid)$/i.test(term.text) && terms[index - 1]?.meanings[0]?.kind !== 'not')
      return takenFor(term, isTimed ? columnMeant(date) : { kind: 'filled', column: date });
    const isKnown = term.meanings.some((one) => one.kind === 'table' || one.kind === 'row');
    if (!/^payments$/i.test(term.text) || isKnown) return term;
    return { ...term, meanings: [{ kind: 'row' }, { kind: 'filled', column: date }] };
  });
}
