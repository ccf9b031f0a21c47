import type { Question } from '../answers';
import {
  anyOf,
  at,
  count,
  counts,
  dayOf,
  greatest,
  is,
  type Line,
  last,
  leaders,
  linesOf,
  mean,
  median,
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

const all = linesOf('flights.csv');
const fare = number('Fare (USD)');
const delay = number('Delay (min)');
const carbon = number('CO2 kg');
const day = dayOf('Departure');
const inYear = (year: string) => all.filter((line) => day(line).startsWith(year));
const late = all.filter((line) => delay(line) > 0);
const by = (name: string, lines: readonly Line[], of: (own: readonly Line[]) => number) =>
  perGroup(lines, (line) => at(line, name), of);
const spent = (own: readonly Line[]) => sum(own.map(fare));
const share = (part: number, whole: number) => value((part / whole) * 100, { unit: '%', tolerance: 0.06 });
const business = all.filter(is('Class', 'Business'));
const economy = all.filter(is('Class', 'Economy'));

/** Business trips of a small firm. */
export const flights: readonly Question[] = questionsOf('flights.csv', 'fli', [
  ['sum by group', 'how much did each person spend on flights', rows(by('Traveller', all, spent))],
  ['count', 'how many flights did Ada take?', count(all.filter(is('Traveller', 'Ada Brandt')).length)],
  ['sum', 'total co2 in 2024', value(sum(inYear('2024').map(carbon)))],
  [
    'rank groups',
    'who emitted the most co2',
    anyOf(values(leaders(by('Traveller', all, (own) => sum(own.map(carbon))))), refuse('emitted')),
  ],
  [
    'average',
    'average fare business vs economy',
    rows([
      ['Business', mean(business.map(fare))],
      ['Economy', mean(economy.map(fare))],
    ]),
  ],
  [
    'difference',
    'how much more expensive is business than economy on average',
    anyOf(
      value(mean(business.map(fare)) - mean(economy.map(fare))),
      rows([
        ['Business', mean(business.map(fare))],
        ['Economy', mean(economy.map(fare))],
      ]),
      refuse('difference'),
    ),
  ],
  ['average', 'what is the average delay of TAP', value(mean(all.filter(is('Airline', 'TAP')).map(delay)))],
  [
    'rank groups',
    'Which airline is delayed most often?',
    anyOf(values(leaders(counts(late, 'Airline'))), refuse('often')),
  ],
  [
    'count',
    'flights delayed by more than an hour',
    anyOf(
      count(all.filter((line) => delay(line) > 60).length),
      values(all.filter((line) => delay(line) > 60).map(day)),
    ),
  ],
  [
    'count',
    'how often did we fly from Berlin to Lisbon',
    count(all.filter((line) => is('From', 'Berlin')(line) && is('To', 'Lisbon')(line)).length),
  ],
  [
    'rank rows',
    'most expensive flight',
    values(greatest(all, fare).map((line) => `${at(line, 'From')} ${at(line, 'To')}`)),
  ],
  [
    'share',
    'What % of trips were for conferences?',
    share(all.filter(is('Purpose', 'Conference')).length, all.length),
  ],
  ['median', 'median fare', value(median(all.map(fare)))],
  [
    'rank periods',
    'in which month did we fly the most',
    values(
      leaders(
        perGroup(
          all,
          (line) => month(day(line)),
          (own) => own.length,
        ),
      ),
    ),
  ],
  [
    'two years',
    'did we spend more on flights in 2025 than in 2024',
    anyOf(
      rows([
        ['2024', spent(inYear('2024'))],
        ['2025', spent(inYear('2025'))],
      ]),
      { ...value(0), value: undefined, yes: spent(inYear('2025')) > spent(inYear('2024')) },
      refuse('years'),
    ),
  ],
  [
    'filter',
    "show me all of Mina's flights to Singapore",
    values(all.filter((line) => is('Traveller', 'Mina Rao')(line) && is('To', 'Singapore')(line)).map(day)),
  ],
  ['top', 'top five most visited cities', anyOf(values(leaders(counts(all, 'To'), 5)), refuse('tie'))],
  ['rank groups', 'who flies the least', values(last(counts(all, 'Traveller')))],
]);
