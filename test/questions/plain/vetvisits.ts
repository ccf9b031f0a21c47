import type { Question } from '../answers';
import {
  anyOf,
  at,
  column,
  count,
  counts,
  dayOf,
  is,
  type Line,
  last,
  leaders,
  linesOf,
  mean,
  month,
  number,
  once,
  perGroup,
  questionsOf,
  refuse,
  rows,
  sum,
  value,
  values,
} from './raw';

const all = linesOf('vetvisits.csv');
const fee = number('Fee');
const age = number('Age (yrs)');
const weight = number('Weight kg');
const day = dayOf('Visit date');
const by = (name: string, lines: readonly Line[], of: (own: readonly Line[]) => number) =>
  perGroup(lines, (line) => at(line, name), of);
const money = (own: readonly Line[]) => sum(own.map(fee));
const unpaid = all.filter(is('Paid (y/n)', 'n'));
const pets = (lines: readonly Line[]) => once(column(lines, 'Pet name'));

/** A small animal practice. */
export const vetvisits: readonly Question[] = questionsOf('vetvisits.csv', 'vet', [
  [
    'state',
    'who still has to pay',
    anyOf(values(once(column(unpaid, 'Owner'))), values(column(unpaid, 'Owner')), refuse('pay')),
  ],
  ['sum', 'how much money is outstanding?', anyOf(value(money(unpaid)), refuse('outstanding'))],
  [
    'count',
    'How many dogs did we see in April?',
    anyOf(
      count(all.filter((line) => is('Species', 'Dog')(line) && day(line).startsWith('2025-04')).length),
      count(pets(all.filter((line) => is('Species', 'Dog')(line) && day(line).startsWith('2025-04'))).length),
      refuse('dogs'),
    ),
  ],
  ['rank groups', 'which vet earned the most', values(leaders(by('Vet', all, money)))],
  ['rank groups', 'most common reason for a visit', values(leaders(counts(all, 'Reason')))],
  ['average', 'average fee for a check-up', value(mean(all.filter(is('Reason', 'Check-up')).map(fee)))],
  ['rank groups', 'which pet came in most often', values(leaders(counts(all, 'Pet name')))],
  ['rank rows', 'how old is the oldest cat', value(Math.max(...all.filter(is('Species', 'Cat')).map(age)))],
  [
    'last',
    "when was Rex's last visit",
    values([all.filter(is('Pet name', 'Rex')).map(day).sort().at(-1) ?? '']),
  ],
  [
    'last',
    'when is Bella due next?',
    anyOf(
      values([
        all
          .filter(is('Pet name', 'Bella'))
          .map((line) => at(line, 'Next visit'))
          .sort()
          .at(-1) ?? '',
      ]),
      refuse('due'),
    ),
  ],
  ['sum by period', 'revenue per month', rows(perGroup(all, (line) => month(day(line)), money))],
  ['count distinct', 'how many different owners', count(once(column(all, 'Owner')).length)],
  [
    'having',
    'owners with more than one pet',
    anyOf(
      values(once(column(all, 'Owner')).filter((owner) => pets(all.filter(is('Owner', owner))).length > 1)),
      refuse('pet'),
    ),
  ],
  ['rank', 'average weight of beagles', value(mean(all.filter(is('Breed', 'Beagle')).map(weight)))],
  [
    'least',
    'which reason brings in the least money',
    anyOf(values(last(by('Reason', all, money))), refuse('money')),
  ],
]);
