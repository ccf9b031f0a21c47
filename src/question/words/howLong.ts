import { onlyOf } from '#base';
import { type Column, hasBlanks, statedColumns, type Table, timesOf } from '../tables/tables';
import { readable } from '../text/names';
import { verbBase } from '../text/verbForms';
import { textOf } from '../text/words';
import { computedColumn } from './computed';
import { columnsByHead } from './heads';
import { type Meaning, STOP, says, type Term, takenFor, termOf } from './meaning';

/**
 * "how long do pupils keep a book", "median time to close", "days out", "how far ahead do people book": the days, or the hours of
 * dates with times, from the date in which a row begins to the one that ends what is spoken of.
 */
export function withHowLong(terms: readonly Term[], table: Table): readonly Term[] {
  const asked = askedAt(terms);
  const span = asked && (asked.isAhead ? aheadIn(terms, table) : spanIn(terms, asked, table));
  if (!asked || !span) return terms;
  const { from, to, places } = span;
  if (from.hasClock !== to.hasClock) return terms;
  const unit = from.hasClock ? 'hours' : 'days';
  if (asked.unit !== null && asked.unit !== unit) return terms;
  const name = `${unit} from ${readable(from.name)} to ${readable(to.name)}`;
  const operation = unit === 'days' ? 'days since' : 'hours since';
  const column = computedColumn(name, to, operation, from);
  const text = textOf(terms.slice(asked.start, asked.end));
  const made = {
    ...termOf(text, { kind: 'column', column, exact: true }),
    note: `“${text}” is read as ${name}`,
  };
  const { order } = asked;
  const ranking =
    order === undefined ? [] : [termOf(order === 'desc' ? 'highest' : 'lowest', { kind: 'rank', order })];
  return terms.flatMap((term, index) => {
    if (index === asked.start) return [...ranking, made];
    if (index > asked.start && index < asked.end) return [];
    return [places.has(index) ? takenFor(term, STOP) : term];
  });
}

interface Asked {
  readonly start: number;
  readonly end: number;
  readonly unit: 'days' | 'hours' | null;
  /** "how far ahead": until the row begins. */
  readonly isAhead: boolean;
  /** "delivery time": what ends stands before. */
  readonly isNoun?: boolean;
  /** "took the longest to close": what is ranked by it. */
  readonly order?: 'asc' | 'desc';
}

/** What asks for a length of time, by the words of at most three terms. */
const ASKING: readonly (readonly [RegExp, Pick<Asked, 'unit' | 'isAhead' | 'isNoun' | 'order'>])[] = [
  [/^how long$/, { unit: null, isAhead: false }],
  [/^how far (?:ahead|in advance)$/, { unit: null, isAhead: true }],
  [/^(?:how many )?days$/, { unit: 'days', isAhead: false }],
  [/^(?:how many )?hours$/, { unit: 'hours', isAhead: false }],
  [/^time to$/, { unit: null, isAhead: false }],
  [/^(?:take|takes|took|taken) the longest to$/, { unit: null, isAhead: false, order: 'desc' }],
  [/^(?:take|takes|took|taken) the shortest to$/, { unit: null, isAhead: false, order: 'asc' }],
  [/^times?$/, { unit: null, isAhead: false, isNoun: true }],
];

function askedAt(terms: readonly Term[]): Asked | null {
  for (const [start] of terms.entries()) {
    for (const length of [4, 3, 2, 1]) {
      const end = start + length;
      const said = terms.slice(start, end).map(({ text }) => text.toLowerCase());
      const known = ASKING.find(([words]) => words.test(said.join(' ')));
      // "in the last 30 days", "the last days" are no time that something took.
      if (!known || end > terms.length || isCounted(terms[start - 1])) continue;
      if (known[1].isNoun && !ENDS.some(({ said: ends }) => ends.test(terms[start - 1]?.text ?? '')))
        continue;
      return says(terms[end], /^ago$/i) ? null : { start, end, ...known[1] };
    }
  }
  return null;
}

function isCounted(before: Term | undefined): boolean {
  return /^(?:number|amount|adjective|first)$/.test(before?.meanings.at(-1)?.kind ?? '');
}

interface SpanOfDates {
  readonly from: Column;
  readonly to: Column;
  /** The terms that say so, and have said all they have to. */
  readonly places: ReadonlySet<number>;
}

