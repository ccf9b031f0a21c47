import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import { at, is, linesOf, mean, median, money, number, perGroup, sum } from './raw';

const all = linesOf('webshop.csv');
const ask = asker('webshop.csv');
const total = money('Total ($)');
const items = number('Items');
const of = (customer: string) => all.filter(is('Customer', customer));
const took = all
  .filter((line) => at(line, 'Delivered on') !== '')
  .map((line) => (Date.parse(at(line, 'Delivered on')) - Date.parse(at(line, 'Placed on'))) / 86_400_000);

/** Orders of a web shop, dates in the American order, one amount with a separator of thousands. */
export const webshop: readonly Question[] = [
  ask('web-1', 'both', 'Which customers bought both a Teapot and a Mug?', values(['Ana Ruiz', 'Piet Bos'])),
  ask('web-2', 'median', 'median order total', value(median(all.map(total)))),
  ask('web-3', 'never', 'which customers never ordered a kettle', values(['Piet Bos', 'Olga Lem'])),
  ask(
    'web-4',
    'mean',
    'How many days does delivery take on average?',
    value(Math.round(mean(took) * 100) / 100),
  ),
  ask(
    'web-5',
    'top per group',
    'biggest order of each customer',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Customer'),
        (own) => Math.max(...own.map(total)),
      ),
    ),
  ),
  ask('web-6', 'share', 'what share of the orders was returned?', value(10, { unit: '%' })),
  ask(
    'web-7',
    'ratio',
    'revenue per item',
    anyOf(value(sum(all.map(total)) / sum(all.map(items)), { tolerance: 0.02 }), refuse('per item')),
  ),
  ask('web-8', 'yes/no', 'Has Olga Lem ordered more than once?', yes(of('Olga Lem').length > 1)),
  ask('web-9', 'count', 'how many orders got a discount', count(3)),
];
