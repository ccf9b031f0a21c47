import type { Question } from '../answers';
import {
  anyOf,
  at,
  column,
  count,
  counts,
  dayOf,
  euroOf,
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
  once,
  perGroup,
  questionsOf,
  refuse,
  rows,
  sum,
  value,
  values,
  yes,
} from './raw';

const all = linesOf('cinema.csv', ';');
const day = dayOf('Show date');
const tickets = number('Tickets sold');
const seats = number('Seats');
const office = euroOf('Box office');
const snacks = euroOf('Snacks (EUR)');
const by = (name: string, lines: readonly Line[], of: (own: readonly Line[]) => number) =>
  perGroup(lines, (line) => at(line, name), of);
const share = (part: number, whole: number) => value((part / whole) * 100, { unit: '%', tolerance: 0.06 });
const inMonth = (start: string) => all.filter((line) => day(line).startsWith(start));
const money = (own: readonly Line[]) => sum(own.map(office));
const sold = (own: readonly Line[]) => sum(own.map(tickets));
const shows = (lines: readonly Line[]) => values(lines.map((line) => `${day(line)} ${at(line, 'Screen')}`));
const weekend = (line: Line) => [0, 6].includes(new Date(`${day(line)}T00:00:00Z`).getUTCDay());

/** Shows of a small cinema. */
export const cinema: readonly Question[] = questionsOf('cinema.csv', 'cin', [
  ['sum', 'how many tickets did we sell in february', value(sold(inMonth('2025-02')))],
  ['sum', 'total box office for Rocket Ants', value(money(all.filter(is('Film', 'Rocket Ants'))))],
  [
    'rank groups',
    'which film made the most money',
    anyOf(values(leaders(by('Film', all, money))), refuse('money')),
  ],
  ['rank groups', 'worst film by tickets', values(last(by('Film', all, sold)))],
  ['average', 'average box office per show', value(mean(all.map(office)))],
  ['sum by group', 'box office per genre, highest first', rows(by('Genre', all, money), { ordered: true })],
  ['rank groups', 'busiest screen', values(leaders(counts(all, 'Screen')))],
  [
    'compare columns',
    'which shows were sold out',
    anyOf(shows(all.filter((line) => tickets(line) === seats(line))), refuse('sold out')),
  ],
  ['count', 'how many shows were in English', count(all.filter(is('Language', 'English')).length)],
  ['share', 'what percentage of shows were in 3D?', share(all.filter(is('3D', 'x')).length, all.length)],
  [
    'share',
    'what percent of our box office comes from thrillers',
    share(money(all.filter(is('Genre', 'Thriller'))), money(all)),
  ],
  ['ratio', 'how full are we on average', refuse('full')],
  ['ratio', 'snacks per ticket', anyOf(value(sum(all.map(snacks)) / sold(all)), refuse('per'))],
  ['count by group', 'number of shows by start time', rows(by('Starts at', all, (own) => own.length))],
  ['rank groups', 'which start time sells the most tickets', values(leaders(by('Starts at', all, sold)))],
  [
    'compare',
    'comedy vs drama box office',
    rows(by('Genre', all, money).filter(([name]) => ['Comedy', 'Drama'].includes(name))),
  ],
  [
    'growth',
    'did ticket sales go up from January to February',
    anyOf(yes(sold(inMonth('2025-02')) > sold(inMonth('2025-01'))), refuse('sales')),
  ],
  ['filter', 'shows with fewer than 20 tickets', shows(all.filter((line) => tickets(line) < 20))],
  ['filter', 'shows where snacks are missing', shows(all.filter((line) => Number.isNaN(snacks(line))))],
  ['median', "what's the median number of tickets", value(median(all.map(tickets)))],
  ['rank rows', 'best selling show', shows(greatest(all, tickets))],
  [
    'last',
    'when did we last show Cold Trail',
    anyOf(values([all.filter(is('Film', 'Cold Trail')).map(day).sort().at(-1) ?? ''])),
  ],
  ['count', 'how many evenings was Farah on duty', anyOf(refuse('evenings'))],
  ['count', 'how many shows did Gus manage', count(all.filter(is('Manager on duty', 'Gus')).length)],
  [
    'sum by period',
    'weekly ticket sales',
    anyOf(
      rows(
        perGroup(
          all,
          (line) =>
            new Date(
              Date.parse(`${day(line)}T00:00:00Z`) -
                ((new Date(`${day(line)}T00:00:00Z`).getUTCDay() + 6) % 7) * 86_400_000,
            )
              .toISOString()
              .slice(0, 10),
          sold,
        ),
      ),
      refuse('sales'),
    ),
  ],
  [
    'weekend',
    'do we sell more tickets at the weekend',
    anyOf(
      refuse('more than what'),
      yes(sold(all.filter(weekend)) > sold(all.filter((line) => !weekend(line)))),
    ),
  ],
  [
    'none',
    'which screens never showed a comedy',
    values(
      once(column(all, 'Screen')).filter(
        (name) => !all.some((line) => at(line, 'Screen') === name && is('Genre', 'Comedy')(line)),
      ),
    ),
  ],
  ['count distinct', 'how many films did we show', count(once(column(all, 'Film')).length)],
  [
    'sum by period',
    'revenue by month',
    anyOf(rows(perGroup(all, (line) => month(day(line)), money)), refuse('revenue')),
  ],
]);
