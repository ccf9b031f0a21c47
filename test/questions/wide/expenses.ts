import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  column,
  highest,
  type Line,
  leader,
  linesOf,
  mean,
  median,
  number,
  once,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('expenses.csv', ',');
const ask = asker('expenses.csv');
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const amount = number('Amount (€)');
const spent = (lines: readonly Line[]) => sum(lines.map(amount));
const size = (lines: readonly Line[]) => lines.length;
const said = (lines: readonly Line[]) => column(lines, 'Description');
const per = (name: string, of: (own: readonly Line[]) => number, lines: readonly Line[] = all) =>
  perGroup(lines, (line) => at(line, name), of);
const inMonth = (month: string) => all.filter((line) => at(line, 'Date').startsWith(`2025-${month}`));

/** What people of a small company spent for it. */
export const expenses: readonly Question[] = [
  ask('exp-01', 'sum', 'How much did we spend on travel?', value(spent(where('Category', 'Travel')))),
  ask('exp-02', 'sum', "What do Tim's expenses come to?", value(spent(where('Employee', 'Tim Brandt')))),
  ask('exp-03', 'extreme', 'Who spent the most?', values([leader(per('Employee', spent))])),
  ask('exp-04', 'list', 'Show me the pending expenses', values(said(where('Status', 'pending')))),
  ask('exp-05', 'filter', 'Which expenses have no receipt?', values(said(where('Receipt', 'no')))),
  ask(
    'exp-06',
    'share',
    'What share of our spending is hotels?',
    value((100 * spent(where('Category', 'Hotel'))) / spent(all), { unit: '%' }),
  ),
  ask(
    'exp-07',
    'group',
    'total per category, highest first',
    rows(per('Category', spent), { ordered: true }),
  ),
  ask(
    'exp-08',
    'filter',
    'everything over 200 euros',
    values(said(all.filter((line) => amount(line) > 200))),
  ),
  ask('exp-09', 'period', 'What did we spend in February 2025?', value(spent(inMonth('02')))),
  ask(
    'exp-10',
    'extreme',
    'what was the biggest expense in March',
    values(said(top(highest(inMonth('03'), amount), 1, amount))),
  ),
  ask('exp-11', 'count', 'How many expenses were rejected?', count(size(where('Status', 'rejected')))),
  ask(
    'exp-12',
    'blank',
    'How many expenses have not been reimbursed?',
    count(all.filter((line) => at(line, 'Reimbursed on') === '').length),
  ),
  ask(
    'exp-13',
    'mean',
    "What's the average hotel bill?",
    anyOf(value(mean(where('Category', 'Hotel').map(amount))), refuse('bill is no column')),
  ),
  ask('exp-14', 'median', 'median amount of meals', value(median(where('Category', 'Meals').map(amount)))),
  ask(
    'exp-15',
    'extreme',
    'Which month did we spend the most in?',
    values([leader(perGroup(all, (line) => at(line, 'Date').slice(0, 7), spent))]),
  ),
  ask('exp-16', 'extreme', 'latest expense of Ayla Demir', values(['Drawing program'])),
  ask(
    'exp-17',
    'between',
    'expenses between 20 and 40 euros',
    values(said(all.filter((line) => amount(line) >= 20 && amount(line) <= 40))),
  ),
  ask(
    'exp-18',
    'not',
    'total of everything except travel',
    value(spent(all) - spent(where('Category', 'Travel'))),
  ),
  ask(
    'exp-19',
    'ratio',
    'How much does each employee spend on average?',
    anyOf(
      rows(per('Employee', (own) => mean(own.map(amount)))),
      value(mean(per('Employee', spent).map(([, sum]) => sum))),
      refuse('each expense or each employee'),
    ),
  ),
  ask(
    'exp-20',
    'yes/no',
    'Has Oskar Wolf any rejected expenses?',
    yes(where('Employee', 'Oskar Wolf').some((line) => says(line, 'Status', 'rejected'))),
  ),
  ask(
    'exp-21',
    'group',
    'number of expenses by employee and status',
    rows(
      perGroup(all, (line) => `${at(line, 'Employee')}|${at(line, 'Status')}`, size).map(([name, many]) => [
        name.split('|')[0] ?? '',
        many,
      ]),
    ),
  ),
  ask(
    'exp-22',
    'compare',
    'Did Nora spend more than Tim?',
    yes(spent(where('Employee', 'Nora Klein')) > spent(where('Employee', 'Tim Brandt'))),
  ),
  ask(
    'exp-23',
    'distinct',
    'how many people handed in expenses',
    anyOf(count(once(column(all, 'Employee')).length), refuse('handed in')),
  ),
  ask('exp-24', 'sum', 'How much is still pending?', value(spent(where('Status', 'pending')))),
  ask('exp-25', 'filter', "Which of Tim Brandt's expenses were rejected?", values(['Taxi to the airport'])),
  ask('exp-26', 'lookup', 'How much was the rental car?', value(203.75)),
  ask('exp-27', 'lookup', 'Who bought the desk lamp?', anyOf(values(['Lena Fuchs']), refuse('bought'))),
  ask(
    'exp-28',
    'difference',
    'How much more did we spend in April than in March?',
    value(spent(inMonth('04')) - spent(inMonth('03')), { eitherSign: true }),
  ),
  ask('exp-29', 'refuse', 'How much did we spend on taxis in Berlin?', refuse('nothing says where')),
];
