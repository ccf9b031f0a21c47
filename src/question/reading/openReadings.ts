import { onlyOf } from '#base';
import type { Filter } from '../query/filter';
import { isOneRow, type Query } from '../query/query';
import { type Column, hasBlanks, isMeasure } from '../tables/tables';
import { plural, readable } from '../text/names';
import { isDone } from '../text/verbForms';
import { textOf } from '../text/words';
import { columnsFor } from '../words/lexicon';
import type { Sentence } from './sentence';

/** Refuses what can be meant in two ways though each word is understood, and says how to ask for either. */
export function refuseOpenReadings(sentence: Sentence, query: Query): void {
  refuseContradiction(sentence, query);
  refuseDoings(sentence, query);
  refuseUndone(sentence, query);
  refuseMoneyIn(sentence, query);
  refuseOtherMoney(sentence, query);
  refuseRatioInEach(sentence, query);
  refuseOtherDate(sentence, query);
  refuseGaps(sentence, query);
}

const DOING =
  /\b(?:do|does|did) (?!(?:we|i|you|they)\b).* (?:do|perform|make|have|get|give|receive|carry out|need)$/i;

/** "how many treatments did Sal do": how often, or how many different ones? */
function refuseDoings(sentence: Sentence, { unite, by }: Query): void {
  const counted = unite.filter((name) => !by.includes(name));
  const name = onlyOf(counted);
  const saysDifferent = sentence.terms.some((_, index) => sentence.read(index, 'distinct') !== null);
  const said = textOf(sentence.terms);
  if (name === null || saysDifferent || !DOING.test(said)) return;
  sentence.problem(
    `how often, or how many different ones? Say “how many rows …” or “how many different ${plural(name)} …”`,
  );
}

/** "how many lots were sold", where some say “unsold” and all have a sale date: these are not among them. */
function refuseUndone(sentence: Sentence, { filters, part }: Query): void {
  for (const { text } of sentence.terms) {
    if (!isDone(text)) continue;
    const undone = ['un', 'not ', 'not-', 'never '].map((before) => `${before}${text.toLowerCase()}`);
    const found = sentence.table.columns.flatMap((column) => {
      const value = column.values.find((one) => undone.includes(one.trim().toLowerCase()));
      return value === undefined ? [] : [{ column, value }];
    })[0];
    const isSaid = [...filters, ...part].some(({ column }) => column === found?.column.name);
    if (found && !isSaid)
      sentence.problem(
        `some rows of ${sentence.table.name} say “${found.value}”; say “${readable(found.column.name)} is not ${found.value}”`,
      );
  }
}

/** Words of which one says yes and another no, or that name two values of one cell: no row can be both, and nobody asks for none. */
function refuseContradiction(sentence: Sentence, { filters, part }: Query): void {
  const all = [...filters, ...part].filter(({ or = [] }) => or.length === 0);
  const pair = all.flatMap((one, index) => {
    const other = all.slice(index + 1).find((next) => excludes(one, next));
    return other ? [[one, other]] : [];
  })[0];
  const [one, other] = pair ?? [];
  if (one && other)
    sentence.problem(`no row can have both “${one.words}” and “${other.words}”; name the one that is meant`);
}

function excludes(one: Filter, other: Filter): boolean {
  if (one.column !== other.column) return false;
  if (one.operator === 'empty' || other.operator === 'empty')
    return [one, other].some(({ operator }) => operator !== 'empty' && operator !== '!=');
  if (one.operator !== '=' || other.operator !== '=') return false;
  const values = ({ value }: Filter) => [value].flat().map((cell) => String(cell).toLowerCase());
  return !values(one).some((value) => values(other).includes(value));
}

const MONEY_IN = /\b(?:came|come|comes|coming|brought|bring|brings) in\b|\b(?:received|collected)\b/i;
const IN_HEADS = new Set(['paid', 'pay', 'payment', 'received', 'receive', 'collected', 'collect', 'income']);

