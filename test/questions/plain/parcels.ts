import type { Question } from '../answers';
import {
  anyOf,
  at,
  column,
  count,
  counts,
  dayOf,
  daysBetween,
  greatest,
  is,
  type Line,
  last,
  leaders,
  linesOf,
  mean,
  month,
  number,
  perGroup,
  questionsOf,
  refuse,
  rows,
  sum,
  value,
  values,
} from './raw';

const all = linesOf('parcels.csv');
const cost = number('Shipping cost (£)');
const grams = number('Weight (g)');
const sent = dayOf('Sent on');
const arrived = all.filter(is('Status', 'Delivered'));
const days = (line: (typeof all)[number]) => daysBetween(sent(line), at(line, 'Delivered on'));
const perCourier = (lines: readonly Line[], of: (own: readonly Line[]) => number) =>
  perGroup(lines, (line) => at(line, 'Courier'), of);
const share = (part: number, whole: number) => value((part / whole) * 100, { unit: '%', tolerance: 0.06 });
const ids = (lines: readonly Line[]) => values(column(lines, 'Tracking no'));

/** What a small shop sent. */
export const parcels: readonly Question[] = questionsOf('parcels.csv', 'par', [
  ['count', 'How many parcels got lost?', count(all.filter(is('Status', 'Lost')).length)],
  [
    'rank groups',
    'which courier loses the most parcels',
    values(leaders(counts(all.filter(is('Status', 'Lost')), 'Courier'))),
  ],
  [
    'how long',
    'how long does DPD take on average',
    anyOf(
      value(mean(arrived.filter(is('Courier', 'DPD')).map(days)), { tolerance: 0.06 }),
      refuse('from which date'),
    ),
  ],
  [
    'how long',
    'Average delivery time per courier please',
    anyOf(
      rows(
        perCourier(arrived, (own) => mean(own.map(days))),
        { tolerance: 0.06 },
      ),
    ),
  ],
  ['sum', 'what did we spend on shipping in total', value(sum(all.map(cost)))],
  [
    'average',
    "what's the avg shipping cost for royal mail",
    value(mean(all.filter(is('Courier', 'Royal Mail')).map(cost))),
  ],
  [
    'count',
    'how many went to Leeds in march',
    count(
      all.filter((line) => is('Ship to (city)', 'Leeds')(line) && sent(line).startsWith('2025-03')).length,
    ),
  ],
  ['rank rows', 'heaviest parcel?', ids(greatest(all, grams))],
  ['filter', 'parcels over 8 kg', anyOf(ids(all.filter((line) => grams(line) > 8000)))],
  [
    'state',
    "which ones haven't arrived yet",
    anyOf(
      ids(all.filter((line) => at(line, 'Delivered on') === '')),
      ids(all.filter(is('Status', 'In transit'))),
      refuse('arrived'),
    ),
  ],
  ['share', 'what percentage of parcels were delivered', share(arrived.length, all.length)],
  ['count by group', 'how many parcels per city?', rows(counts(all, 'Ship to (city)'))],
  ['rank groups', 'most common destination', values(leaders(counts(all, 'Ship to (city)')))],
  [
    'count by group',
    'how many did each courier return',
    anyOf(rows(counts(all.filter(is('Status', 'Returned')), 'Courier')), refuse('return')),
  ],
  ['filter', 'list everything signed for by a neighbour', ids(all.filter(is('Signed by', 'neighbour')))],
  ['rank groups', 'cheapest courier on average', values(last(perCourier(all, (own) => mean(own.map(cost)))))],
  [
    'count by period',
    'parcels sent per month',
    rows(
      perGroup(
        all,
        (line) => month(sent(line)),
        (own) => own.length,
      ),
    ),
  ],
  [
    'filter',
    'Did anything take longer than a week to arrive?',
    anyOf(ids(arrived.filter((line) => days(line) > 7)), refuse('arrive')),
  ],
]);
