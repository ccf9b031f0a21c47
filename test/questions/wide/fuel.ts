import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  euros,
  groups,
  highest,
  iso,
  type Line,
  leader,
  linesOf,
  lowest,
  mean,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('fuel.csv', ';', 0, 1);
const ask = asker('fuel.csv');
const paid = (line: Line) => euros(at(line, 'Total paid'));
const litres = (line: Line) => Number(at(line, 'Litres').replace(',', '.'));
const price = (line: Line) => Number(at(line, 'Price per litre').replace(',', '.').replace(' €', ''));
const odometer = (line: Line) => Number(at(line, 'Odometer (km)').replaceAll('.', ''));
const on = (line: Line) => iso(at(line, 'Date'));
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const station = (line: Line) => at(line, 'Station').toLowerCase();
const golf = where('Car', 'Golf');
const fiesta = where('Car', 'Fiesta');
const spent = (lines: readonly Line[]) => sum(lines.map(paid));
const dearest = top(highest(all, paid), 1, paid);
const quarter = (line: Line) => `${on(line).slice(0, 4)}-Q${Math.ceil(Number(on(line).slice(5, 7)) / 3)}`;

/** What a household writes down at the filling station. */
export const fuel: readonly Question[] = [
  ask('fue-01', 'sum', 'How much did we spend on fuel in total?', value(spent(all))),
  ask(
    'fue-02',
    'sum',
    'How much did we pay for the Golf in 2024?',
    value(spent(golf.filter((line) => on(line) < '2025'))),
  ),
  ask(
    'fue-03',
    'mean',
    'What was the average price per litre?',
    anyOf(
      value(mean(all.map(price))),
      value(spent(all) / sum(all.map(litres)), { reading: 'weighed by litres' }),
    ),
  ),
  ask(
    'fue-04',
    'extreme',
    'Which station is the cheapest per litre on average?',
    values([leader(perGroup(all, station, (own) => -mean(own.map(price))))]),
  ),
  ask(
    'fue-05',
    'extreme',
    'What is the lowest price per litre we ever paid?',
    value(Math.min(...all.map(price)), { tolerance: 0.0005 }),
  ),
  ask('fue-06', 'count', 'how many times did Ralf fill up', count(where('Driver', 'Ralf').length)),
  ask(
    'fue-07',
    'group',
    'total paid per month',
    rows([...groups(all, (line) => on(line).slice(0, 7))].map(([month, own]) => [month, spent(own)])),
  ),
  ask(
    'fue-08',
    'compare',
    'Compare the total paid for the Golf and the Fiesta',
    rows([
      ['Golf', spent(golf)],
      ['Fiesta', spent(fiesta)],
    ]),
  ),
  ask(
    'fue-09',
    'difference',
    'How much more did we spend on the Golf than on the Fiesta?',
    value(spent(golf) - spent(fiesta), { eitherSign: true }),
  ),
  ask(
    'fue-10',
    'yes/no',
    'Did we fill up at Esso in August 2024?',
    yes(where('Station', 'Esso').some((line) => on(line).startsWith('2024-08'))),
  ),
  ask(
    'fue-11',
    'difference',
    'How many kilometres did the Golf drive?',
    anyOf(
      value(Math.max(...golf.map(odometer)) - Math.min(...golf.map(odometer))),
      refuse('an odometer is not a distance'),
    ),
  ),
  ask(
    'fue-12',
    'extreme',
    'which driver paid the most in total',
    values([leader(perGroup(all, (line) => at(line, 'Driver'), spent))]),
  ),
  ask(
    'fue-13',
    'count',
    'How often was the tank not filled up full?',
    count(where('Full tank', 'no').length),
  ),
  ask(
    'fue-14',
    'extreme',
    'What was the most expensive fill-up?',
    anyOf(value(Math.max(...all.map(paid))), values(dearest.map(on))),
  ),
  ask(
    'fue-15',
    'group',
    'litres per quarter',
    rows([...groups(all, quarter)].map(([name, own]) => [name.slice(0, 4), sum(own.map(litres))])),
  ),
  ask(
    'fue-16',
    'period',
    'How much have we spent at Aral since January 2025?',
    value(spent(where('Station', 'Aral').filter((line) => on(line) >= '2025'))),
  ),
  ask('fue-17', 'mean', 'average litres per fill up for the Fiesta', value(mean(fiesta.map(litres)))),
  ask(
    'fue-18',
    'extreme',
    'When did we last fill up the Golf?',
    values([on(lowest(golf, (line) => -Date.parse(on(line))))]),
  ),
  ask('fue-19', 'refuse', 'How much did we pay for insurance?', refuse('there is no insurance')),
];
