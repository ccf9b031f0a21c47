import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import { at, column, comma, iso, type Line, leaders, linesOf, mean, once, perGroup, says, sum } from './raw';

const all = linesOf('orders.csv', ';', 1);
const ask = asker('orders.csv');
const amount = comma('Amt (EUR)');
const spent = (lines: readonly Line[]) => sum(lines.map(amount));
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const ids = (lines: readonly Line[]) => column(lines, 'Order#');
const month = (line: Line) => iso(at(line, 'order_dt')).slice(0, 7);
const customers = perGroup(all, (line) => at(line, 'Cust. Name'), spent);

/** Orders of a small furniture shop. */
export const orders: readonly Question[] = [
  ask('ord-01', 'sum', 'Could you please tell me the total amount of all orders?', value(spent(all))),
  ask(
    'ord-02',
    'filter',
    'which orders have not been shipped yet',
    values(ids(all.filter((line) => at(line, 'Shipped on') === ''))),
  ),
  ask('ord-03', 'superlative', "Who's our best customer by amount?", values(leaders(customers))),
  ask(
    'ord-04',
    'top',
    'top three customers by total amt',
    values(customers.slice(0, 3).map(([name]) => name)),
  ),
  ask('ord-05', 'group', 'total amt by month?', rows(perGroup(all, month, spent))),
  ask('ord-06', 'count', 'How many orders were cancelled?', count(where('Status', 'cancelled').length)),
  ask(
    'ord-07',
    'distinct',
    'how many different products do we sell?',
    count(once(column(all, 'Product')).length),
  ),
  ask(
    'ord-08',
    'common',
    "what's the most common product",
    values(
      leaders(
        perGroup(
          all,
          (line) => at(line, 'Product'),
          (own) => own.length,
        ),
      ),
    ),
  ),
  ask(
    'ord-09',
    'share',
    'What percentage of total amount comes from Nordic Homes?',
    value((100 * spent(where('Cust. Name', 'Nordic Homes'))) / spent(all), { unit: '%' }),
  ),
  ask(
    'ord-10',
    'mean',
    'average order value excluding cancelled',
    anyOf(
      value(mean(all.filter((line) => !says(line, 'Status', 'cancelled')).map(amount))),
      refuse('value is no column'),
    ),
  ),
  ask(
    'ord-11',
    'above',
    'orders above the average amount',
    values(ids(all.filter((line) => amount(line) > mean(all.map(amount))))),
  ),
  ask('ord-12', 'duration', 'How long did it take to ship order A-1005?', value(8)),
  ask(
    'ord-13',
    'period',
    'Amount ordered between February and March 2025',
    value(spent(all.filter((line) => ['2025-02', '2025-03'].includes(month(line))))),
  ),
  ask(
    'ord-14',
    'ordered by',
    'what did Anna Weiss buy?',
    anyOf(values(column(where('Cust. Name', 'Anna Weiss'), 'Product')), refuse('buy')),
  ),
  ask('ord-15', 'lookup', 'What is the KundenNr of Café Luna?', values(['K-22'])),
  ask(
    'ord-16',
    'group',
    'revenue by quarter',
    anyOf(
      rows(perGroup(all, (line) => `Q${Math.ceil(Number(month(line).slice(5)) / 3)}`, spent)),
      refuse('revenue is no column'),
    ),
  ),
  ask(
    'ord-17',
    'compare',
    'Did Café Luna spend more than Nordic Homes?',
    yes(spent(where('Cust. Name', 'Café Luna')) > spent(where('Cust. Name', 'Nordic Homes'))),
  ),
  ask(
    'ord-18',
    'typo',
    'totl quantity of Desk lamps',
    anyOf(value(sum(where('Product', 'Desk lamp').map(comma('Qty')))), refuse('totl')),
  ),
];
