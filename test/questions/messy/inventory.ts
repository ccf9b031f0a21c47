import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import { at, column, type Line, leaders, linesOf, mean, number, perGroup, says, sum } from './raw';

const all = linesOf('inventory.csv');
const ask = asker('inventory.csv');
const quantity = number('Qty on hand');
const price = number('Unit price ($)');
const worth = (lines: readonly Line[]) => sum(lines.map((line) => quantity(line) * price(line)));
const names = (lines: readonly Line[]) => column(lines, 'Item name');
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const low = all.filter((line) => quantity(line) < number('Reorder lvl')(line));

/** What lies in the store of a tool shop. */
export const inventory: readonly Question[] = [
  ask('inv-01', 'compare', 'Which items are below their reorder level?', values(names(low))),
  ask('inv-02', 'compare', 'items where qty on hand is less than reorder lvl', values(names(low))),
  ask('inv-03', 'none', 'what is out of stock?', values(names(all.filter((line) => quantity(line) === 0)))),
  ask(
    'inv-04',
    'product',
    'What is the total value of the stock?',
    anyOf(value(worth(all)), refuse('value')),
  ),
  ask(
    'inv-05',
    'lookup',
    "What's the e-mail of the supplier of masking tape?",
    values(['info@colorado.example']),
  ),
  ask('inv-06', 'lookup', 'how much does the cordless drill cost', value(129)),
  ask('inv-07', 'lookup', 'who supplies Hex nuts M8?', values(['Boltex'])),
  ask('inv-08', 'superlative', 'most expensive item in Tools', values(['Cordless drill'])),
  ask(
    'inv-09',
    'group',
    'number of items per supplier',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Supplier'),
        (own) => own.length,
      ),
    ),
  ),
  ask(
    'inv-10',
    'mean',
    'average unit price per category, highest first',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Category'),
        (own) => mean(own.map(price)),
      ),
      { ordered: true },
    ),
  ),
  ask('inv-11', 'empty', 'Which items have no last delivery?', values(['Spirit level'])),
  ask(
    'inv-12',
    'before',
    'items last delivered before February 2025',
    values(
      names(all.filter((line) => at(line, 'Last delivery') !== '' && at(line, 'Last delivery') < '2025-02')),
    ),
  ),
  ask('inv-13', 'when', 'when was the Step ladder last delivered', values(['2025-01-25'])),
  ask(
    'inv-14',
    'superlative',
    'which category has the most items',
    values(
      leaders(
        perGroup(
          all,
          (line) => at(line, 'Category'),
          (own) => own.length,
        ),
      ),
    ),
  ),
  ask(
    'inv-15',
    'either',
    'how many items come from Boltex or Highup?',
    count([...where('Supplier', 'Boltex'), ...where('Supplier', 'Highup')].length),
  ),
  ask(
    'inv-16',
    'between',
    'items that cost between 5 and 20 dollars',
    values(names(all.filter((line) => price(line) >= 5 && price(line) <= 20))),
  ),
  ask('inv-17', 'how many', 'How many claw hammers do we have?', value(14)),
];
