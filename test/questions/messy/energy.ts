import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import { at, column, type Line, leaders, linesOf, mean, number, once, perGroup, says, sum } from './raw';

const all = linesOf('energy.csv');
const ask = asker('energy.csv');
const used = number('kWh');
const cost = number('Cost (EUR)');
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const energy = (lines: readonly Line[]) => sum(lines.map(used));
const per = (name: string, of: (own: readonly Line[]) => number) =>
  perGroup(all, (line) => at(line, name), of);
const inMonth = (month: string) => all.filter((line) => at(line, 'Reading dt').startsWith(month));

/** Readings of electricity meters; a column of numbers with one `n/a`. */
export const meters: readonly Question[] = [
  ask(
    'ene-01',
    'sum',
    'How much electricity did Becker use?',
    anyOf(value(energy(where('Tenant', 'Becker'))), refuse('electricity')),
  ),
  ask('ene-02', 'sum', 'total kWh by tenant', anyOf(rows(per('Tenant', energy)), refuse('n/a'))),
  ask(
    'ene-03',
    'superlative',
    'Which tenant used the most kWh in December 2024?',
    anyOf(values(['Chen']), refuse('n/a')),
  ),
  ask('ene-04', 'sum', 'total cost in January 2025', value(sum(inMonth('2025-01').map(cost)))),
  ask('ene-05', 'mean', 'average monthly cost of Alvarez', value(mean(where('Tenant', 'Alvarez').map(cost)))),
  ask(
    'ene-06',
    'ratio',
    'What is the cost per kWh?',
    anyOf(
      value(sum(all.filter((line) => !Number.isNaN(used(line))).map(cost)) / energy(all), {
        tolerance: 0.02,
      }),
      rows(
        all
          .filter((line) => !Number.isNaN(used(line)))
          .map((line) => [at(line, 'Meter no.'), cost(line) / used(line)]),
      ),
      refuse('ratio'),
    ),
  ),
  ask(
    'ene-07',
    'empty',
    'which readings are missing a cost',
    anyOf(values(column(where('Cost (EUR)', ''), 'Meter no.')), refuse('readings')),
  ),
  ask(
    'ene-08',
    'growth',
    'How much did the cost of Becker rise from December to January?',
    value(
      sum(where('Tenant', 'Becker', inMonth('2025-01')).map(cost)) -
        sum(where('Tenant', 'Becker', inMonth('2024-12')).map(cost)),
    ),
  ),
  ask('ene-09', 'lookup', 'Which floor does Chen live on?', anyOf(values(['2']), refuse('live'))),
  ask('ene-10', 'group', 'Cost per floor in total', rows(per('Floor', (own) => sum(own.map(cost))))),
  ask(
    'ene-11',
    'share',
    "What percent of the total cost is Alvarez's?",
    value((100 * sum(where('Tenant', 'Alvarez').map(cost))) / sum(all.map(cost)), { unit: '%' }),
  ),
  ask(
    'ene-12',
    'until',
    'cost until the end of 2024',
    value(sum(all.filter((line) => at(line, 'Reading dt') <= '2024-12-31').map(cost))),
  ),
  ask(
    'ene-13',
    'compare',
    'Does Alvarez pay more than Becker?',
    yes(sum(where('Tenant', 'Alvarez').map(cost)) > sum(where('Tenant', 'Becker').map(cost))),
  ),
  ask(
    'ene-14',
    'extreme',
    'most expensive month for Chen',
    values(
      leaders(
        perGroup(
          where('Tenant', 'Chen'),
          (line) => at(line, 'Reading dt').slice(0, 7),
          (own) => sum(own.map(cost)),
        ),
      ),
    ),
  ),
  ask(
    'ene-15',
    'distinct',
    'how many meters are there?',
    anyOf(count(once(column(all, 'Meter no.')).length), refuse('meters')),
  ),
  ask(
    'ene-16',
    'top',
    'two highest costs',
    anyOf(values(['139.40', '138.60'].map((one) => String(Number(one)))), refuse('costs')),
  ),
];
