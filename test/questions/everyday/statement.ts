import type { Question } from '../answers';
import { anyOf, asker, refuse, rows, value, values, yes } from '../blind/expected';
import { at, is, linesOf, mean, money, perGroup, sum } from './raw';

const all = linesOf('statement.csv', ';');
const ask = asker('statement.csv');
const out = money('Money out');
const into = money('Money in');
const inMonth = (month: string) => all.filter((line) => at(line, 'Date').slice(3, 5) === month);
const outOf = (name: string, word: string, lines = all) => sum(lines.filter(is(name, word)).map(out));

/** A bank statement with a column for what goes out and one for what comes in. */
export const statement: readonly Question[] = [
  ask('sta-1', 'sum', 'How much did we spend on food?', value(outOf('Type', 'Food'))),
  ask(
    'sta-2',
    'compare',
    'How much more did we spend on food in March than in February?',
    value(outOf('Type', 'Food', inMonth('03')) - outOf('Type', 'Food', inMonth('02'))),
  ),
  ask(
    'sta-3',
    'difference of columns',
    'money in minus money out',
    value(sum(all.map(into)) - sum(all.map(out)), { tolerance: 0.02 }),
  ),
  ask(
    'sta-4',
    'mean',
    'average money out per month',
    anyOf(
      value(sum(all.map(out)) / 3),
      rows(
        perGroup(
          all,
          (line) => `2025-${at(line, 'Date').slice(3, 5)}`,
          (own) => mean(own.map(out)),
        ),
      ),
    ),
  ),
  ask(
    'sta-5',
    'yes/no',
    'Did we ever pay Bistro Lune more than £70?',
    anyOf(
      yes(all.some((line) => is('Description', 'Bistro Lune')(line) && out(line) > 70)),
      refuse('more than'),
    ),
  ),
  ask(
    'sta-6',
    'lookup',
    'What was the balance at the end of February?',
    anyOf(value(4567.55), refuse('the end')),
  ),
  ask('sta-7', 'list', 'which types had no spending at all', anyOf(values(['Wages']), refuse('spending'))),
  ask(
    'sta-8',
    'mean',
    'What do we usually pay City Gas?',
    anyOf(value(mean(all.filter(is('Description', 'City Gas')).map(out))), refuse('usually')),
  ),
];