function spanIn(terms: readonly Term[], asked: Asked, table: Table): SpanOfDates | null {
  const named = terms.filter((_, index) => isOutside(index, asked));
  if (named.some(({ meanings: [one] }) => one?.kind === 'column' && one.column.isDuration)) return null;
  const late = daysLate(terms, asked, table);
  if (late) return late;
  const dates = table.columns.filter(({ type }) => type === 'date');
  const found = ENDS.flatMap(({ heads, said }) => {
    const words = heads.split(' ');
    const ends = dates.filter(
      ({ name, stems }) => !NO_END.test(name) && stems.some((stem) => words.includes(stem)),
    );
    const place = terms.findIndex(({ text }, index) => said.test(text) && isOutside(index, asked));
    return place < 0 ? [] : ends.map((end) => ({ end, place }));
  });
  const [only, ...others] = found.length > 0 ? found : taken(terms, asked, table);
  if (!only || others.some(({ end }) => end !== only.end)) return null;
  const due = dueAfter(terms, table);
  const begin = onlyOf(due ? [due.column] : timesOf(table));
  if (!begin || begin === only.end || begin.type !== 'date') return null;
  return {
    from: begin,
    to: only.end,
    places: new Set([...beside(terms, only.place), ...(due?.places ?? [])]),
  };
}

/** "how long does DPD take": until the one date in which something ends. */
function taken(
  terms: readonly Term[],
  asked: Asked,
  table: Table,
): readonly { end: Column; place: number }[] {
  const place = terms.findIndex(
    ({ text }, index) => /^(?:take|takes|took)$/i.test(text) && isOutside(index, asked),
  );
  return place < 0 ? [] : endsOf(table).map((end) => ({ end, place }));
}

/** "how many days late": from the day on which it was due. */
function daysLate(terms: readonly Term[], { end }: Asked, table: Table): SpanOfDates | null {
  if (!says(terms[end], /^(?:late|overdue)$/i)) return null;
  const dates = dueAndDone(table);
  return dates && { from: dates.due, to: dates.done, places: new Set([end]) };
}

function isOutside(index: number, { start, end }: Asked): boolean {
  return index < start || index >= end;
}

/** "after the due date": from then on. */
function dueAfter(
  terms: readonly Term[],
  table: Table,
): { readonly column: Column; readonly places: readonly number[] } | null {
  const column = onlyOf(columnsByHead('due', table));
  const after = terms.findIndex(({ text }) => /^after$/i.test(text));
  if (!column || after < 0) return null;
  const due = terms.findIndex(({ text }, index) => index > after && /^due(?: date)?$/i.test(text));
  if (due < 0 || due > after + 2) return null;
  const date = says(terms[due + 1], /^date$/i) ? [due + 1] : [];
  return { column, places: [after, due, ...date] };
}

/** The verb, "to" before it, and what it is done to where that is any of them: "keep a book", "in the shop". */
function beside(terms: readonly Term[], place: number): readonly number[] {
  const to = says(terms[place - 1], /^(?:to|take|takes|took)$/i) ? [place - 1] : [];
  const isAny = says(terms[place + 1], /^an?$/i);
  const thing = isAny && terms[place + 2]?.meanings[0]?.kind === 'column' ? [place + 2] : [];
  return [place, ...to, ...thing];
}

/** "how far ahead do people book": from the date of booking to the row's own. */
function aheadIn(terms: readonly Term[], table: Table): SpanOfDates | null {
  const booked = table.columns.filter(
    ({ type, stems }) =>
      type === 'date' && stems.some((stem) => /^(?:booked|booking|reserved|ordered)$/.test(stem)),
  );
  const verb = terms.findIndex(({ text }) =>
    /^(?:book|books|booked|reserve|reserved|order|ordered)$/i.test(text),
  );
  const times = table.columns.filter(
    ({ type, name }) => type === 'date' && booked.every((column) => column.name !== name),
  );
  const [from, to] = [onlyOf(booked), onlyOf(times)];
  if (!from || !to || verb < 0) return null;
  return { from, to, places: new Set([verb]) };
}

/** What ends, by words of the head of its date, and the words of a question that speak of the time until then. */
const ENDS: readonly { readonly heads: string; readonly said: RegExp }[] = [
  {
    heads: 'closed resolved completed finished ended solved done fixed',
    said: /^(?:close[ds]?|resolved?|finish(?:ed)?|completed?|solved?|fix(?:ed)?|handled?|resolution|completion)$/i,
  },
  { heads: 'sold', said: /^(?:sell|sells|sold|market|sale)$/i },
  { heads: 'paid payment', said: /^(?:pay|pays|paid|settle|payment)$/i },
  { heads: 'back returned return', said: /^(?:keep|keeps|kept|borrow|borrowed|out|return|returned)$/i },
  { heads: 'out departure checkout discharged', said: /^(?:stay|stays|stayed|shop|workshop)$/i },
  {
    heads: 'shipped ship shipping dispatched dispatch delivered delivery arrived arrival',
    said: /^(?:ship|shipped|deliver|delivered|arrive|delivery|shipping)$/i,
  },
];

