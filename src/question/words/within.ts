import { statedColumns, type Table, timesOf } from '../tables/tables';
import { readable } from '../text/names';
import { verbBase } from '../text/verbForms';
import { computedColumn } from './computed';
import type { Meaning, Term } from './meaning';
import { STOP } from './meaning';

/** "closed within 24 hours (of being opened)", "delivered within 2 days": at most so long behind the date in which a row begins. */
export function withWithin(terms: readonly Term[], table: Table): readonly Term[] {
  const at = terms.findIndex(({ text }) => /^within$/i.test(text));
  const [number, unit] = [
    terms[at + 1],
    /^(day|hour)s?$/i.exec(terms[at + 2]?.text ?? '')?.[1]?.toLowerCase(),
  ];
  const amount = number?.meanings.find((one) => one.kind === 'number' || one.kind === 'amount');
  const doing = at > 0 && unit !== undefined && amount ? doneAt(terms, at - 1, table) : null;
  const [begin, ...others] = timesOf(table);
  if (!doing || !begin || others.length > 0 || begin === doing || begin.type !== 'date') return terms;
  const isExact = unit === 'day' || (begin.hasClock && doing.hasClock);
  if (!isExact || begin.hasClock !== doing.hasClock) return terms;
  const name = `${unit}s from ${readable(begin.name)} to ${readable(doing.name)}`;
  const operation = unit === 'day' ? 'days since' : 'hours since';
  const column: Meaning = {
    kind: 'column',
    column: computedColumn(name, doing, operation, begin),
    exact: true,
  };
  const end = at + 3 + beginningAt(terms, at + 3, begin.stems);
  return terms.flatMap((term, index) => {
    if (index === at - 1)
      return [
        { ...term, meanings: [column], plural: false, note: `“${term.text} within” is read by the ${name}` },
      ];
    if (index === at) return [{ ...term, meanings: [{ kind: 'compare', operator: '<=' }] }];
    if (index === at + 2) return [{ ...term, meanings: [STOP], text: '' }];
    return index > at + 2 && index < end ? [] : [term];
  });
}

/** The date of what was done, of all whose head has that verb. */
function doneAt(terms: readonly Term[], index: number, table: Table) {
  const verb = verbBase(terms[index]?.text.toLowerCase() ?? '');
  const [only, ...others] = statedColumns(table).filter(
    ({ type, stems }) => type === 'date' && stems.some((stem) => verbBase(stem) === verb),
  );
  return only && others.length === 0 ? only : null;
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
