import type { Question } from '../answers';
import {
  anyOf,
  at,
  column,
  count,
  dayOf,
  greatest,
  is,
  type Line,
  leaders,
  linesOf,
  mean,
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

const all = linesOf('donations.tsv', '\t');
const amount = number('Amount EUR');
const day = dayOf('Gift date');
const given = (own: readonly Line[]) => sum(own.map(amount));
const inYear = (year: string) => all.filter((line) => day(line).startsWith(year));
const by = (name: string, lines: readonly Line[], of: (own: readonly Line[]) => number) =>
  perGroup(lines, (line) => at(line, name), of);
const share = (part: number, whole: number) => value((part / whole) * 100, { unit: '%', tolerance: 0.06 });
const donors = (lines: readonly Line[]) => once(column(lines, 'Donor'));
const perDonor = by('Donor', all, given);
const unthanked = all.filter(is('Thanked?', 'no'));
const named = (rows: [string, number][]) => rows.filter(([name]) => name !== '');

/** Gifts to a charity. */
export const donations: readonly Question[] = questionsOf('donations.tsv', 'don', [
  ['sum', 'how much have we raised so far?', value(given(all))],
  ['sum', 'how much money came from companies', value(given(all.filter(is('Donor type', 'Company'))))],
  [
    'rank groups',
    'who is our biggest donor',
    anyOf(values(leaders(perDonor)), values(once(column(greatest(all, amount), 'Donor'))), refuse('biggest')),
  ],
  [
    'state',
    "who hasn't been thanked yet",
    anyOf(values(donors(unthanked)), values(column(unthanked, 'Donor')), refuse('yet')),
  ],
  ['count', 'how many donors do we have', count(donors(all).length)],
  [
    'having',
    'donors who gave more than 1000 in total',
    values(perDonor.filter(([, one]) => one > 1000).map(([name]) => name)),
  ],
  ['average', 'average gift per donor type', rows(by('Donor type', all, (own) => mean(own.map(amount))))],
  [
    'share',
    'What share of donations came in by card?',
    anyOf(
      share(all.filter(is('Method', 'Card')).length, all.length),
      share(given(all.filter(is('Method', 'Card'))), given(all)),
    ),
  ],
  [
    'growth',
    'did donations go up last year compared to 2024',
    anyOf(yes(given(inYear('2025')) > given(inYear('2024'))), refuse('last year')),
  ],
  ['rank groups', 'which campaign raised the most', values(leaders(named(by('Campaign', all, given))))],
  ['sum by group', 'amount by country, highest first', rows(by('Country', all, given), { ordered: true })],
  [
    'never',
    'who never gave to Clean water',
    values(
      donors(all).filter(
        (name) => !all.some((line) => at(line, 'Donor') === name && is('Campaign', 'Clean water')(line)),
      ),
    ),
  ],
  [
    'gaps',
    'how many gifts have no campaign',
    count(all.filter((line) => at(line, 'Campaign') === '').length),
  ],
  [
    'between',
    'gifts between 50 and 100 euros',
    anyOf(
      values(
        all
          .filter((line) => amount(line) >= 50 && amount(line) <= 100)
          .map((line) => `${at(line, 'Donor')} ${at(line, 'Amount EUR')}`),
      ),
      count(all.filter((line) => amount(line) >= 50 && amount(line) <= 100).length),
    ),
  ],
  [
    'count',
    'how many cash donations were there in the uk',
    count(all.filter((line) => is('Method', 'Cash')(line) && is('Country', 'UK')(line)).length),
  ],
  [
    'rank',
    'what was the largest single gift?',
    anyOf(
      value(Math.max(...all.map(amount))),
      values(greatest(all, amount).map((line) => `${at(line, 'Donor')} ${at(line, 'Amount EUR')}`)),
    ),
  ],
]);
