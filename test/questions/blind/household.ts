import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, rows, value, values, yes } from './expected';
import { at, euros, iso, type Line, linesOf, lowest, perGroup, says, sum } from './raw';

const all = linesOf('household.csv', ';', 4, 1);
const paid = (line: Line) => euros(at(line, 'Amount'));
const total = (lines: readonly Line[]) => sum(lines.map(paid));
const out = all.filter((line) => paid(line) < 0);
const of = (column: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, column, word));
const during = (month: string, lines: readonly Line[] = all) =>
  lines.filter((line) => iso(at(line, 'Date')).startsWith(`2025-${month}`));
const either = { eitherSign: true };
const category = (line: Line) => at(line, 'Category').toLowerCase();
const spent = (lines: readonly Line[]) => -sum(lines.map(paid));
const ask = asker('household.csv');
const food = [...of('Category', 'groceries'), ...of('Category', 'eating out')];
const card = during('03', of('Account', 'Credit card'));
const april = spent(during('04', of('Category', 'eating out')));
const march = spent(during('03', of('Category', 'eating out')));
const dearest = lowest(during('05'), paid);
const shareOfRent = (whole: number) =>
  value((spent(of('Category', 'rent')) / whole) * 100, { unit: '%', tolerance: 0.06 });

export const household: readonly Question[] = [
  ask('h01', 'sum', 'How much did we spend on groceries?', value(total(of('Category', 'groceries')), either)),
  ask(
    'h02',
    'sum',
    'what was our total income from January to June',
    anyOf(
      value(total(all.filter((line) => paid(line) > 0)), { reading: 'everything that came in' }),
      value(total(all.filter((line) => paid(line) > 0 && !says(line, 'Note', 'refund'))), {
        reading: 'but the refund',
      }),
    ),
  ),
  ask('h03', 'top', 'Which category costs us the most?', values(['Rent'])),
  ask(
    'h04',
    'groups',
    'Spending per category',
    anyOf(
      rows(perGroup(out, category, total), { ...either, extraBlankGroup: 1, reading: 'money out' }),
      rows(perGroup(all, category, total), { ...either, extraBlankGroup: 1, reading: 'the balance of each' }),
      rows(
        perGroup(all, category, total).filter(([, money]) => money < 0),
        { ...either, extraBlankGroup: 1, reading: 'the balance of each that costs' },
      ),
    ),
  ),
  ask('h05', 'two', 'how much went to Netflix and how many times did they charge us?', {
    ...value(total(of('Payee', 'netflix')), either),
    count: of('Payee', 'netflix').length,
  }),
  ask(
    'h06',
    'top',
    'biggest single expense in May',
    anyOf(
      values([at(dearest, 'Payee')], 'to whom'),
      value(paid(dearest), { ...either, reading: 'how much' }),
    ),
  ),
  ask(
    'h07',
    'filters',
    'How much did we pay with the credit card in March?',
    anyOf(
      value(total(card.filter((line) => paid(line) < 0)), { ...either, reading: 'money out' }),
      value(total(card), { ...either, reading: 'less the refund' }),
    ),
  ),
  ask('h08', 'comparison', 'Did we spend more on eating out in april than in march?', yes(april > march)),
  ask(
    'h09',
    'top',
    'top 5 payees by amount spent',
    rows(perGroup(out, (line) => at(line, 'Payee'), spent).slice(0, 5), { ...either, ordered: true }),
  ),
  ask(
    'h10',
    'language',
    'Wie viel haben wir für Miete ausgegeben?',
    orRefuse(value(total(of('Category', 'rent')), either)),
    {
      mark: 'language',
    },
  ),
  ask('h11', 'empty', 'how many payments have no category', count(of('Category', '').length)),
  ask(
    'h12',
    'share',
    'what percentage of our spending is rent?',
    anyOf(
      { ...shareOfRent(spent(out)), reading: 'of money out' },
      {
        ...shareOfRent(spent(out.filter((line) => !says(line, 'Category', 'savings')))),
        reading: 'savings are not spent',
      },
    ),
  ),
  ask(
    'h13',
    'ambiguous',
    'How much do we spend on food',
    anyOf(
      value(total(of('Category', 'groceries')), { ...either, reading: 'groceries' }),
      value(total(food), { ...either, reading: 'groceries and eating out' }),
    ),
    { mark: 'ambiguous' },
  ),
];
