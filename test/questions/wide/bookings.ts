import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  column,
  highest,
  type Line,
  leader,
  linesOf,
  lowest,
  mean,
  number,
  once,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('bookings.csv', ',');
const ask = asker('bookings.csv');
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const except = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => !says(line, name, word));
const numbers = (lines: readonly Line[]) => column(lines, 'Booking');
const guests = (lines: readonly Line[]) => once(column(lines, 'Guest'));
const nights = number('Nights');
const total = number('Total');
const earned = (lines: readonly Line[]) => sum(lines.map(total));
const stays = (lines: readonly Line[]) => sum(lines.map(nights));
const size = (lines: readonly Line[]) => lines.length;
const arrives = (month: string) => all.filter((line) => at(line, 'Check-in').startsWith(month));
const per = (name: string, of: (own: readonly Line[]) => number, lines: readonly Line[] = all) =>
  perGroup(lines, (line) => at(line, name), of);
const unrated = all.filter((line) => at(line, 'Rating') === '');

/** Bookings of a small guest house. */
export const bookings: readonly Question[] = [
  ask('bok-01', 'count', 'How many cancelled bookings are there?', count(size(where('Status', 'cancelled')))),
  ask(
    'bok-02',
    'list',
    'Could you show me all bookings that are not paid yet?',
    values(numbers(where('Paid', 'no'))),
  ),
  ask('bok-03', 'list', "Who hasn't paid?", values(guests(where('Paid', 'no')), 'each guest once')),
  ask('bok-04', 'group', 'nights per room', rows(per('Room', stays))),
  ask('bok-05', 'extreme', 'Which room earns the most?', values([leader(per('Room', earned))])),
  ask(
    'bok-06',
    'filter',
    'List the bookings longer than a week',
    values(numbers(all.filter((line) => nights(line) > 7))),
  ),
  ask('bok-07', 'count', 'how many different guests did we have', count(guests(all).length)),
  ask('bok-08', 'extreme', 'What is the most popular room?', values([leader(per('Room', size))])),
  ask('bok-09', 'extreme', 'Longest stay?', values(numbers(top(highest(all, nights), 1, nights)))),
  ask('bok-10', 'mean', 'average length of stay in nights', value(mean(all.map(nights)))),
  ask(
    'bok-11',
    'lookup',
    "What is the status of Clara Lang's booking?",
    values([at(where('Guest', 'Clara Lang')[0] ?? {}, 'Status')]),
  ),
  ask(
    'bok-12',
    'list',
    "All of Hannah Vogel's bookings please",
    values(numbers(where('Guest', 'Hannah Vogel'))),
  ),
  ask(
    'bok-13',
    'sum',
    'How much has Sofia Rossi paid in total?',
    value(earned(where('Guest', 'Sofia Rossi'))),
  ),
  ask(
    'bok-14',
    'sum',
    'total income without cancelled bookings',
    value(earned(except('Status', 'cancelled'))),
  ),
  ask('bok-15', 'sum', 'How much money came in through Airbnb?', value(earned(where('Channel', 'Airbnb')))),
  ask(
    'bok-16',
    'period',
    'How many guests arrived in June?',
    anyOf(count(size(arrives('2025-06'))), count(sum(arrives('2025-06').map(number('Persons'))))),
  ),
  ask(
    'bok-17',
    'period',
    'bookings between 1 July and 15 July',
    anyOf(
      values(
        numbers(
          all.filter((line) => at(line, 'Check-in') >= '2025-07-01' && at(line, 'Check-in') <= '2025-07-15'),
        ),
      ),
      refuse('checking in or out?'),
    ),
  ),
  ask(
    'bok-18',
    'share',
    'What share of bookings came through Booking.com?',
    value((100 * size(where('Channel', 'Booking.com'))) / all.length, { unit: '%' }),
  ),
  ask(
    'bok-19',
    'ratio',
    'What percentage of bookings was cancelled?',
    value((100 * size(where('Status', 'cancelled'))) / all.length, { unit: '%' }),
  ),
  ask(
    'bok-20',
    'having',
    'Which guests came more than once?',
    values(
      per('Guest', size)
        .filter(([, many]) => many > 1)
        .map(([name]) => name),
    ),
  ),
  ask(
    'bok-21',
    'yes/no',
    'Are there any bookings from Portugal?',
    yes(where('Country', 'Portugal').length > 0),
  ),
  ask(
    'bok-22',
    'yes/no',
    'Did anyone give us fewer than 3 stars?',
    anyOf(yes(all.some((line) => number('Rating')(line) < 3)), refuse('stars are ratings')),
  ),
  ask(
    'bok-23',
    'mean',
    'What is the average rating of the Lake room?',
    value(mean(where('Room', 'Lake').map(number('Rating')))),
  ),
  ask(
    'bok-24',
    'top',
    'Give me the 5 most expensive bookings',
    values(numbers(top(highest(all, total), 5, total))),
  ),
  ask('bok-25', 'count', 'How many bookings have no rating?', count(unrated.length)),
  ask('bok-26', 'group', 'How many bookings per channel?', rows(per('Channel', size))),
  ask(
    'bok-27',
    'extreme',
    'Which country do most guests come from?',
    anyOf(values([leader(per('Country', size))]), refuse('guests or bookings')),
  ),
  ask(
    'bok-28',
    'filter',
    'Which bookings are for 4 or more persons?',
    values(numbers(all.filter((line) => number('Persons')(line) >= 4))),
  ),
  ask(
    'bok-29',
    'filter',
    'bookings of at least 5 nights in the Attic',
    values(numbers(where('Room', 'Attic').filter((line) => nights(line) >= 5))),
  ),
  ask(
    'bok-30',
    'extreme',
    'Who stayed the longest?',
    anyOf(
      values([
        at(
          lowest(all, (line) => -nights(line)),
          'Guest',
        ),
      ]),
      values([leader(per('Guest', stays))]),
      refuse('one stay or all'),
    ),
  ),
  ask(
    'bok-31',
    'not',
    'Which rooms were never booked through Phone?',
    values(
      once(column(all, 'Room')).filter(
        (room) => !all.some((line) => says(line, 'Room', room) && says(line, 'Channel', 'Phone')),
      ),
    ),
  ),
  ask(
    'bok-32',
    'ratio',
    'average income per night',
    anyOf(value(earned(all) / stays(all)), refuse('of each night or each number of nights')),
  ),
  ask('bok-33', 'extreme', 'When is the next arrival?', refuse('nobody knows what day it is')),
  ask('bok-34', 'lookup', 'when did Pierre Martin check in', values(['2025-06-10'])),
  ask('bok-35', 'lookup', 'Which room did Ian Walsh have?', values(['Courtyard'])),
  ask('bok-36', 'filter', 'Name the guests from Austria', values(guests(where('Country', 'Austria')))),
  ask('bok-37', 'not', 'How many bookings are not from Germany?', count(size(except('Country', 'Germany')))),
  ask(
    'bok-38',
    'filter',
    'Which guests from the UK have not paid?',
    values(guests(where('Country', 'UK', where('Paid', 'no')))),
  ),
  ask(
    'bok-39',
    'group',
    'monthly income',
    rows(
      [...new Set(all.map((line) => at(line, 'Check-in').slice(0, 7)))].map((month) => [
        month,
        earned(arrives(month)),
      ]),
      { reading: 'by arrival' },
    ),
  ),
  ask('bok-40', 'refuse', 'How many bookings had breakfast?', refuse('there is no breakfast')),
];
