import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import { at, column, commaMoney, linesOf, number, perGroup, sum } from './raw';

const all = linesOf('pantry.csv', ';');
const ask = asker('pantry.csv');
const price = commaMoney('Price');
const has = number('On hand');
const least = number('Min. stock');
const used = number('Used per week');

/** What a shared kitchen has on its shelves. */
export const pantry: readonly Question[] = [
  ask(
    'pan-1',
    'running out',
    'What do we need to reorder?',
    anyOf(
      values(
        column(
          all.filter((line) => has(line) < least(line)),
          'Article',
        ),
      ),
      refuse('reorder'),
    ),
  ),
  ask(
    'pan-2',
    'compare columns',
    'which articles are below their minimum stock',
    values(
      column(
        all.filter((line) => has(line) < least(line)),
        'Article',
      ),
    ),
  ),
  ask('pan-3', 'running out', 'Which article is out of stock?', values(['Oat milk'])),
  ask(
    'pan-4',
    'product of columns',
    'what is the stock worth in total (price times on hand)',
    anyOf(value(sum(all.map((line) => price(line) * has(line)))), refuse('product')),
  ),
  ask(
    'pan-5',
    'top per group',
    'most expensive article in each group',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Group'),
        (own) => Math.max(...own.map(price)),
      ),
    ),
  ),
  ask(
    'pan-6',
    'before',
    'what is best before the end of 2025',
    anyOf(values(['Apple juice', 'Coffee', 'Flour']), refuse('best')),
  ),
  ask(
    'pan-7',
    'ratio',
    'how many weeks will the rice last',
    anyOf(value(40 / 6, { tolerance: 0.02 }), refuse('last')),
  ),
  ask(
    'pan-8',
    'difference',
    'How much more expensive is olive oil than vinegar?',
    anyOf(value(6.7), refuse('two things')),
  ),
  ask(
    'pan-9',
    'several',
    'drinks under 2 euros that we have more than 10 of',
    anyOf(values(['Apple juice']), refuse('of')),
  ),
  ask('pan-10', 'count', 'how many articles have no best before date', count(2)),
  ask(
    'pan-11',
    'rank',
    'what do we use the least of',
    anyOf(values(['Vinegar']), values([String(Math.min(...all.map(used)))]), refuse('use')),
  ),
];
