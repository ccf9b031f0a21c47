import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  column,
  highest,
  type Line,
  leader,
  linesOf,
  lowest,
  number,
  once,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('parts.csv', ',');
const ask = asker('parts.csv');
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const names = (lines: readonly Line[]) => column(lines, 'Item');
const stock = number('In stock');
const least = number('Minimum');
const cost = number('Unit cost');
const worth = (lines: readonly Line[]) => sum(lines.map((line) => stock(line) * cost(line)));
const kept = (lines: readonly Line[]) => sum(lines.map(stock));

/** What a hardware shop has on its shelves. */
export const parts: readonly Question[] = [
  ask(
    'par-01',
    'filter',
    'Which items are out of stock?',
    values(names(all.filter((line) => stock(line) === 0))),
  ),
  ask(
    'par-02',
    'compare columns',
    'Which items are below their minimum?',
    values(names(all.filter((line) => stock(line) < least(line)))),
  ),
  ask('par-03', 'lookup', 'How many hammers do we have?', anyOf(value(14), refuse('rows or pieces'))),
  ask('par-04', 'lookup', 'Where is the varnish?', values(['C2'])),
  ask('par-05', 'lookup', 'How much does a spade cost?', value(26.5)),
  ask('par-06', 'lookup', 'Who supplies the garden hose?', values(['Makro'])),
  ask(
    'par-07',
    'list',
    'What do we get from Colora?',
    anyOf(values(names(where('Supplier', 'Colora'))), refuse('get')),
  ),
  ask(
    'par-08',
    'extreme',
    "What's the most expensive item?",
    values(names(top(highest(all, cost), 1, cost))),
  ),
  ask(
    'par-09',
    'sum of columns',
    'What is the total value of our stock?',
    anyOf(value(worth(all)), refuse('no column of value')),
  ),
  ask('par-10', 'sum of columns', 'total of in stock times unit cost', value(worth(all))),
  ask(
    'par-11',
    'extreme',
    'Which category has the most items?',
    anyOf(
      values(['Tools', 'Paint', 'Garden'], 'four kinds of things each'),
      values([leader(perGroup(all, (line) => at(line, 'Category'), kept))]),
    ),
  ),
  ask(
    'par-12',
    'count',
    'How many items per supplier?',
    rows(
      [
        ...perGroup(
          where('Supplier', 'x').concat(all.filter((line) => at(line, 'Supplier') !== '')),
          (line) => at(line, 'Supplier'),
          (own) => own.length,
        ),
        ['', all.filter((line) => at(line, 'Supplier') === '').length],
      ],
      { extraBlankGroup: 2 },
    ),
  ),
  ask(
    'par-13',
    'blank',
    'items with no supplier',
    values(names(all.filter((line) => at(line, 'Supplier') === ''))),
  ),
  ask(
    'par-14',
    'filter',
    'Which items cost less than 5?',
    values(names(all.filter((line) => cost(line) < 5))),
  ),
  ask('par-15', 'filter', 'show discontinued items', values(names(where('Discontinued', 'yes')))),
  ask('par-16', 'extreme', 'When was the last delivery from Berger?', values(['2025-04-22'])),
  ask(
    'par-17',
    'period',
    'What was delivered in May 2025?',
    values(names(all.filter((line) => at(line, 'Last delivery').startsWith('2025-05')))),
  ),
  ask('par-18', 'filter', 'What is on shelf B1?', values(names(where('Shelf', 'B1')))),
  ask(
    'par-19',
    'extreme',
    'Which item has not been delivered for the longest time?',
    anyOf(
      values(
        names([
          lowest(
            all.filter((line) => at(line, 'Last delivery') !== ''),
            (line) => Date.parse(at(line, 'Last delivery')),
          ),
        ]),
      ),
      refuse('how long'),
    ),
  ),
  ask(
    'par-20',
    'list',
    'List all suppliers',
    values(once(column(all, 'Supplier')).filter(Boolean), 'no name is none'),
  ),
  ask(
    'par-21',
    'yes/no',
    'Do we have any blue paint?',
    anyOf(yes(stock(where('Item', 'Blue paint')[0] ?? {}) > 0), refuse('rows or pieces')),
  ),
  ask(
    'par-22',
    'sort',
    'all tools sorted by unit cost, cheapest first',
    values(names([...where('Category', 'Tools')].sort((one, other) => cost(one) - cost(other)))),
  ),
  ask(
    'par-23',
    'count',
    'How many items cost more than 10 but less than 20?',
    count(all.filter((line) => cost(line) > 10 && cost(line) < 20).length),
  ),
  ask(
    'par-24',
    'not',
    'List everything except paint',
    values(names(all.filter((line) => !says(line, 'Category', 'Paint')))),
  ),
  ask('par-25', 'refuse', 'Which item sells best?', refuse('nothing says what was sold')),
];
