import { isOneRow } from '../query/oneRow';
import type { Query } from '../query/query';
import { type Column, hasBlanks, isMeasure, type Table } from '../tables/tables';
import { readable } from '../text/names';
import { columnsFor } from '../words/lexicon';
import type { Sentence } from './sentence';

/** Refuses what can be meant in two ways though each word is understood, and says how to ask for either. */
export function refuseOpenReadings(sentence: Sentence, table: Table, query: Query): void {
  refuseMoneyIn(sentence, table, query);
  refuseRatioInEach(sentence, query);
  refuseOtherDate(sentence, table, query);
  refuseGaps(sentence, table, query);
}

const MONEY_IN = /\b(?:came|come|comes|coming|brought|bring|brings) in\b|\b(?:received|collected)\b/i;
const IN_HEADS = new Set(['paid', 'pay', 'payment', 'received', 'receive', 'collected', 'collect', 'income']);

/** "the rent that came in", where one column says what was due and another what was paid. */
function refuseMoneyIn(sentence: Sentence, table: Table, { figures }: Query): void {
  const said = MONEY_IN.exec(sentence.terms.map(({ text }) => text).join(' '))?.[0];
  if (said === undefined) return;
  const isIn = ({ stems }: Column) => stems.some((stem) => IN_HEADS.has(stem));
  const money = columnsFor('money', table);
  const other = money.find(({ name }) => figures.some(({ column }) => column === name));
  const meant = money.find(isIn);
  if (!other || !meant || isIn(other)) return;
  sentence.problem(
    `“${said}” could be “${readable(meant.name)}” or “${readable(other.name)}”; name the column that is meant`,
  );
}

/** "loans per pupil in each class": one number for each pupil, or for each class what a pupil comes to? */
function refuseRatioInEach(sentence: Sentence, { by, over }: Query): void {
  if (over) return;
  const places = sentence.terms.flatMap((_, index) => (sentence.read(index, 'by')?.each ? [index] : []));
  const [first, second] = places;
  if (first === undefined || second === undefined) return;
  if (!/^per$/i.test(sentence.terms[first]?.text ?? '')) return;
  const [inner, outer] = [first, second].map((place) => groupAt(sentence, sentence.next(place)));
  if (!inner || !outer || inner === outer || !by.includes(inner.name) || !by.includes(outer.name)) return;
  const [one, other] = [readable(inner.name), readable(outer.name)];
  sentence.problem(
    `“per ${one}” with “each ${other}” could be a number for each ${one} or the average of a ${one}; say “by ${one} and ${other}” or “average … per ${one} by ${other}”`,
  );
}

function groupAt(sentence: Sentence, place: number): Column | null {
  const [only, ...others] = sentence.columnsAt(place);
  return !only || others.length > 0 || only.derived || isMeasure(only) ? null : only;
}

/** "have we ever closed a ticket on a weekend": the weekend of the date that is named, and of no other. */
function refuseOtherDate(sentence: Sentence, table: Table, { filters }: Query): void {
  const done = table.columns.find(({ name, type }) =>
    filters.some(({ column, operator }) => type === 'date' && column === name && operator === 'filled'),
  );
  if (!done) return;
  const isNamed = (name: string) =>
    sentence.terms.some(({ meanings }) =>
      meanings.some((meaning) => meaning.kind === 'column' && meaning.column.name === name),
    );
  const times = filters.map(({ column }) => {
    const derived = table.columns.find(({ name }) => name === column)?.derived;
    return derived && 'from' in derived ? derived.from : column;
  });
  const other = table.columns.find(
    ({ name, type }) => type === 'date' && name !== done.name && times.includes(name) && !isNamed(name),
  );
  if (!other) return;
  sentence.problem(
    `the time could be that of “${readable(done.name)}” or of “${readable(other.name)}”; name the one that is meant`,
  );
}

/** "rent due minus paid", where some rows have no payment: a row without one of the two has no difference that could be added up. */
function refuseGaps(sentence: Sentence, table: Table, query: Query): void {
  if (isOneRow(table, query)) return;
  const made = sentence.terms.flatMap((_, index) => sentence.columnsAt(index)).concat(sentence.made);
  for (const { derived, name } of made) {
    const isSummed = query.figures.some((figure) => figure.column === name && figure.function === 'sum');
    if (!isSummed || !derived || !('left' in derived)) continue;
    if (derived.operation !== 'minus' && derived.operation !== 'plus') continue;
    const sides = [derived.left, derived.right];
    const gap = table.columns.find((column) => sides.includes(column.name) && hasBlanks(column));
    if (gap)
      sentence.problem(
        `some rows have no “${readable(gap.name)}”, and so no ${readable(name)}; ask for the total of each column by itself`,
      );
  }
}
