import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import { at, column, is, linesOf, mean, number, perGroup, sum } from './raw';

const all = linesOf('choir.csv');
const ask = asker('choir.csv');
const fee = number('Annual fee');
const paid = number('Fee paid');
const rehearsals = number('Rehearsals attended');
const owing = all.filter((line) => paid(line) < fee(line));

/** Members of a choir, what they owe and have paid of it. */
export const choir: readonly Question[] = [
  ask(
    'cho-1',
    'difference of columns',
    'Who still owes part of the annual fee?',
    anyOf(values(column(owing, 'Name')), refuse('owes')),
  ),
  ask(
    'cho-2',
    'difference of columns',
    'which members paid less than their annual fee',
    values(column(owing, 'Name')),
  ),
  ask('cho-3', 'most common', 'what is the most common voice', values(['Soprano'])),
  ask('cho-4', 'empty', 'How many members have no phone number?', count(3)),
  ask(
    'cho-5',
    'mean',
    'average rehearsals attended per voice',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Voice'),
        (own) => mean(own.map(rehearsals)),
      ),
    ),
  ),
  ask('cho-6', 'rank', 'Who came to the most rehearsals?', anyOf(values(['Dov Levin']), refuse('came'))),
  ask(
    'cho-7',
    'conditions',
    'sopranos or altos who drive',
    anyOf(values(['Ada Quist', 'Cleo Marsh']), refuse('drive')),
  ),
  ask('cho-8', 'since', 'how many members joined since 2020', count(4)),
  ask(
    'cho-9',
    'ratio',
    'what percentage of the annual fees has been paid?',
    value((100 * sum(all.map(paid))) / sum(all.map(fee)), { unit: '%' }),
  ),
  ask(
    'cho-10',
    'either',
    'members who are either bass or tenor',
    values(
      column(
        all.filter((line) => is('Voice', 'Bass')(line) || is('Voice', 'Tenor')(line)),
        'Name',
      ),
    ),
  ),
];
