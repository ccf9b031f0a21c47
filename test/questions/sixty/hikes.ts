import type { Question } from '../answers';
import { seconds } from '../blind/raw';
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
  leaders,
  least,
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
  yes,
} from './raw';

const all = linesOf('hikes.csv');
const day = dayOf('Hike date');
const km = number('Distance (km)');
const ascent = number('Ascent (m)');
const hikers = number('Hikers');
const cost = euroOf('Cost p.p. (€)');
const time = (line: Line) => seconds(at(line, 'Time (h:mm)'));
const off = all.filter(is('Cancelled?', 'yes'));
const inYear = (year: string) => all.filter((line) => day(line).startsWith(year));
const by = (name: string, lines: readonly Line[], of: (own: readonly Line[]) => number) =>
  perGroup(lines, (line) => at(line, name), of);
const share = (part: number, whole: number) => value((part / whole) * 100, { unit: '%', tolerance: 0.06 });
const days = (lines: readonly Line[]) => values(lines.map(day));
const people = (lines: readonly Line[]) => sum(lines.map(hikers));

/** Hikes of a club. */
export const hikes: readonly Question[] = questionsOf('hikes.csv', 'hik', [
  [
    'count',
    'how many hikes did we do in 2025',
    anyOf(count(inYear('2025').length), count(inYear('2025').filter(is('Cancelled?', 'no')).length)),
  ],
  [
    'sum',
    'how far did we walk altogether?',
    anyOf(value(sum(all.map(km))), value(sum(all.filter(is('Cancelled?', 'no')).map(km)))),
  ],
  ['count', 'How many were cancelled', count(off.length)],
  ['share', 'what share of hikes got cancelled', share(off.length, all.length)],
  ['rank groups', 'who led the most hikes', values(leaders(counts(all, 'Led by')))],
  [
    'rank groups',
    'most popular trail',
    anyOf(values(leaders(counts(all, 'Trail'))), values(leaders(by('Trail', all, people)))),
  ],
  ['average', 'average number of hikers per hike', value(mean(all.map(hikers)))],
  [
    'rank rows',
    'biggest group we ever had',
    anyOf(
      value(Math.max(...all.map(hikers).filter((one) => one > 0))),
      days(greatest(all, hikers)),
      refuse('group'),
    ),
  ],
  ['rank rows', 'longest hike by time', anyOf(days(greatest(all, time)), refuse('time'))],
  [
    'rank groups',
    'which trail is the steepest',
    anyOf(values(once(column(greatest(all, ascent), 'Trail'))), refuse('steepest')),
  ],
  ['sum by group', 'kilometres per leader', rows(by('Led by', all, (own) => sum(own.map(km))))],
  [
    'count by group',
    'hikes by region and difficulty',
    anyOf(
      rows(by('Region', all, (own) => own.length)),
      rows(
        perGroup(
          all,
          (line) => `${at(line, 'Region')}/${at(line, 'Difficulty')}`,
          (own) => own.length,
        ).map(([name, many]) => [name.split('/')[0] ?? '', many]),
      ),
    ),
  ],
  [
    'filter',
    'hard hikes in the rain',
    days(all.filter((line) => is('Difficulty', 'hard')(line) && is('Weather', 'rain')(line))),
  ],
  [
    'filter',
    'which hikes had more than 20 people',
    anyOf(days(all.filter((line) => hikers(line) > 20)), refuse('people')),
  ],
  ['filter', 'hikes longer than 15 km', days(all.filter((line) => km(line) > 15))],
  ['filter', 'what did Carla lead last autumn', anyOf(refuse('last autumn'))],
  [
    'last',
    'when was the last hike in the Alps',
    days(
      [...all.filter(is('Region', 'Alps'))]
        .sort((one, other) => day(other).localeCompare(day(one)))
        .slice(0, 1),
    ),
  ],
  [
    'first',
    'first time we did Glacier View?',
    anyOf(
      days(
        [...all.filter(is('Trail', 'Glacier View'))]
          .sort((one, other) => day(one).localeCompare(day(other)))
          .slice(0, 1),
      ),
    ),
  ],
  [
    'never',
    'who has never led a hike in the Valley',
    values(
      once(column(all, 'Led by')).filter(
        (name) => !all.some((line) => at(line, 'Led by') === name && is('Region', 'Valley')(line)),
      ),
    ),
  ],
  [
    'average by group',
    'avg cost per person by region',
    rows(by('Region', all, (own) => mean(own.map(cost)))),
  ],
  [
    'compare',
    'are hikes in the Alps more expensive than in the Valley on average',
    anyOf(
      yes(
        mean(all.filter(is('Region', 'Alps')).map(cost)) > mean(all.filter(is('Region', 'Valley')).map(cost)),
      ),
      refuse('expensive'),
    ),
  ],
  [
    'growth',
    'did we get more hikers in 2025 than in 2024',
    yes(people(inYear('2025')) > people(inYear('2024'))),
  ],
  ['count', 'how often was it sunny', count(all.filter(is('Weather', 'sunny')).length)],
  ['rank groups', 'what weather did we have most often', values(leaders(counts(all, 'Weather')))],
  ['top', 'top 3 trails by hikers', values(leaders(by('Trail', all, people), 3))],
  [
    'rank periods',
    'which month had the most hikes',
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
  ['count distinct', 'how many different trails are there', count(once(column(all, 'Trail')).length)],
  [
    'words in cells',
    'did anyone get blisters?',
    anyOf(yes(true), days(all.filter(is('Notes', 'blisters'))), refuse('blisters')),
  ],
  ['gaps', 'hikes without notes', days(all.filter((line) => at(line, 'Notes') === ''))],
  [
    'between',
    'hikes with between 5 and 10 hikers',
    days(all.filter((line) => hikers(line) >= 5 && hikers(line) <= 10)),
  ],
  ['rank', 'cheapest easy hike', days(least(all.filter(is('Difficulty', 'easy')), cost))],
]);
