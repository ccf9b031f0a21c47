import { onlyOf } from '#base';
import { type Column, hasBlanks, statedColumns, type Table } from '../tables/tables';
import { verbBase } from '../text/verbForms';
import type { Token } from '../text/words';
import { wordSet } from '../text/words';
import { CONCEPTS, columnsFor } from './lexicon';
import { literalOf, type Meaning, type Phrase, readAsColumn, type Term, takenFor } from './meaning';
import { KEYWORDS } from './phrases';
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
  if (token?.kind !== 'word') return token ? takenFor(unknown, literalOf(token)) : unknown;
  const word = token.text.toLowerCase();
  const single = [...phrases].filter(([, found]) => found.some(({ stems }) => stems.length === 1));
  const base = verbBase(word);
  const form = onlyOf(single.flatMap(([stem]) => (verbBase(stem) === base ? [stem] : [])));
  if (form !== null) return { ...unknown, meanings: ofRows(meant(form), word) };
  const blank = blankOf(word, table);
  if (blank) return { ...unknown, ...blank };
  const column = doerIn(word, table) ?? shortenedIn(word, table);
  if (column) return { ...readAsColumn({ ...unknown, text: word }, column), text };
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
function doerIn(word: string, table: Table): Column | null {
  const verb = /^(\p{L}{3,})(?:er|or)s?$/u.exec(word)?.[1];
  if (verb === undefined) return null;
  const bases = [verb, `${verb}e`].map(verbBase);
  return onlyOf(
    statedColumns(table),
    ({ stems }) => stems.at(-1) === 'by' && stems.some((stem) => bases.includes(verbBase(stem))),
  );
}

/** "efficiency", of the one column whose head writes it short: “Eff.”. */
function shortenedIn(word: string, table: Table): Column | null {
  return onlyOf(statedColumns(table), ({ name }) =>
    [...name.matchAll(/(?<!\p{L})(\p{L}{3,})\./gu)].some(
      ([, short = '']) => word.length > short.length + 1 && word.startsWith(short.toLowerCase()),
    ),
  );
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
  const only = onlyOf(gaps);
  if (!only) return null;
  const said = only.type === 'boolean' ? 'no' : 'empty';
  return { meanings: [{ kind: 'blank', column: only }], note: `“${word}” is read as “${only.name}” ${said}` };
}

/** Shorter words are too near to too many others. */
const SHORTEST = 5;
/** In shorter words another letter mostly makes another word: "paint" is not "print", nor "stake" a "stage". */
const FIRM = 7;
/** Words at least so long may have two letters wrong. */
const LONG = 9;

/**
 * The one known word that a misspelt one can be: a letter missing, doubled, swapped with its neighbour or, in words of seven
 * letters and more, wrong; never the first. Of several that are equally near the one that has a letter more is meant, since letters are mostly left out.
 *
 * @returns null where none is near, or two are
 * @example misspelt('diffrent', ['different', 'customer']) // 'different'
 */
export function misspelt(word: string, known: Iterable<string>): string | null {
  if (word.length < SHORTEST || !/^\p{L}+$/u.test(word)) return null;
  const most = word.length >= LONG ? 2 : 1;
  let best: string[] = [];
  let nearest = most;
  for (const candidate of known) {
    if (candidate.length < SHORTEST - 1 || candidate[0] !== word[0] || candidate === word) continue;
    const distance = distanceOf(word, candidate, nearest);
    if (distance > nearest) continue;
    if (distance < nearest) best = [];
    nearest = distance;
    if (!best.includes(candidate)) best.push(candidate);
  }
  const longer = best.filter((candidate) => candidate.length > word.length);
  return onlyOf(longer.length > 0 ? longer : best);
}

/** How many letters are missing, too many, wrong or swapped (Damerau 1964); more than `most` is told as such. */
function distanceOf(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : left.length < FIRM ? most + 1 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (isSwapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? most + 1;
}

/** Words of questions in German, French, Spanish, Italian, Portuguese and Dutch that are none in English: one is enough. */
const FOREIGN = new Set(
  `wieviel wieviele welche welcher welches welchen warum durchschnitt durchschnittlich durchschnittliche zeige
  combien quel quelle quels quelles moyenne pourquoi chaque
  cuántos cuántas cuánto cuánta cuantos cuantas cuanto cuanta cuál cuáles cual cuales quién quien cuándo cuando dónde promedio
  quanti quante quanto quanta quale quali ogni
  quantos quantas qual quais quem média
  hoeveel welke gemiddelde`.split(/\s+/),
);
/** Small words that could be a name or a value in English as well: it takes two. */
const FOREIGN_SMALL = new Set(
  `wie viele viel der das den dem ist sind wurde wurden wird werden hatte hatten im zum zur und oder nicht für mit nach von wer wo
  alle gibt eine einen einer pro aus bei je summe
  le les des du de et pour par est sont dans avec une sur où sans somme
  qué el los las por para con es son del una hay cada media suma sin según en
  il gli di che sono della dei nel nella somma più chi
  os dos da em na nas nos com sem soma
  het een van voor zijn`.split(/\s+/),
);
const ENGLISH = wordSet(
  'the of and to is are was were how many much what which who when show list by per for with from than each every total average number',
);

/** Whether a question is plainly in another language: its small words are not those of English. */
export function isForeign(tokens: readonly Token[]): boolean {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.text.toLowerCase()] : []));
  const asking = words.filter((word) => FOREIGN.has(word)).length;
  const small = words.filter((word) => FOREIGN_SMALL.has(word)).length;
  const english = words.filter((word) => ENGLISH.has(word)).length;
  return (asking > 0 || small > 1) && 2 * asking + small > english;
}
