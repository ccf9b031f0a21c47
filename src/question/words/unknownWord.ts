import { hasBlanks, statedColumns, type Table } from '../tables/tables';
import { readable } from '../text/names';
import { verbBase } from '../text/verbForms';
import type { Token } from '../text/words';
import { KEYWORDS } from './keywords';
import { CONCEPTS, columnsFor } from './lexicon';
import { literalOf } from './literal';
import type { Meaning, Phrase, Term } from './meaning';
import { misspelt } from './typos';
import { verbOf } from './verbs';

/** A word that nothing knows: another form of a verb that is known, or else a misspelt word, and then it says so. */
export function nearestTo(
  token: Token | undefined,
  text: string,
  plural: boolean,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
  table: Table,
  meant: (stem: string) => readonly Meaning[],
): Term {
  const unknown: Term = { meanings: [{ kind: 'unknown' }], text, plural };
  if (token?.kind !== 'word') return token ? { ...unknown, meanings: [literalOf(token)] } : unknown;
  const word = token.text.toLowerCase();
  const single = [...phrases].filter(([, found]) => found.some(({ stems }) => stems.length === 1));
  const base = verbBase(word);
  const [form, ...others] = single.flatMap(([stem]) => (verbBase(stem) === base ? [stem] : []));
  if (form !== undefined && others.length === 0) return { ...unknown, meanings: ofRows(meant(form), word) };
  const blank = blankOf(word, table);
  if (blank) return { ...unknown, ...blank };
  const doer = doerIn(word, table);
  if (doer) return { ...unknown, ...doer };
  const short = shortenedIn(word, table);
  if (short) return { ...unknown, ...short };
  const near = misspelt(token.stem, [
    ...single.map(([stem]) => stem),
    ...KEYWORDS.keys(),
    ...CONCEPTS.keys(),
  ]);
  if (near === null || isDoer(word, near)) return unknown;
  const meanings = meant(near);
  return meanings.length === 0 ? unknown : { ...unknown, meanings, note: `“${text}” is read as “${near}”` };
}

/** "leader", of “Led by”: who does what the one head says that has this verb and "by". */
function doerIn(word: string, table: Table): Pick<Term, 'meanings' | 'note'> | null {
  const verb = /^(\p{L}{3,})(?:er|or)s?$/u.exec(word)?.[1];
  if (verb === undefined) return null;
  const bases = [verb, `${verb}e`].map(verbBase);
  const [column, ...others] = statedColumns(table).filter(
    ({ stems }) => stems.at(-1) === 'by' && stems.some((stem) => bases.includes(verbBase(stem))),
  );
  if (!column || others.length > 0) return null;
  return {
    meanings: [{ kind: 'column', column, exact: false }],
    note: `“${word}” is read as “${readable(column.name)}”`,
  };
}

/** "efficiency", of the one column whose head writes it short: “Eff.”. */
function shortenedIn(word: string, table: Table): Pick<Term, 'meanings' | 'note'> | null {
  const columns = statedColumns(table).filter(({ name }) =>
    [...name.matchAll(/(?<!\p{L})(\p{L}{3,})\./gu)].some(
      ([, short = '']) => word.length > short.length + 1 && word.startsWith(short.toLowerCase()),
    ),
  );
  const [column, ...others] = columns;
  if (!column || others.length > 0) return null;
  return {
    meanings: [{ kind: 'column', column, exact: false }],
    note: `“${word}” is read as “${readable(column.name)}”`,
  };
}

/** A scorer is no misspelt score. */
function isDoer(word: string, verb: string): boolean {
  return (
    verbOf(verb) !== null && [`${verb}r`, `${verb}er`].some((doer) => word === doer || word === `${doer}s`)
  );
}

/** "rooms booked twice", where each row is a booking: the verb says that there is a row, and names no column. */
function ofRows(meanings: readonly Meaning[], word: string): readonly Meaning[] {
  const isRow = meanings.every((meaning) => meaning.kind === 'column' && meaning.column.identifies);
  return isRow && meanings.length > 0 && word.endsWith('ed') ? [{ kind: 'row' }] : meanings;
}

/** "unshipped", "unassigned": the column of that verb, or of the person that something is assigned to. */
function blankOf(word: string, table: Table): Pick<Term, 'meanings' | 'note'> | null {
  const verb = /^un(\p{L}{3,}ed|paid|sold|sent)$/u.exec(word)?.[1];
  if (verb === undefined) return null;
  const named = table.columns.filter(
    ({ stems, derived }) => !derived && stems.some((stem) => verbBase(stem) === verbBase(verb)),
  );
  const columns = named.length > 0 ? named : verb === 'assigned' ? columnsFor('person', table) : [];
  const gaps = columns.filter((column) => column.type === 'boolean' || hasBlanks(column));
  const [only, ...others] = gaps;
  if (!only || others.length > 0) return null;
  const said = only.type === 'boolean' ? 'no' : 'empty';
  return { meanings: [{ kind: 'blank', column: only }], note: `“${word}” is read as “${only.name}” ${said}` };
}
