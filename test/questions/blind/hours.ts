import type { Question } from '../answers';
import { anyOf, asker, orRefuse, rows, value, values, yes } from './expected';
import { at, euros, groups, iso, type Line, linesOf, mean, perGroup, says, seconds, sum } from './raw';

const all = linesOf('hours.csv', ';');
const of = (column: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, column, word));
const during = (from: string, before: string, lines: readonly Line[] = all) =>
  lines.filter((line) => iso(at(line, 'Date')) >= from && iso(at(line, 'Date')) < before);
const time = (line: Line) => seconds(at(line, 'Time spent'));
const worked = (lines: readonly Line[]) => sum(lines.map(time));
const billable = of('Billable', 'yes');
const earned = (lines: readonly Line[]) =>
  sum(lines.map((line) => (time(line) / 3600) * euros(at(line, 'Hourly rate'))));
const employee = (line: Line) => at(line, 'Employee');
const duration = { unit: 'duration', tolerance: 1 };
const perDay = [...groups(all, (line) => `${employee(line)} ${at(line, 'Date')}`).values()].map(worked);
const january = perGroup(during('2025-01-01', '2025-02-01'), employee, worked);
if (january[0]?.[1] === january[1]?.[1]) throw new Error('a tie');
const ask = asker('hours.csv');

export const hours: readonly Question[] = [
  ask(
    't01',
    'sum',
    'How many hours did Lena work in total?',
    value(worked(of('Employee', 'Lena Hoffmann')), duration),
  ),
  ask(
    't02',
    'groups',
    'hours per project',
    rows(
      perGroup(all, (line) => at(line, 'Project').toLowerCase(), worked),
      duration,
    ),
  ),
  ask(
    't03',
    'period',
    'billable hours in december 2024',
    value(worked(during('2024-12-01', '2025-01-01', billable)), duration),
  ),
  ask(
    't04',
    'share',
    'What percentage of the time was billable?',
    value((worked(billable) / worked(all)) * 100, { unit: '%', tolerance: 0.06 }),
  ),
  ask('t05', 'top', 'who worked the most hours in January?', values([january[0]?.[0] ?? ''])),
  ask(
    't06',
    'groups',
    'revenue per employee',
    anyOf(
      rows(perGroup(billable, employee, earned), { reading: 'billable time' }),
      rows(perGroup(all, employee, earned), { reading: 'all time' }),
    ),
  ),
  ask(
    't07',
    'sum',
    'How much money can we invoice for the Website relaunch? (billable time x rate)',
    value(earned(of('Project', 'Website relaunch', billable))),
  ),
  ask(
    't08',
    'mean',
    'average length of a meeting',
    value(mean(of('Activity', 'meeting').map(time)), { unit: 'duration', tolerance: 31 }),
  ),
  ask(
    't09',
    'yes or no',
    'did anyone log more than 10 hours in a single day?',
    yes(perDay.some((own) => own > 36_000)),
  ),
  ask(
    't10',
    'comparison',
    'Compare the hours in Q4 2024 with Q1 2025',
    rows(
      [
        ['2024', worked(during('2024-10-01', '2025-01-01'))],
        ['2025', worked(during('2025-01-01', '2025-04-01'))],
      ],
      duration,
    ),
  ),
  ask(
    't11',
    'language',
    '¿Cuántas horas trabajó Sofie Jensen?',
    orRefuse(value(worked(of('Employee', 'Sofie Jensen')), duration)),
    {
      mark: 'language',
    },
  ),
  ask(
    't12',
    'ambiguous',
    'Hours last month',
    anyOf(
      value(worked(during('2025-03-01', '2025-04-01')), {
        ...duration,
        reading: 'the last whole month of the table',
      }),
      value(worked(during('2025-04-01', '2025-05-01')), {
        ...duration,
        reading: 'the last month of the table',
      }),
    ),
    { mark: 'ambiguous' },
  ),
];
