import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from './expected';
import { amount, at, type Line, linesOf, lowest, mean, perGroup, says, sum } from './raw';

const all = linesOf('stock.csv', ';', 1, 1);
const of = (column: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, column, word));
/** `"45 pcs"` is 45: what the person who wrote it meant. */
const meant = (line: Line) => amount(at(line, 'Qty on hand').replace('pcs', ''));
/** `"45 pcs"` is not a number and is left out: right as well, where the answer says so. */
const strict = (line: Line) => (at(line, 'Qty on hand').includes('pcs') ? Number.NaN : meant(line));
const cost = (line: Line) => amount(at(line, 'Unit cost'));
const level = (line: Line) => amount(at(line, 'Reorder level'));
const names = (lines: readonly Line[]) => lines.map((line) => at(line, 'Description'));
const category = (line: Line) => at(line, 'Category').toLowerCase();
const worth = (quantity: (line: Line) => number) => (lines: readonly Line[]) =>
  sum(lines.map((line) => quantity(line) * cost(line)));
const countedBefore = (date: string) => names(all.filter((line) => at(line, 'Last counted') < date));
const gone = of('Discontinued', 'yes');
const leftOut = '"45 pcs" is left out, and said to be';
const ask = asker('stock.csv');

export const stock: readonly Question[] = [
  ask(
    's01',
    'count',
    'How many items are out of stock?',
    anyOf(
      count(all.filter((line) => meant(line) === 0).length, 'zero'),
      count(all.filter((line) => !(meant(line) > 0)).length, 'zero, a dash or empty'),
    ),
  ),
  ask(
    's02',
    'sum',
    "What's the total quantity on hand?",
    anyOf(value(sum(all.map(meant))), value(sum(all.map(strict)), { reading: leftOut })),
  ),
  ask(
    's03',
    'list',
    'which products are below their reorder level',
    anyOf(
      values(names(all.filter((line) => meant(line) < level(line)))),
      values(names(all.filter((line) => strict(line) < level(line))), leftOut),
    ),
  ),
  ask(
    's04',
    'sum',
    'total value of the stock',
    anyOf(value(worth(meant)(all)), value(worth(strict)(all), { reading: leftOut })),
  ),
  ask(
    's05',
    'groups',
    'Value of stock on hand per catagory',
    anyOf(
      rows(perGroup(all, category, worth(meant))),
      rows(perGroup(all, category, worth(strict)), { reading: leftOut }),
    ),
  ),
  ask(
    's06',
    'top',
    'most expensive item',
    values([
      at(
        lowest(all, (line) => -cost(line)),
        'Description',
      ),
    ]),
  ),
  ask('s07', 'mean', 'average unit cost of paint', value(mean(of('Category', 'paint').map(cost)))),
  ask('s08', 'count', 'how many articles does Toolport supply?', count(of('Supplier', 'toolport').length)),
  ask(
    's09',
    'lookup',
    'what sku is the Roller set PRO',
    values(of('Description', 'Roller set PRO').map((line) => at(line, 'SKU'))),
  ),
  ask(
    's10',
    'ambiguous',
    "Which items haven't been counted since August 2024?",
    anyOf(
      values(countedBefore('2024-08-01'), 'last counted before August'),
      values(countedBefore('2024-09-01'), 'not after August'),
    ),
    { mark: 'ambiguous' },
  ),
  ask(
    's11',
    'count',
    'Number of discontinued items we still have in stock',
    anyOf(
      count(gone.filter((line) => meant(line) > 0).length),
      count(gone.filter((line) => strict(line) > 0).length, leftOut),
    ),
  ),
  ask('s12', 'unanswerable', 'how much did we sell last week?', refuse('there are no sales'), {
    mark: 'unanswerable',
  }),
];
