import type { Question } from '../answers';
import {
  anyOf,
  at,
  column,
  commaNumber,
  count,
  counts,
  dayOf,
  greatest,
  is,
  type Line,
  leaders,
  linesOf,
  mean,
  month,
  once,
  perGroup,
  questionsOf,
  refuse,
  rows,
  sum,
  value,
  values,
  yes,
} from './raw';

const all = linesOf('harvest.csv', ';');
const kilos = commaNumber('Weight (kg)');
const day = dayOf('Date picked');
const inMonth = (start: string) => all.filter((line) => day(line).startsWith(start));
const of = (crop: string) => all.filter(is('Crop', crop));
const total = (lines: readonly Line[]) => sum(lines.map(kilos));
const perCrop = perGroup(all, (line) => at(line, 'Crop'), total);
const perMonth = perGroup(all, (line) => month(day(line)), total);
const perBed = perGroup(all, (line) => at(line, 'Bed no.'), total);

/** What came off an allotment. */
export const harvest: readonly Question[] = questionsOf('harvest.csv', 'har', [
  ['sum', 'how many kilos of tomatoes did we get', value(total(of('Tomatoes')))],
  ['sum by group', 'total weight per crop', rows(perCrop)],
  ['rank groups', 'which month was best', anyOf(values(leaders(perMonth)), refuse('best'))],
  [
    'rank groups',
    'What did we harvest most of?',
    anyOf(values(leaders(perCrop)), values(leaders(counts(all, 'Crop'))), refuse('most')),
  ],
  ['count', 'how many times did Hanna pick something', count(all.filter(is('Picked by', 'Hanna')).length)],
  ['average', 'average weight per picking', value(mean(all.map(kilos)))],
  ['rank rows', 'when was the biggest harvest of potatoes', values(greatest(of('Potatoes'), kilos).map(day))],
  ['last', 'when did we last pick beans?', values([of('Beans').map(day).sort().at(-1) ?? ''])],
  [
    'share',
    'what share of the total weight was courgettes',
    value((total(of('Courgettes')) / total(all)) * 100, { unit: '%', tolerance: 0.06 }),
  ],
  [
    'compare',
    'compare beds 2 and 5',
    anyOf(rows(perBed.filter(([bed]) => ['2', '5'].includes(bed))), refuse('what')),
  ],
  [
    'compare',
    'did we get more carrots than beans?',
    anyOf(
      yes(total(of('Carrots')) > total(of('Beans'))),
      yes(of('Carrots').length > of('Beans').length),
      refuse('more'),
    ),
  ],
  [
    'none',
    'which beds had no lettuce',
    values(
      once(column(all, 'Bed no.')).filter(
        (bed) => !all.some((line) => at(line, 'Bed no.') === bed && is('Crop', 'Lettuce')(line)),
      ),
    ),
  ],
  [
    'words in cells',
    'how much was given away?',
    anyOf(
      value(total(all.filter(is('Remarks', 'given away')))),
      count(all.filter(is('Remarks', 'given away')).length),
      refuse('how much'),
    ),
  ],
  [
    'gaps',
    'which pickings have no weight noted',
    anyOf(values(all.filter((line) => at(line, 'Weight (kg)') === '').map(day))),
  ],
  ['top', 'top 3 crops by weight', values(leaders(perCrop, 3))],
  ['period', 'how much did we harvest in july', value(total(inMonth('2025-07')))],
  [
    'growth',
    'did the harvest go up from june to july',
    anyOf(yes(total(inMonth('2025-07')) > total(inMonth('2025-06')))),
  ],
]);
