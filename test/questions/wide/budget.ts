import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import { at, column, type Line, leader, linesOf, mean, number, perGroup, says, sum } from './raw';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const all = linesOf('budget.csv', ',', 1, 1);
const ask = asker('budget.csv');
const months = (line: Line, which: readonly string[] = MONTHS) => which.map((month) => number(month)(line));
const line = (category: string): Line => all.find((one) => says(one, 'Category', category)) ?? {};
const inMonth = (month: string, lines: readonly Line[] = all) => sum(lines.map(number(month)));
const year = (lines: readonly Line[]) => sum(lines.flatMap((one) => months(one)));
const group = (name: string) => all.filter((one) => says(one, 'Group', name));
const zeroInJanuary = all.filter((one) => number('Jan')(one) === 0);
const most = (amounts: readonly (readonly [string, number])[]) =>
  leader([...amounts].sort((one, other) => other[1] - one[1]));

/** What a household spent, a column a month. */
export const budget: readonly Question[] = [
  ask(
    'bud-01',
    'lookup',
    'How much did we spend on groceries in March?',
    value(number('Mar')(line('Groceries'))),
  ),
  ask('bud-02', 'sum', 'What did we spend in July in total?', value(inMonth('Jul'))),
  ask(
    'bud-03',
    'sum of columns',
    'How much did groceries cost over the whole year?',
    value(year([line('Groceries')])),
  ),
  ask(
    'bud-04',
    'sum of columns',
    'Which category cost the most over the year?',
    values([leader(perGroup(all, (one) => at(one, 'Category'), year))]),
  ),
  ask(
    'bud-05',
    'sum of columns',
    'What was the most expensive month?',
    values([most(MONTHS.map((month) => [month, inMonth(month)]))]),
  ),
  ask(
    'bud-06',
    'mean of columns',
    'average spent on groceries per month',
    value(mean(months(line('Groceries')))),
  ),
  ask(
    'bud-07',
    'sum of columns',
    'How much did we spend on petrol in the first quarter?',
    value(sum(months(line('Petrol'), ['Jan', 'Feb', 'Mar']))),
  ),
  ask('bud-08', 'lookup', 'eating out in december', value(number('Dec')(line('Eating out')))),
  ask(
    'bud-09',
    'group',
    'Total for each group in January',
    rows(
      perGroup(
        all,
        (one) => at(one, 'Group'),
        (own) => inMonth('Jan', own),
      ),
    ),
  ),
  ask(
    'bud-10',
    'sum',
    'How much did we spend on kids in May?',
    anyOf(value(inMonth('May', group('Kids'))), refuse('Kids and Kids clubs')),
  ),
  ask(
    'bud-11',
    'difference',
    'How much more did groceries cost in June than in February?',
    value(number('Jun')(line('Groceries')) - number('Feb')(line('Groceries')), { eitherSign: true }),
  ),
  ask(
    'bud-12',
    'sum of columns',
    'In which month did we spend the most on eating out?',
    values([most(MONTHS.map((month) => [month, number(month)(line('Eating out'))]))]),
  ),
  ask('bud-13', 'filter', 'which categories were 0 in January', values(column(zeroInJanuary, 'Category'))),
  ask('bud-14', 'count', 'How many categories are in the Fun group?', count(group('Fun').length)),
  ask(
    'bud-15',
    'sum of columns',
    'What did everything cost in 2024 altogether?',
    anyOf(value(year(all)), refuse('2024 stands in the title alone')),
  ),
  ask(
    'bud-16',
    'extreme',
    'What was our biggest expense in August?',
    anyOf(values(['Holidays']), value(1362)),
  ),
  ask(
    'bud-17',
    'compare',
    'Compare January and July for electricity',
    rows([
      ['Jan', 101],
      ['Jul', 127],
    ]),
  ),
  ask('bud-18', 'refuse', 'How much did we earn in May?', refuse('there are no earnings')),
];
