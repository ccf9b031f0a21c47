import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import { at, column, comma, type Line, leaders, linesOf, mean, perGroup, says, sum } from './raw';

const all = linesOf('bank.csv', ';');
const ask = asker('bank.csv');
const amount = comma('Amount (EUR)');
const total = (lines: readonly Line[]) => sum(lines.map(amount));
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const paid = all.filter((line) => amount(line) < 0);
const month = (line: Line) => at(line, 'Booking date').slice(0, 7);
const since = (day: string) => all.filter((line) => at(line, 'Booking date') >= day);
const signed = { eitherSign: true };
const categories = perGroup(
  paid,
  (line) => at(line, 'Category'),
  (own) => -total(own),
);

/** A bank statement: what goes out is negative. */
export const bank: readonly Question[] = [
  ask('ban-01', 'sum', 'How much did I spend on food?', value(total(where('Category', 'Food')), signed)),
  ask(
    'ban-02',
    'sum',
    'how much money came in in March',
    value(total(all.filter((line) => amount(line) > 0 && month(line) === '2025-03'))),
  ),
  ask(
    'ban-03',
    'superlative',
    'What did I spend the most on?',
    anyOf(values(leaders(categories)), refuse('which column')),
  ),
  ask('ban-04', 'group', 'spending per month', rows(perGroup(paid, month, total), signed)),
  ask(
    'ban-05',
    'count',
    'How often did I shop at Rewe?',
    anyOf(count(where('Payee', 'Rewe').length), refuse('shop')),
  ),
  ask(
    'ban-06',
    'mean',
    'average amount paid to Rewe',
    value(mean(where('Payee', 'Rewe').map(amount)), signed),
  ),
  ask(
    'ban-07',
    'running',
    'running total of the amount by month',
    anyOf(
      rows(
        ['2025-01', '2025-02', '2025-03'].map((last): [string, number] => [
          last,
          total(all.filter((line) => month(line) <= last)),
        ]),
      ),
      refuse('running total'),
    ),
  ),
  ask(
    'ban-08',
    'since',
    'How much have I paid for rent since February?',
    value(total(since('2025-02-01').filter((line) => says(line, 'Category', 'Rent'))), signed),
  ),
  ask(
    'ban-09',
    'list',
    'list all payments to Cinema Rex',
    anyOf(values(column(where('Payee', 'Cinema Rex'), 'Booking date')), refuse('payments')),
  ),
  ask(
    'ban-10',
    'difference',
    'Income minus expenses in February?',
    anyOf(value(total(all.filter((line) => month(line) === '2025-02'))), refuse('minus')),
  ),
  ask(
    'ban-11',
    'superlative',
    'biggest single expense',
    anyOf(value(-920, signed), values(['Rent January', 'Rent February', 'Rent March']), refuse('expense')),
  ),
  ask(
    'ban-12',
    'share',
    'what share of my spending goes to rent?',
    value((100 * total(where('Category', 'Rent'))) / total(paid), { unit: '%' }),
  ),
  ask('ban-13', 'last', 'When was the last salary paid?', values(['2025-03-31'])),
  ask(
    'ban-14',
    'except',
    'total spending except rent',
    value(total(paid.filter((line) => !says(line, 'Category', 'Rent'))), signed),
  ),
  ask('ban-15', 'growth', 'Did my salary go up?', anyOf(yes(true), refuse('go up'))),
  ask('ban-16', 'yes/no', 'did I get a refund from the tax office', anyOf(yes(true), refuse('refund'))),
];
