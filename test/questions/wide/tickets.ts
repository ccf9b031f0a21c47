import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, rows, value, values } from '../blind/expected';
import {
  at,
  column,
  groups,
  highest,
  type Line,
  leader,
  linesOf,
  lowest,
  mean,
  number,
  perGroup,
  says,
  sum,
} from './raw';

const DAY = 86_400_000;
const all = linesOf('tickets.csv', ',');
const ask = asker('tickets.csv');
const numbers = (lines: readonly Line[]) => column(lines, 'Ticket');
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const hours = number('Hours spent');
const opened = (line: Line) => at(line, 'Opened');
const notClosed = all.filter((line) => !says(line, 'Status', 'closed'));
const closed = where('Status', 'closed');
const took = (line: Line) => (Date.parse(at(line, 'Closed')) - Date.parse(opened(line))) / DAY;
const assigned = all.filter((line) => at(line, 'Assignee') !== '');
const spent = (lines: readonly Line[]) => sum(lines.map(hours));
const in2025 = (month: string) => all.filter((line) => opened(line).startsWith(`2025-${month}`)).length;
const perAssignee = (of: (own: readonly Line[]) => number, lines = assigned) =>
  perGroup(lines, (line) => at(line, 'Assignee'), of);
const size = (lines: readonly Line[]) => lines.length;

/** What a help desk has to do. */
export const tickets: readonly Question[] = [
  ask(
    'tic-01',
    'count',
    'How many tickets are open?',
    anyOf(count(where('Status', 'open').length), count(notClosed.length, 'all that are not closed')),
  ),
  ask(
    'tic-02',
    'list',
    'Show all urgent tickets that are still open',
    anyOf(
      values(numbers(where('Status', 'open', where('Priority', 'urgent')))),
      values(numbers(where('Priority', 'urgent', notClosed))),
    ),
  ),
  ask(
    'tic-03',
    'group',
    'tickets per assignee',
    rows([...perAssignee(size), ['', size(where('Assignee', ''))]], {
      extraBlankGroup: size(where('Assignee', '')),
    }),
  ),
  ask(
    'tic-04',
    'extreme',
    'Who closed the most tickets?',
    values([leader(perAssignee(size, where('Status', 'closed', assigned)))]),
  ),
  ask('tic-05', 'blank', 'How many tickets have no assignee?', count(size(where('Assignee', '')))),
  ask(
    'tic-06',
    'difference of dates',
    'How long does it take on average to close a ticket, in days?',
    anyOf(
      value(mean(closed.map(took)), { tolerance: 0.05 }),
      value(mean(closed.map(took)) * 86_400, { unit: 'duration', tolerance: 60 }),
      refuse('no column says how long'),
    ),
  ),
  ask('tic-07', 'sum', 'total hours spent on VPN drops', value(spent(where('Subject', 'VPN drops')))),
  ask(
    'tic-08',
    'extreme',
    'What is the most common subject?',
    values([leader(perGroup(all, (line) => at(line, 'Subject'), size))]),
  ),
  ask(
    'tic-09',
    'month',
    'How many tickets were opened each month?',
    rows([...groups(all, (line) => opened(line).slice(0, 7))].map(([month, own]) => [month, own.length])),
  ),
  ask(
    'tic-10',
    'difference',
    'How many more tickets were opened in March than in February?',
    value(in2025('03') - in2025('02'), { eitherSign: true }),
  ),
  ask(
    'tic-11',
    'count',
    'tickets reported by Warehouse with high priority',
    anyOf(
      count(where('Priority', 'high', where('Reported by', 'Warehouse')).length),
      values(numbers(where('Priority', 'high', where('Reported by', 'Warehouse')))),
    ),
  ),
  ask(
    'tic-12',
    'mean',
    'Average hours spent per priority',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Priority').toLowerCase(),
        (own) => mean(own.map(hours)),
      ),
    ),
  ),
  ask(
    'tic-13',
    'extreme',
    "What's the oldest ticket that isn't closed?",
    values(numbers([lowest(notClosed, (line) => Date.parse(opened(line)))])),
  ),
  ask(
    'tic-14',
    'count',
    'how many tickets did Omar close in April 2025',
    count(
      closed.filter((line) => says(line, 'Assignee', 'Omar') && at(line, 'Closed').startsWith('2025-04'))
        .length,
    ),
  ),
  ask(
    'tic-15',
    'share',
    'What percentage of tickets was reopened?',
    value((100 * size(where('Reopened', 'yes'))) / all.length, { unit: '%' }),
  ),
  ask(
    'tic-16',
    'filter',
    'Which tickets took more than 7 hours?',
    values(numbers(all.filter((line) => hours(line) > 7))),
  ),
  ask(
    'tic-17',
    'lookup',
    'Who is working on IT-1003?',
    anyOf(
      values([at(where('Ticket', 'IT-1003')[0] ?? {}, 'Assignee')]),
      refuse('working is no word of the table'),
    ),
  ),
  ask(
    'tic-18',
    'compare',
    'Compare Nina and Omar by hours spent',
    rows([
      ['Nina', spent(where('Assignee', 'Nina'))],
      ['Omar', spent(where('Assignee', 'Omar'))],
    ]),
  ),
  ask(
    'tic-19',
    'period',
    'Which tickets were opened after 20 June 2025?',
    values(numbers(all.filter((line) => opened(line) > '2025-06-20'))),
  ),
  ask(
    'tic-20',
    'extreme',
    'Which ticket took the most hours?',
    anyOf(
      values(
        numbers(
          highest(all, hours).filter(
            (line) => hours(line) === Math.max(...all.map(hours).filter((one) => !Number.isNaN(one))),
          ),
        ),
      ),
      values(numbers(highest(all, hours).slice(0, 1)), 'the first of a tie'),
    ),
  ),
  ask('tic-21', 'refuse', 'How happy were the customers?', refuse('nothing says how happy')),
  ask(
    'tic-22',
    'language',
    'Wie viele Tickets sind offen?',
    orRefuse(count(where('Status', 'open').length)),
    { mark: 'language' },
  ),
];
