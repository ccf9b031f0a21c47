import type { Question } from '../answers';
import {
  anyOf,
  at,
  column,
  count,
  dayOf,
  is,
  type Line,
  leaders,
  least,
  linesOf,
  mean,
  number,
  perGroup,
  questionsOf,
  refuse,
  rows,
  sum,
  value,
  values,
} from './raw';

const all = linesOf('cars.csv');
const asking = number('Asking price');
const soldFor = number('Sold for');
const mileage = number('Mileage (km)');
const year = number('Reg. year');
const soldOn = dayOf('Sold on');
const isSold = (line: (typeof all)[number]) => at(line, 'Sold on') !== '';
const sold = all.filter(isSold);
const left = all.filter((line) => !isSold(line));
const by = (name: string, lines: readonly Line[], of: (own: readonly Line[]) => number) =>
  perGroup(lines, (line) => at(line, name).toLowerCase(), of);
const ids = (lines: readonly Line[]) => values(column(lines, 'Stock #'));
const diesel = all.filter(is('Fuel', 'Diesel'));

/** A dealer's used cars. */
export const cars: readonly Question[] = questionsOf('cars.csv', 'car', [
  ['count', 'how many cars have we sold', count(sold.length)],
  ['count', 'how many cars are still for sale?', count(left.length)],
  ['rank rows', 'cheapest electric car', ids(least(all.filter(is('Fuel', 'Electric')), asking))],
  [
    'filter',
    'automatic cars under 15000',
    ids(all.filter((line) => is('Gearbox', 'Automatic')(line) && asking(line) < 15_000)),
  ],
  ['average', 'average mileage of the diesels', value(mean(diesel.map(mileage)), { tolerance: 0.6 })],
  ['average by group', 'avg asking price by make', rows(by('Make', all, (own) => mean(own.map(asking))))],
  [
    'filter',
    'which golfs have less than 100000 km on the clock',
    anyOf(ids(all.filter((line) => is('Model', 'Golf')(line) && mileage(line) < 100_000)), refuse('clock')),
  ],
  [
    'difference',
    'how much below the asking price do we sell on average',
    anyOf(
      value(mean(sold.map((line) => asking(line) - soldFor(line))), { eitherSign: true }),
      refuse('below'),
    ),
  ],
  [
    'sum',
    'total sales in the second quarter',
    anyOf(
      value(sum(sold.filter((line) => /-0[456]-/.test(soldOn(line))).map(soldFor))),
      count(sold.filter((line) => /-0[456]-/.test(soldOn(line))).length),
      refuse('sales'),
    ),
  ],
  ['rank groups', 'most popular colour', values(leaders(by('Colour', all, (own) => own.length)))],
  ['count', 'how many grey cars', count(all.filter(is('Colour', 'grey')).length)],
  ['rank rows', 'oldest car we still have', anyOf(ids(least(left, year)), refuse('still'))],
  ['filter', 'cars from 2020 or newer', ids(all.filter((line) => year(line) >= 2020))],
  [
    'rank groups',
    'which make do we sell most',
    anyOf(values(leaders(by('Make', sold, (own) => own.length))), refuse('most')),
  ],
  [
    'count by group',
    'number of cars by fuel and gearbox',
    anyOf(
      rows(
        perGroup(
          all,
          (line) => `${at(line, 'Fuel')}`,
          (own) => own.length,
        ),
      ),
      rows(
        perGroup(
          all,
          (line) => `${at(line, 'Fuel')}/${at(line, 'Gearbox')}`,
          (own) => own.length,
        ).map(([name, many]) => [name.split('/')[0] ?? '', many]),
      ),
    ),
  ],
  ['sum', 'what is everything that is not sold worth', anyOf(value(sum(left.map(asking))), refuse('worth'))],
  [
    'two conditions',
    'do we have any red petrol cars?',
    anyOf({
      ...count(0),
      count: undefined,
      yes: all.some((line) => is('Colour', 'red')(line) && is('Fuel', 'Petrol')(line)),
    }),
  ],
]);