/** What was to be, and when somebody was born, ends nothing. */
const NO_END = /\b(?:due|deadline|expected|planned|promised|birth|born|booked)\b/i;

/** The dates in which something ends: when it was paid, closed, brought back. */
function endsOf({ columns }: Table): readonly Column[] {
  const words = new Set(ENDS.flatMap(({ heads }) => heads.split(' ')));
  return columns.filter(
    ({ type, name, stems }) => type === 'date' && !NO_END.test(name) && stems.some((stem) => words.has(stem)),
  );
}

/** When something was due, and when it was done. */
interface DueAndDone {
  readonly due: Column;
  readonly done: Column;
}

/** The dates that tell what was late: one that says when it was due, and one when it was paid or came back. */
export function dueAndDone(table: Table): DueAndDone | null {
  const due = onlyOf(columnsByHead('due', table), ({ type }) => type === 'date');
  const begin = onlyOf(timesOf(table));
  const done = onlyOf(endsOf(table), (column) => column !== due && column !== begin);
  if (!due || !done || hasBlanks(due)) return null;
  return due.hasClock === done.hasClock ? { due, done } : null;
}

/** "late payments", where a row says when it was paid: what was late was paid, and so each of them is a row. */
export function withLateRows(terms: readonly Term[], table: Table): readonly Term[] {
  const isOfPaying = dueAndDone(table)?.done.stems.some((stem) => /^(?:paid|payment)$/.test(stem)) ?? false;
  if (!isOfPaying || terms.every(({ meanings }) => meanings[0]?.kind !== 'late')) return terms;
  return terms.map((term) =>
    /^payments?$/i.test(term.text) && term.meanings[0]?.kind === 'unknown'
      ? takenFor(term, { kind: 'row' })
      : term,
  );
}

/** "closed within 24 hours (of being opened)", "delivered within 2 days": at most so long behind the date in which a row begins. */
export function withWithin(terms: readonly Term[], table: Table): readonly Term[] {
  const at = terms.findIndex(({ text }) => /^within$/i.test(text));
  const [number, unit] = [
    terms[at + 1],
    /^(day|hour)s?$/i.exec(terms[at + 2]?.text ?? '')?.[1]?.toLowerCase(),
  ];
  const amount = number?.meanings.find((one) => one.kind === 'number' || one.kind === 'amount');
  const doing = at > 0 && unit !== undefined && amount ? doneAt(terms, at - 1, table) : null;
  const begin = onlyOf(timesOf(table));
  if (!doing || !begin || begin === doing || begin.type !== 'date') return terms;
  const isExact = unit === 'day' || (begin.hasClock && doing.hasClock);
  if (!isExact || begin.hasClock !== doing.hasClock) return terms;
  const name = `${unit}s from ${readable(begin.name)} to ${readable(doing.name)}`;
  const operation = unit === 'day' ? 'days since' : 'hours since';
  const column = computedColumn(name, doing, operation, begin);
  const meaning: Meaning = { kind: 'column', column, exact: true };
  const end = at + 3 + beginningAt(terms, at + 3, begin.stems);
  return terms.flatMap((term, index) => {
    if (index === at - 1)
      return [
        { ...takenFor(term, meaning), plural: false, note: `“${term.text} within” is read by the ${name}` },
      ];
    if (index === at) return [takenFor(term, { kind: 'compare', operator: '<=' })];
    if (index === at + 2) return [{ ...term, meanings: [STOP], text: '' }];
    return index > at + 2 && index < end ? [] : [term];
  });
}

/** The date of what was done, of all whose head has that verb. */
function doneAt(terms: readonly Term[], index: number, table: Table) {
  const verb = verbBase(terms[index]?.text.toLowerCase() ?? '');
  return onlyOf(
    statedColumns(table),
    ({ type, stems }) => type === 'date' && stems.some((stem) => verbBase(stem) === verb),
  );
}

/** How many terms say from when on: "of being opened", "of opening", "after it was opened"; none where something else follows. */
function beginningAt(terms: readonly Term[], start: number, stems: readonly string[]): number {
  const said = terms.slice(start, start + 5);
  const verb = said.findIndex(({ text }) =>
    stems.some((stem) => verbBase(stem) === verbBase(text.toLowerCase())),
  );
  const isJoined = said
    .slice(0, Math.max(0, verb))
    .every(({ text }) => /^(?:of|being|after|it|they|was|were|the)$/i.test(text));
  return verb > 0 && isJoined ? verb + 1 : 0;
}
