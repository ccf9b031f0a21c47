import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, rows, value, values } from './expected';
import { amount, at, type Line, linesOf, lowest, mean, perGroup, says, sum } from './raw';

const all = linesOf('listings.csv', ',');
const of = (column: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, column, word));
const price = (line: Line) => amount(at(line, 'Asking price'));
const area = (line: Line) => amount(at(line, 'Area (m²)'));
const priced = all.filter((line) => !Number.isNaN(price(line)));
const city = (line: Line) => at(line, 'City');
const ref = (line: Line) => at(line, 'Ref');
const address = (line: Line) => at(line, 'Address');
const days = (line: Line) =>
  (Date.parse(at(line, 'Sold on')) - Date.parse(at(line, 'Listed on'))) / 86_400_000;
const sold = of('Status', 'sold');
const open = of('Status', 'for sale');
const perMetre = (line: Line) => price(line) / area(line);
const wanted = of('Property type', 'house', of('Garden', 'yes')).filter(
  (line) => amount(at(line, 'Bedrooms')) === 3 && price(line) < 1_500_000,
);
const wantedOpen = of('Status', 'for sale', wanted);
const cheapest = lowest(of('Property type', 'apartment', open), price);
const dearest = lowest(of('City', 'riverton'), (line) => -price(line));
const ask = asker('listings.csv');

export const listings: readonly Question[] = [
  ask('l01', 'count', 'How many homes are for sale?', count(open.length)),
  ask(
    'l02',
    'mean',
    'Average price of a house in Springfield',
    value(mean(of('City', 'springfield', of('Property type', 'house')).map(price)), { tolerance: 0.6 }),
  ),
  ask(
    'l03',
    'top',
    'cheapest apartment still for sale',
    anyOf(values([ref(cheapest)]), values([address(cheapest)])),
  ),
  ask(
    'l04',
    'groups',
    'price per square metre by city',
    anyOf(
      rows(
        perGroup(priced, city, (lines) => mean(lines.map(perMetre))),
        { tolerance: 0.6, reading: 'the mean of each' },
      ),
      rows(
        perGroup(priced, city, (lines) => sum(lines.map(price)) / sum(lines.map(area))),
        { tolerance: 0.6, reading: 'all money by all metres' },
      ),
    ),
  ),
  ask(
    'l05',
    'count',
    'How many properties did Doug Fisher sell?',
    count(of('Agent', 'Doug Fisher', sold).length),
  ),
  ask(
    'l06',
    'mean',
    'on average how many days does it take us to sell',
    value(mean(sold.map(days)), { tolerance: 0.6 }),
  ),
  ask(
    'l07',
    'list',
    '3 bedroom houses under 1.5 million with a garden',
    anyOf(
      values(wanted.map(ref)),
      values(wanted.map(address)),
      values(wantedOpen.map(ref), 'still for sale'),
    ),
  ),
  ask(
    'l08',
    'top',
    "what's the most expensive listing in Riverton?",
    anyOf(values([ref(dearest)]), values([address(dearest)])),
  ),
  ask('l09', 'empty', "How many listings don't show a price?", count(all.length - priced.length)),
  ask('l10', 'language', 'Quante case sono state vendute?', orRefuse(count(sold.length)), {
    mark: 'language',
  }),
  ask(
    'l11',
    'unanswerable',
    'Which place has the nicest neighbours?',
    refuse('nothing is said of neighbours'),
    {
      mark: 'unanswerable',
    },
  ),
  ask(
    'l12',
    'ambiguous',
    'What is the best deal right now?',
    anyOf(
      values([ref(lowest(open, price))], 'the lowest price'),
      values([ref(lowest(open, perMetre))], 'the lowest price a square metre'),
    ),
    { mark: 'ambiguous' },
  ),
];
