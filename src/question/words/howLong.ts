import { type Column, type Table, timesOf } from '../tables/tables';
import { readable } from '../text/names';
import { computedColumn } from './computed';
import { ENDS, endsOf, NO_END } from './ends';
import { columnsByHead } from './heads';
import { dueAndDone } from './late';
import { type Meaning, STOP, type Term } from './meaning';

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
  const meaning: Meaning = {
    kind: 'column',
    column: computedColumn(name, to, operation, from),
    exact: true,
  };
  const text = terms
    .slice(asked.start, asked.end)
    .map((term) => term.text)
    .join(' ');
  const made: Term = { meanings: [meaning], text, plural: false, note: `“${text}” is read as ${name}` };
  return terms.flatMap((term, index) => {
    if (index === asked.start) return [made];
    if (index > asked.start && index < asked.end) return [];
    return [places.has(index) ? { ...term, meanings: [STOP] } : term];
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
}

/** What asks for a length of time, by the words of at most three terms. */
const ASKING: readonly (readonly [RegExp, Pick<Asked, 'unit' | 'isAhead' | 'isNoun'>])[] = [
  [/^how long$/, { unit: null, isAhead: false }],
  [/^how far (?:ahead|in advance)$/, { unit: null, isAhead: true }],
  [/^(?:how many )?days$/, { unit: 'days', isAhead: false }],
  [/^(?:how many )?hours$/, { unit: 'hours', isAhead: false }],
  [/^time to$/, { unit: null, isAhead: false }],
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
      return /^ago$/i.test(terms[end]?.text ?? '') ? null : { start, end, ...known[1] };
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
  const [begin, ...more] = due ? [due.column] : timesOf(table);
  if (!begin || more.length > 0 || begin === only.end || begin.type !== 'date') return null;
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
  if (!/^(?:late|overdue)$/i.test(terms[end]?.text ?? '')) return null;
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
  const [column, ...others] = columnsByHead('due', table);
  const after = terms.findIndex(({ text }) => /^after$/i.test(text));
  if (!column || others.length > 0 || after < 0) return null;
  const due = terms.findIndex(({ text }, index) => index > after && /^due(?: date)?$/i.test(text));
  if (due < 0 || due > after + 2) return null;
  const date = /^date$/i.test(terms[due + 1]?.text ?? '') ? [due + 1] : [];
  return { column, places: [after, due, ...date] };
}

/** The verb, "to" before it, and what it is done to where that is any of them: "keep a book", "in the shop". */
function beside(terms: readonly Term[], place: number): readonly number[] {
  const to = /^(?:to|take|takes|took)$/i.test(terms[place - 1]?.text ?? '') ? [place - 1] : [];
  const isAny = /^an?$/i.test(terms[place + 1]?.text ?? '');
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
  const [from, ...more] = booked;
  const [to, ...others] = times;
  if (!from || !to || more.length + others.length > 0 || verb < 0) return null;
  return { from, to, places: new Set([verb]) };
}
