import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import { at, highest, type Line, leader, linesOf, mean, median, number, perGroup, says, top } from './raw';

const all = linesOf('survey.csv', ',', 2);
const ask = asker('survey.csv');
const age = number('Age');
const satisfaction = number('Satisfaction (1-5)');
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const both = (one: string, other: string) =>
  all.filter((line) => says(line, one, 'yes') && says(line, other, 'yes'));
const district = (line: Line) => at(line, 'District').toLowerCase();
const gender = (line: Line) => at(line, 'Gender').toLowerCase();
const meanSatisfaction = (lines: readonly Line[]) => mean(lines.map(satisfaction));
const without = (name: string) => where(name, 'no').length;
const answered = (name: string) => without(name) + where(name, 'yes').length;
const percent = (name: string) => (100 * where(name, 'yes').length) / all.length;
const bands = all.filter((line) => age(line) >= 30 && age(line) <= 40);
const years = number('Years at address');

/** A survey of a neighbourhood. */
export const survey: readonly Question[] = [
  ask('sur-01', 'count', 'How many people answered the survey?', count(all.length)),
  ask('sur-02', 'count', 'How many people own a car?', count(where('Owns a car', 'yes').length)),
  ask(
    'sur-03',
    'count',
    'how many have both a car and a bike',
    count(both('Owns a car', 'Owns a bike').length),
  ),
  ask(
    'sur-04',
    'share',
    'What percentage would recommend us?',
    anyOf(
      value(percent('Would recommend'), { unit: '%' }),
      value((100 * where('Would recommend', 'yes').length) / answered('Would recommend'), {
        unit: '%',
        reading: 'of those who answered',
      }),
      refuse('"us" is not a word of the table'),
    ),
  ),
  ask('sur-05', 'mean', 'average satisfaction', value(meanSatisfaction(all))),
  ask('sur-06', 'group', 'Average satisfaction by district', rows(perGroup(all, district, meanSatisfaction))),
  ask(
    'sur-07',
    'extreme',
    'Which district is the most satisfied?',
    anyOf(values([leader(perGroup(all, district, meanSatisfaction))]), refuse('satisfied is no column')),
  ),
  ask(
    'sur-08',
    'count',
    'How many women took part?',
    anyOf(count(where('Gender', 'female').length), refuse('women is no word of the table')),
  ),
  ask('sur-09', 'median', 'What is the median age?', value(median(all.map(age)))),
  ask('sur-10', 'filter', 'How many respondents are between 30 and 40?', count(bands.length)),
  ask(
    'sur-11',
    'compare',
    'Are men or women more satisfied?',
    anyOf(
      rows(
        perGroup(
          all.filter((line) => gender(line) !== 'other'),
          gender,
          meanSatisfaction,
        ),
      ),
      values([
        leader(
          perGroup(
            all.filter((line) => gender(line) !== 'other'),
            gender,
            meanSatisfaction,
          ),
        ),
      ]),
      refuse('men and women are no words of the table'),
    ),
  ),
  ask(
    'sur-12',
    'count',
    "How many people in the Old Town don't own a car?",
    count(where('District', 'Old Town').filter((line) => says(line, 'Owns a car', 'no')).length),
  ),
  ask(
    'sur-13',
    'blank',
    'How many did not give their age?',
    count(all.filter((line) => Number.isNaN(age(line))).length),
  ),
  ask('sur-14', 'group', 'number of respondents by gender', rows(perGroup(all, gender, (own) => own.length))),
  ask(
    'sur-15',
    'extreme',
    'Who has lived at their address the longest?',
    anyOf(
      values(top(highest(all, years), 1, years).map((line) => at(line, 'Respondent'))),
      value(Math.max(...all.map(years))),
    ),
  ),
  ask(
    'sur-16',
    'mean',
    'average household size of people with children',
    value(mean(where('Has children', 'yes').map(number('Household size')))),
  ),
  ask(
    'sur-17',
    'count',
    'How many gave a satisfaction of 5?',
    count(all.filter((line) => satisfaction(line) === 5).length),
  ),
  ask(
    'sur-18',
    'yes/no',
    'Did anyone in Harbour give a 1 for satisfaction?',
    yes(where('District', 'Harbour').some((line) => satisfaction(line) === 1)),
  ),
  ask(
    'sur-19',
    'group',
    'How many car owners per district?',
    rows(perGroup(where('Owns a car', 'yes'), district, (own) => own.length)),
  ),
  ask('sur-20', 'refuse', 'What is the average income?', refuse('there is no income')),
];
