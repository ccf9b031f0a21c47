import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import { at, column, type Line, leaders, linesOf, mean, median, number, once, perGroup, says } from './raw';

const all = linesOf('grades.csv');
const ask = asker('grades.csv');
const points = number('Points');
const average = (lines: readonly Line[]) => mean(lines.map(points));
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const students = perGroup(all, (line) => at(line, 'Student'), average);
const over = (lines: readonly Line[], least: number) => lines.filter((line) => points(line) > least);

/** Points of exams, a row for each student and subject. */
export const grades: readonly Question[] = [
  ask(
    'gra-01',
    'mean',
    'What is the average number of points in Maths?',
    value(average(where('Subject', 'Maths'))),
  ),
  ask('gra-02', 'superlative', 'which student has the highest average?', values(leaders(students))),
  ask('gra-03', 'lookup', 'How many points did Omar Said get in Physics?', value(72)),
  ask('gra-04', 'empty', 'Who was absent in Maths?', values(['Tessa Brook'])),
  ask(
    'gra-05',
    'filter',
    'students with more than 90 points in English',
    values(column(over(where('Subject', 'English'), 90), 'Student')),
  ),
  ask(
    'gra-06',
    'group',
    'avg points per class and subject',
    rows(
      perGroup(all, (line) => `${at(line, 'Class')}|${at(line, 'Subject')}`, average).map(([name, of]) => [
        name.split('|')[0] ?? '',
        of,
      ]),
    ),
  ),
  ask('gra-07', 'median', 'median points in Physics', value(median(where('Subject', 'Physics').map(points)))),
  ask(
    'gra-08',
    'distinct',
    'how many students are in class 8b',
    count(once(column(where('Class', '8b'), 'Student')).length),
  ),
  ask('gra-09', 'who', 'Who teaches English?', values(['Ms Hart'])),
  ask('gra-10', 'superlative', "What was Lena Vogel's best subject?", values(['English'])),
  ask(
    'gra-11',
    'missing',
    'Which exams have no points?',
    anyOf(
      values(
        column(
          all.filter((line) => at(line, 'Points') === ''),
          'Student',
        ),
      ),
      refuse('exams are no rows'),
    ),
  ),
  ask(
    'gra-12',
    'above',
    'which students are above average in Maths',
    values(column(over(where('Subject', 'Maths'), average(where('Subject', 'Maths'))), 'Student')),
  ),
  ask(
    'gra-13',
    'count',
    'number of retakes',
    anyOf(count(where('Remarks', 'retake').length), refuse('retakes')),
  ),
  ask(
    'gra-14',
    'when',
    'When did 8a have the English exam?',
    anyOf(values(['2025-02-12']), refuse('several rows')),
  ),
  ask('gra-15', 'compare', 'Is 8a better than 8b in Maths?', anyOf(values(['no']), refuse('better'))),
  ask('gra-16', 'rank', 'rank the students by average points', rows(students, { ordered: true })),
  ask(
    'gra-17',
    'worst',
    'which subject has the lowest average points',
    values([perGroup(all, (line) => at(line, 'Subject'), average).at(-1)?.[0] ?? '']),
  ),
];