/** "the rent that came in", where one column says what was due and another what was paid. */
function refuseMoneyIn(sentence: Sentence, { figures }: Query): void {
  const said = MONEY_IN.exec(textOf(sentence.terms))?.[0];
  if (said === undefined) return;
  const isIn = ({ stems }: Column) => stems.some((stem) => IN_HEADS.has(stem));
  const money = columnsFor('money', sentence.table);
  const other = money.find(({ name }) => figures.some(({ column }) => column === name));
  const meant = money.find(isIn);
  if (!other || !meant || isIn(other)) return;
  sentence.problem(
    `“${said}” could be “${readable(meant.name)}” or “${readable(other.name)}”; name the column that is meant`,
  );
}

const ORDERED =
  /\b(?:order|basket|purchase|sale|invoice)s? (?:value|amount|total)\b|\b(?:value|amount) of (?:the |all )?(?:order|purchase|sale|invoice)s?\b/i;
const BESIDE = new Set([
  'refund',
  'discount',
  'tax',
  'vat',
  'tip',
  'deposit',
  'commission',
  'fee',
  'shipping',
]);

/** "average order value", of a table whose one amount is what was given back: that is no value of an order. */
function refuseOtherMoney(sentence: Sentence, { figures }: Query): void {
  const said = ORDERED.exec(textOf(sentence.terms))?.[0];
  const other = sentence.table.columns.find(
    ({ name, stems }) =>
      figures.some(({ column }) => column === name) && stems.some((stem) => BESIDE.has(stem)),
  );
  if (said !== undefined && other)
    sentence.problem(`“${readable(other.name)}” is not “${said}”; name the column that is meant`);
}

/** "loans per pupil in each class": one number for each pupil, or for each class what a pupil comes to? */
function refuseRatioInEach(sentence: Sentence, { by, over }: Query): void {
  if (over) return;
  const places = sentence.terms.flatMap((_, index) => (sentence.read(index, 'by')?.each ? [index] : []));
  const [first, second] = places;
  if (first === undefined || second === undefined) return;
  if (!sentence.says(first, /^per$/i)) return;
  const [inner, outer] = [first, second].map((place) => groupAt(sentence, sentence.next(place)));
  if (!inner || !outer || inner === outer || !by.includes(inner.name) || !by.includes(outer.name)) return;
  const [one, other] = [readable(inner.name), readable(outer.name)];
  sentence.problem(
    `“per ${one}” with “each ${other}” could be a number for each ${one} or the average of a ${one}; say “by ${one} and ${other}” or “average … per ${one} by ${other}”`,
  );
}

function groupAt(sentence: Sentence, place: number): Column | null {
  const only = onlyOf(sentence.columnsAt(place));
  return !only || only.derived || isMeasure(only) ? null : only;
}

/** "have we ever closed a ticket on a weekend": the weekend of the date that is named, and of no other. */
function refuseOtherDate(sentence: Sentence, { filters }: Query): void {
  const done = sentence.table.columns.find(({ name, type }) =>
    filters.some(({ column, operator }) => type === 'date' && column === name && operator === 'filled'),
  );
  if (!done) return;
  const isNamed = (name: string) =>
    sentence.terms.some(({ meanings }) =>
      meanings.some((meaning) => meaning.kind === 'column' && meaning.column.name === name),
    );
  const times = filters.map(
    ({ column }) => sentence.table.columns.find(({ name }) => name === column)?.derived?.from ?? column,
  );
  const other = sentence.table.columns.find(
    ({ name, type }) => type === 'date' && name !== done.name && times.includes(name) && !isNamed(name),
  );
  if (!other) return;
  sentence.problem(
    `the time could be that of “${readable(done.name)}” or of “${readable(other.name)}”; name the one that is meant`,
  );
}

/** "rent due minus paid", where some rows have no payment: a row without one of the two has no difference that could be added up. */
function refuseGaps(sentence: Sentence, query: Query): void {
  if (isOneRow(sentence.table, query)) return;
  const made = sentence.columns().concat(sentence.made);
  for (const { derived, name } of made) {
    const isSummed = query.figures.some((figure) => figure.column === name && figure.function === 'sum');
    if (!isSummed || (derived?.operation !== 'minus' && derived?.operation !== 'plus')) continue;
    const sides = [derived.left, derived.right];
    const gap = sentence.table.columns.find((column) => sides.includes(column.name) && hasBlanks(column));
    if (gap)
      sentence.problem(
        `some rows have no “${readable(gap.name)}”, and so no ${readable(name)}; ask for the total of each column by itself`,
      );
  }
}
