import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  column,
  highest,
  type Line,
  linesOf,
  lowest,
  mean,
  number,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('dues.csv', ',');
const ask = asker('dues.csv');
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const names = (lines: readonly Line[]) => column(lines, 'Member');
const owes = number('Owes');
const joined = (line: Line) => at(line, 'Joined');
const blank = (name: string) => all.filter((line) => at(line, name) === '');

/** Members of a gym and what they have yet to pay. */
export const dues: readonly Question[] = [
  ask('due-01', 'extreme', 'Who owes the most?', values(names(top(highest(all, owes), 1, owes)))),
  ask('due-02', 'filter', 'Who owes us money?', values(names(all.filter((line) => owes(line) > 0)))),
  ask('due-03', 'filter', 'who owes more than 90', values(names(all.filter((line) => owes(line) > 90)))),
  ask('due-04', 'sum', 'How much is owed in total?', value(sum(all.map(owes)))),
  ask('due-05', 'sum', 'How much do Bronze members owe?', value(sum(where('Plan', 'Bronze').map(owes)))),
  ask('due-06', 'lookup', 'How much does Boris Lange owe?', value(120)),
  ask('due-07', 'blank', 'Which members have no locker?', values(names(blank('Locker')))),
  ask('due-08', 'blank', 'Who has never paid?', values(names(blank('Last payment')))),
  ask('due-09', 'blank', 'members without a sponsor', values(names(blank('Sponsor')))),
  ask('due-10', 'lookup', "Who is Felix Braun's sponsor?", values(['Esther Cohen'])),
  ask(
    'due-11',
    'filter',
    'Whom did Greta Olson sponsor?',
    anyOf(values(names(where('Sponsor', 'Greta Olson'))), refuse('sponsor')),
  ),
  ask(
    'due-12',
    'extreme',
    'Who has been a member the longest?',
    anyOf(
      values(names([lowest(all, (line) => Date.parse(joined(line)))])),
      refuse('no column says how long'),
    ),
  ),
  ask(
    'due-13',
    'extreme',
    'newest member',
    values(names([lowest(all, (line) => -Date.parse(joined(line)))])),
  ),
  ask(
    'due-14',
    'filter',
    'Who joined before 2020?',
    values(names(all.filter((line) => joined(line) < '2020'))),
  ),
  ask(
    'due-15',
    'count',
    'How many people are on each plan?',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Plan'),
        (own) => own.length,
      ),
    ),
  ),
  ask('due-16', 'sum', 'total monthly fees', value(sum(all.map(number('Monthly fee'))))),
  ask(
    'due-17',
    'share',
    'What percentage of members have the Gold plan?',
    value((100 * where('Plan', 'Gold').length) / all.length, { unit: '%' }),
  ),
  ask(
    'due-18',
    'filter',
    'Which gold members owe nothing?',
    values(names(where('Plan', 'Gold').filter((line) => owes(line) === 0))),
  ),
  ask('due-19', 'mean', 'What does a member owe on average?', value(mean(all.map(owes)))),
  ask('due-20', 'yes/no', 'Does anybody owe more than 150?', yes(all.some((line) => owes(line) > 150))),
  ask('due-21', 'lookup', 'When did Iris Tan last pay?', values(['2025-06-04'])),
  ask(
    'due-22',
    'count',
    'How many members joined in 2023 or later?',
    count(all.filter((line) => joined(line) >= '2023').length),
  ),
  ask('due-23', 'refuse', 'What is the phone number of Kate Murray?', refuse('there is no phone')),
  ask('due-24', 'refuse', 'Who will cancel next year?', refuse('nobody knows')),
];
