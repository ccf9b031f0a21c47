import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, rows, value, values, yes } from './expected';
import { amount, at, groups, iso, type Line, linesOf, mean, perGroup, says, sum } from './raw';

const all = linesOf('appointments.csv', ',');
const of = (column: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, column, word));
const during = (month: string) =>
  all.filter((line) => iso(at(line, 'Appointment Date')).startsWith(`2025-${month}`));
const wait = (line: Line) => amount(at(line, 'Waiting time (min)'));
const charged = (lines: readonly Line[]) => sum(lines.map((line) => amount(at(line, 'Charge'))));
const seenBy = (line: Line) => at(line, 'Seen By');
const missed = (lines: readonly Line[]) => (of('Status', 'no-show', lines).length / lines.length) * 100;
const patients = (lines: readonly Line[]) => groups(lines, (line) => at(line, 'Patient ID')).size;
const patel = of('Seen By', 'Dr. Patel');
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekday = (line: Line) =>
  DAYS[new Date(`${iso(at(line, 'Appointment Date'))}T00:00:00Z`).getUTCDay()] ?? '';
const first = (all: [string, number][]) => {
  if (all[0]?.[1] === all[1]?.[1]) throw new Error('a tie');
  return all[0]?.[0] ?? '';
};
const waits = perGroup(all, seenBy, (lines) => mean(lines.map(wait)));
const doctorsWaits = waits.filter(([name]) => name.startsWith('Dr.'));
const ask = asker('appointments.csv');

export const appointments: readonly Question[] = [
  ask('a01', 'period', 'How many appointments were there in March?', count(during('03').length)),
  ask('a02', 'count', 'how many no shows did we have', count(of('Status', 'no-show').length)),
  ask(
    'a03',
    'share',
    'no-show rate by doctor',
    anyOf(
      rows(perGroup(all, seenBy, missed), { unit: '%', tolerance: 0.06 }),
      rows(
        perGroup(all, seenBy, missed).filter(([name]) => name.startsWith('Dr.')),
        { unit: '%', tolerance: 0.06, reading: 'without the nurse' },
      ),
    ),
  ),
  ask('a04', 'mean', 'averge waiting time', value(mean(all.map(wait)), { tolerance: 0.06 })),
  ask(
    'a05',
    'top',
    'Which doctor has the longest average wait?',
    anyOf(values([first(doctorsWaits)]), values([first(waits)], 'or nurse')),
  ),
  ask('a06', 'sum', 'total revenue in February', value(charged(during('02')))),
  ask(
    'a07',
    'groups',
    'Revenue by insurer, highest first',
    rows(
      perGroup(all, (line) => at(line, 'Insurer'), charged),
      { ordered: true },
    ),
  ),
  ask(
    'a08',
    'count',
    'how many different patients did Dr Patel see?',
    anyOf(
      count(patients(of('Status', 'attended', patel)), 'who came'),
      count(patients(patel), 'who were booked'),
    ),
  ),
  ask(
    'a09',
    'yes or no',
    'Has patient P00047 ever cancelled?',
    yes(of('Status', 'cancelled', of('Patient ID', 'P00047')).length > 0),
  ),
  ask(
    'a10',
    'count',
    'how many people waited more than 45 minutes',
    count(all.filter((line) => wait(line) > 45).length),
  ),
  ask(
    'a11',
    'top',
    'busiest day of the week',
    values([first(perGroup(all, weekday, (lines) => lines.length))]),
  ),
  ask(
    'a12',
    'unanswerable',
    'Which medication was prescribed most often?',
    refuse('there is no medication'),
    {
      mark: 'unanswerable',
    },
  ),
  ask(
    'a13',
    'language',
    'Combien de rendez-vous ont été annulés ?',
    orRefuse(count(of('Status', 'cancelled').length)),
    {
      mark: 'language',
    },
  ),
];
