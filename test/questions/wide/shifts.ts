import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import {
  amount,
  at,
  column,
  groups,
  type Line,
  leader,
  linesOf,
  once,
  perGroup,
  says,
  seconds,
  sum,
} from './raw';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const all = linesOf('shifts.csv', ',');
const ask = asker('shifts.csv');
const span = { unit: 'duration', tolerance: 0.011 };
const worked = (lines: readonly Line[]) => sum(lines.map((line) => seconds(at(line, 'Hours'))));
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const on = (line: Line) => at(line, 'Shift date');
const inMonth = (month: string) => all.filter((line) => on(line).startsWith(month));
const weekday = (line: Line) => WEEKDAYS[new Date(on(line)).getUTCDay()] ?? '';
const who = (line: Line) => at(line, 'Volunteer');
const missed = where('Showed up', 'no');
const event = (line: Line) => at(line, 'Event').toLowerCase();
const most = (of: (lines: readonly Line[]) => number, lines = all) => leader(perGroup(lines, who, of));
const drivers = once(where('Role', 'Driver').map(who));

/** Who helps where and when. */
export const shifts: readonly Question[] = [
  ask(
    'shi-01',
    'sum',
    'How many hours did Edith Ames work in total?',
    value(worked(where('Volunteer', 'Edith Ames')), span),
  ),
  ask('shi-02', 'extreme', 'Who has the most hours?', values([most(worked)])),
  ask('shi-03', 'group', 'total hours per event', rows(perGroup(all, event, worked), span)),
  ask(
    'shi-04',
    'count',
    'How many shifts did nobody show up for? I mean, where showed up is no',
    anyOf(count(missed.length), refuse('a long sentence')),
  ),
  ask(
    'shi-05',
    'filter',
    "Who didn't show up in April 2025?",
    values(once(missed.filter((line) => on(line).startsWith('2025-04')).map(who))),
  ),
  ask('shi-06', 'count', 'how many shifts were there in May', count(inMonth('2025-05').length)),
  ask('shi-07', 'group', 'Number of shifts per volunteer', rows(perGroup(all, who, (own) => own.length))),
  ask(
    'shi-08',
    'mean',
    'How long is the average shift?',
    anyOf(value(worked(all) / all.length, span), refuse('long is no column')),
  ),
  ask(
    'shi-09',
    'sum',
    'Total expenses of the food bank',
    value(sum(where('Event', 'Food bank').map((line) => amount(at(line, 'Expenses'))))),
  ),
  ask('shi-10', 'list', 'Which volunteers have been drivers?', values(drivers)),
  ask(
    'shi-11',
    'weekday',
    'How many shifts on each weekday?',
    rows([...groups(all, weekday)].map(([name, own]) => [name.slice(0, 3), own.length])),
  ),
  ask(
    'shi-12',
    'compare',
    'Compare the hours in April and May',
    rows(
      [
        ['2025-04', worked(inMonth('2025-04'))],
        ['2025-05', worked(inMonth('2025-05'))],
      ],
      span,
    ),
  ),
  ask(
    'shi-13',
    'filter',
    'shifts longer than 4 hours',
    anyOf(
      values(
        all.filter((line) => seconds(at(line, 'Hours')) > 14_400).map((line) => `${who(line)} ${on(line)}`),
      ),
      count(all.filter((line) => seconds(at(line, 'Hours')) > 14_400).length),
    ),
  ),
  ask(
    'shi-14',
    'having',
    'Which volunteers have more than 10 shifts?',
    values(
      perGroup(all, who, (own) => own.length)
        .filter(([, many]) => many > 10)
        .map(([name]) => name),
    ),
  ),
  ask(
    'shi-15',
    'yes/no',
    'Has Hal Irwin ever been team lead?',
    yes(where('Volunteer', 'Hal Irwin').some((line) => says(line, 'Role', 'Team lead'))),
  ),
  ask(
    'shi-16',
    'count',
    'How many different volunteers helped at the charity shop?',
    count(once(where('Event', 'Charity shop').map(who)).length),
  ),
  ask(
    'shi-17',
    'extreme',
    'When was the first shift of Joe Salt?',
    values([column(where('Volunteer', 'Joe Salt'), 'Shift date').sort()[0] ?? '']),
  ),
  ask(
    'shi-18',
    'share',
    'percentage of shifts where people showed up',
    anyOf(
      value((100 * (all.length - missed.length)) / all.length, { unit: '%' }),
      refuse('people is no word of the table'),
    ),
  ),
  ask(
    'shi-19',
    'group',
    'hours per month',
    rows(
      [...groups(all, (line) => on(line).slice(0, 7))].map(([month, own]) => [month, worked(own)]),
      span,
    ),
  ),
  ask('shi-20', 'refuse', 'What is the e-mail address of Cora Finch?', refuse('there is no address')),
];
