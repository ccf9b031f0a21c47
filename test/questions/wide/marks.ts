import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import {
  at,
  column,
  highest,
  type Line,
  leader,
  linesOf,
  lowest,
  mean,
  number,
  perGroup,
  says,
  top,
} from './raw';

const all = linesOf('marks.csv', ',');
const ask = asker('marks.csv');
const SUBJECTS = ['Math', 'English', 'Science', 'History'] as const;
const names = (lines: readonly Line[]) => column(lines, 'Student');
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const math = number('Math');
const absent = number('Days absent');
const marksOf = (line: Line) => SUBJECTS.map((subject) => number(subject)(line));
const average = (subject: string) => mean(all.map(number(subject)));
const subjects = SUBJECTS.map((subject): [string, number] => [subject, average(subject)]).sort(
  ([, one], [, other]) => other - one,
);

/** Marks out of a hundred, a column a subject. */
export const marks: readonly Question[] = [
  ask(
    'mar-01',
    'extreme',
    'Who has the best mark in math?',
    anyOf(values(names(top(highest(all, math), 1, math))), refuse('is more better?')),
  ),
  ask('mar-02', 'extreme', 'highest score in English', value(Math.max(...all.map(number('English'))))),
  ask('mar-03', 'mean', 'average math mark of class 5b', value(mean(where('Class', '5b').map(math)))),
  ask(
    'mar-04',
    'filter',
    'Which students scored below 60 in science?',
    values(names(all.filter((line) => number('Science')(line) < 60))),
  ),
  ask(
    'mar-05',
    'count',
    'How many students got 90 or more in Math?',
    count(all.filter((line) => math(line) >= 90).length),
  ),
  ask('mar-06', 'lookup', "What was Eva Simon's mark in History?", value(93)),
  ask('mar-07', 'family', 'Which subject has the highest average?', values([leader(subjects)])),
  ask('mar-08', 'family', 'average mark per subject', rows(subjects)),
  ask(
    'mar-09',
    'family',
    "What is Anna Peters' average over all subjects?",
    value(mean(marksOf(where('Student', 'Anna Peters')[0] ?? {}))),
  ),
  ask(
    'mar-10',
    'group',
    'mean English score per class',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Class'),
        (own) => mean(own.map(number('English'))),
      ),
    ),
  ),
  ask('mar-11', 'filter', 'Who was never absent?', values(names(all.filter((line) => absent(line) === 0)))),
  ask(
    'mar-12',
    'extreme',
    'Who missed the most days?',
    anyOf(values(names(top(highest(all, absent), 1, absent))), refuse('missed')),
  ),
  ask(
    'mar-13',
    'blank',
    'Who has no science mark?',
    values(names(all.filter((line) => at(line, 'Science') === ''))),
  ),
  ask(
    'mar-14',
    'compare columns',
    'Who is better in English than in Math?',
    values(names(all.filter((line) => number('English')(line) > math(line)))),
  ),
  ask(
    'mar-15',
    'top',
    'the three students with the lowest history marks',
    values(
      names([...all].sort((one, other) => number('History')(one) - number('History')(other)).slice(0, 3)),
    ),
  ),
  ask(
    'mar-16',
    'rank',
    'rank the students of 5a by math',
    values(names(highest(where('Class', '5a'), math)), 'highest first'),
  ),
  ask('mar-17', 'count', 'How many students are in 5c?', count(where('Class', '5c').length)),
  ask(
    'mar-18',
    'extreme',
    'Which class is best in science on average?',
    anyOf(
      values([
        leader(
          perGroup(
            all,
            (line) => at(line, 'Class'),
            (own) => mean(own.map(number('Science'))),
          ),
        ),
      ]),
      refuse('is more better?'),
    ),
  ),
  ask(
    'mar-19',
    'filter',
    'students with more than 80 in both Math and English',
    values(names(all.filter((line) => math(line) > 80 && number('English')(line) > 80))),
  ),
  ask(
    'mar-20',
    'family',
    'What is the worst subject of Bilal Khan?',
    anyOf(values(['History']), refuse('is more better?')),
  ),
  ask('mar-21', 'lookup', 'which class is Jim Foster in?', values(['5c'])),
  ask(
    'mar-22',
    'mean',
    'How many days was a student absent on average, rounded to one decimal?',
    anyOf(value(mean(all.map(absent)), { tolerance: 0.06 }), refuse('rounding')),
  ),
  ask(
    'mar-23',
    'extreme',
    'the student with the fewest absences in 5c',
    anyOf(values(names([lowest(where('Class', '5c'), absent)])), refuse('absences')),
  ),
  ask('mar-24', 'refuse', 'What is the average mark in French?', refuse('there is no French')),
];
