import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  column,
  euros,
  highest,
  type Line,
  leader,
  linesOf,
  mean,
  number,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('wine.csv', ';');
const ask = asker('wine.csv');
const names = (lines: readonly Line[]) => column(lines, 'Wine');
const bottles = number('Bottles');
const price = (line: Line) => euros(at(line, 'Price per bottle'));
const vintage = number('Vintage');
const points = number('Points');
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const oldest = Math.min(...all.map(vintage).filter((year) => !Number.isNaN(year)));
const held = (lines: readonly Line[]) => sum(lines.map(bottles));
const colour = (line: Line) => at(line, 'Colour').toLowerCase();
const countries = [...new Set(column(all, 'Country'))];
const dearest = countries.map((name) => top(highest(where('Country', name), price), 1, price)[0] ?? {});

/** A wine cellar. */
export const wine: readonly Question[] = [
  ask('win-01', 'sum', 'How many bottles do I have in total?', value(held(all))),
  ask('win-02', 'sum', 'How many bottles of red wine are there?', value(held(where('Colour', 'red')))),
  ask('win-03', 'group', 'bottles per country', rows(perGroup(all, (line) => at(line, 'Country'), held))),
  ask(
    'win-04',
    'extreme',
    "What's the most expensive wine?",
    values(names(top(highest(all, price), 1, price))),
  ),
  ask(
    'win-05',
    'extreme',
    'Which vintage is the oldest?',
    anyOf(value(oldest), values(names(all.filter((line) => vintage(line) === oldest)))),
  ),
  ask('win-06', 'filter', 'wines under 10 euros', values(names(all.filter((line) => price(line) < 10)))),
  ask(
    'win-07',
    'blank',
    'Which wines have no points?',
    values(names(all.filter((line) => Number.isNaN(points(line))))),
  ),
  ask(
    'win-08',
    'sum of products',
    'What is the cellar worth?',
    anyOf(value(sum(all.map((line) => bottles(line) * price(line)))), refuse('worth is no column')),
  ),
  ask(
    'win-09',
    'list',
    'Which wines are finished, with 0 bottles left?',
    anyOf(
      values(names(all.filter((line) => bottles(line) === 0))),
      refuse('"finished" and "left" are not words of the table'),
    ),
  ),
  ask(
    'win-10',
    'mean',
    'average price per bottle for Italian wines from Italy',
    anyOf(value(mean(where('Country', 'Italy').map(price))), refuse('Italian and Italy')),
  ),
  ask(
    'win-11',
    'top',
    'top 3 wines by points',
    anyOf(values(names(highest(all, points).slice(0, 3))), refuse('a tie')),
  ),
  ask(
    'win-12',
    'filter',
    'What should I drink by 2025?',
    anyOf(
      values(names(all.filter((line) => number('Drink by')(line) <= 2025))),
      values(names(all.filter((line) => number('Drink by')(line) === 2025))),
      refuse('by 2025 may be until or in'),
    ),
  ),
  ask(
    'win-13',
    'count',
    'how many white wines are in the fridge',
    count(where('Colour', 'white').filter((line) => says(line, 'Where', 'Fridge')).length),
  ),
  ask(
    'win-14',
    'lookup',
    'Where is the Bodega Luna Reserve?',
    values([at(where('Wine', 'Bodega Luna Reserve')[0] ?? {}, 'Where')]),
  ),
  ask(
    'win-15',
    'top per group',
    'the most expensive wine of each country',
    rows(dearest.map((line) => [at(line, 'Wine'), price(line)])),
  ),
  ask(
    'win-16',
    'yes/no',
    'Do I have any rosé from Spain?',
    yes(where('Colour', 'rosé').some((line) => says(line, 'Country', 'Spain'))),
  ),
  ask(
    'win-17',
    'group',
    'What is the average price by colour?',
    rows(perGroup(all, colour, (own) => mean(own.map(price)))),
  ),
  ask(
    'win-18',
    'filter',
    'red wines from before 2012',
    values(names(where('Colour', 'red').filter((line) => vintage(line) < 2012))),
  ),
  ask(
    'win-19',
    'extreme',
    'Which rack holds the most bottles?',
    values([
      leader(
        perGroup(
          all.filter((line) => at(line, 'Where').startsWith('Rack')),
          (line) => at(line, 'Where'),
          held,
        ),
      ),
    ]),
  ),
  ask('win-20', 'refuse', 'How much alcohol does the Casa Verde have?', refuse('there is no alcohol')),
  ask('win-21', 'language', '¿Cuántas botellas tengo?', orRefuse(value(held(all))), { mark: 'language' }),
];
