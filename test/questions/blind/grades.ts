import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, rows, value, values, yes } from './expected';
import { amount, at, type Line, linesOf, lowest, mean, perGroup, says, sum } from './raw';

const all = linesOf('grades.csv', ',', 0, 1);
const of = (column: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, column, word));
const mark = (subject: string) => (line: Line) => amount(at(line, subject));
const SUBJECTS = ['Maths', 'English', 'Science', 'History'];
const marks = (line: Line) => SUBJECTS.map((subject) => mark(subject)(line));
const group = (line: Line) => at(line, 'Class').toUpperCase();
const whole = (line: Line) => `${at(line, 'First name')} ${at(line, 'Surname')}`;
const passed = (lines: readonly Line[]) => (of('Passed', 'Y', lines).length / lines.length) * 100;
const science = perGroup(all, group, (lines) => mean(lines.map(mark('Science'))));
const same = all.length - new Set(all.map((line) => at(line, 'Student ID'))).size;
const ask = asker('grades.csv');

export const grades: readonly Question[] = [
  ask(
    'g01',
    'mean',
    "What's the average maths grade?",
    value(mean(all.map(mark('Maths'))), { tolerance: 0.06 }),
  ),
  ask(
    'g02',
    'top',
    'who has the best grade in english',
    values([whole(lowest(all, (line) => -mark('English')(line)))]),
  ),
  ask('g03', 'count', 'How many students passed?', count(of('Passed', 'Y').length)),
  ask(
    'g04',
    'share',
    'pass rate per class',
    rows(perGroup(all, group, passed), { unit: '%', tolerance: 0.06 }),
  ),
  ask(
    'g05',
    'list',
    'students with less than 75% attendance',
    values(all.filter((line) => mark('Attendance')(line) < 75).map(whole)),
  ),
  ask('g06', 'top', 'Which class is best in science?', values([science[0]?.[0] ?? ''])),
  ask(
    'g07',
    'count',
    'how many students were absent for the Science test',
    count(of('Science', 'abs').length),
  ),
  ask(
    'g08',
    'lookup',
    "Kate Iqbal's student id?",
    values(all.filter((line) => whole(line) === 'Kate Iqbal').map((line) => at(line, 'Student ID'))),
  ),
  ask(
    'g09',
    'top',
    'Who is the best student overall, all four subjects together?',
    anyOf(
      values([whole(lowest(all, (line) => -mean(marks(line))))], 'the mean of what there is'),
      values([whole(lowest(all, (line) => -sum(marks(line))))], 'the sum'),
      values(
        [whole(lowest(all, (line) => -marks(line).reduce((total, one) => total + one, 0)))],
        'who has all four',
      ),
    ),
  ),
  ask('g10', 'yes or no', 'are there students with the same ID?', yes(same > 0)),
  ask('g11', 'unanswerable', 'Who teaches 9A?', refuse('there are no teachers'), { mark: 'unanswerable' }),
  ask(
    'g12',
    'language',
    'Welche Schüler haben nicht bestanden?',
    orRefuse(values(of('Passed', 'N').map(whole))),
    {
      mark: 'language',
    },
  ),
];
