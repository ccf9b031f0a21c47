import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import { at, column, highest, iso, type Line, linesOf, mean, number, perGroup, says, top } from './raw';

const all = linesOf('recipes.csv', ';');
const ask = asker('recipes.csv');
const names = (lines: readonly Line[]) => column(lines, 'Recipe');
const where = (name: string, word: string) => (line: Line) => says(line, name, word);
const calories = (line: Line) => Number.parseInt(at(line, 'Calories per serving'), 10);
const cook = number('Cook time (min)');
const stars = number('My rating');
const isVegetarian = where('Vegetarian', 'yes');
const isDessert = where('Course', 'Dessert');
const lasagne = all.filter(where('Recipe', 'Lasagne'))[0] ?? {};
const neverCooked = all.filter((line) => !/\d/.test(at(line, 'Last cooked')));

/** Somebody's own recipes. */
export const recipes: readonly Question[] = [
  ask('rec-01', 'count', 'How many vegetarian recipes do I have?', count(all.filter(isVegetarian).length)),
  ask('rec-02', 'list', 'Show me all Thai recipes', values(names(all.filter(where('Cuisine', 'Thai'))))),
  ask(
    'rec-03',
    'extreme',
    'Which dessert has the most calories?',
    values(names(top(highest(all.filter(isDessert), calories), 1, calories))),
  ),
  ask('rec-04', 'extreme', 'what takes the longest to cook', values(names(top(highest(all, cook), 1, cook)))),
  ask(
    'rec-05',
    'mean',
    'average calories of Italian main dishes',
    anyOf(
      value(
        mean(
          all
            .filter((line) => says(line, 'Cuisine', 'Italian') && says(line, 'Course', 'Main'))
            .map(calories),
        ),
      ),
      refuse('"dishes" may be read as part of a name'),
    ),
  ),
  ask(
    'rec-06',
    'filter',
    'Which vegetarian recipes have a cook time under 15 minutes?',
    values(names(all.filter((line) => isVegetarian(line) && cook(line) < 15))),
  ),
  ask(
    'rec-07',
    'sum of columns',
    'How long does Lasagne take in total, prep and cook time?',
    value((number('Prep time (min)')(lasagne) + cook(lasagne)) * 60, { unit: 'duration' }),
  ),
  ask('rec-08', 'filter', 'recipes I rated 5', values(names(all.filter((line) => stars(line) === 5)))),
  ask('rec-09', 'blank', 'Which recipes have I never cooked?', values(names(neverCooked))),
  ask(
    'rec-10',
    'group',
    'How many recipes per cuisine?',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Cuisine').toLowerCase(),
        (own) => own.length,
      ),
    ),
  ),
  ask(
    'rec-11',
    'group',
    'average calories per course',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Course'),
        (own) => mean(own.map(calories)),
      ),
    ),
  ),
  ask('rec-12', 'top', 'top 3 recipes by calories', values(names(top(highest(all, calories), 3, calories)))),
  ask(
    'rec-13',
    'yes/no',
    'Is there a hard dessert?',
    yes(all.some((line) => isDessert(line) && says(line, 'Difficulty', 'hard'))),
  ),
  ask(
    'rec-14',
    'count',
    'how many easy soups are there',
    count(all.filter((line) => says(line, 'Course', 'Soup') && says(line, 'Difficulty', 'easy')).length),
  ),
  ask(
    'rec-15',
    'period',
    'What did I cook in March 2025?',
    values(names(all.filter((line) => iso(at(line, 'Last cooked')).startsWith('2025-03')))),
  ),
  ask(
    'rec-16',
    'filter',
    'Which Indian recipes serve at least 8?',
    values(names(all.filter((line) => says(line, 'Cuisine', 'Indian') && number('Servings')(line) >= 8))),
  ),
  ask('rec-17', 'lookup', 'How many servings does the Fish Pie make?', value(5)),
  ask(
    'rec-18',
    'share',
    'What percentage of my recipes is vegetarian?',
    value((100 * all.filter(isVegetarian).length) / all.length, { unit: '%' }),
  ),
  ask('rec-19', 'refuse', 'How much salt is in the Naan?', refuse('there is no salt')),
];
