import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import { at, column, type Line, leaders, linesOf, mean, number, once, perGroup, says, sum } from './raw';

const all = linesOf('gym.csv');
const ask = asker('gym.csv');
const minutes = number('Duration (min)');
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const long = (lines: readonly Line[]) => sum(lines.map(minutes));
const size = (lines: readonly Line[]) => lines.length;
const per = (name: string, of: (own: readonly Line[]) => number, lines: readonly Line[] = all) =>
  perGroup(lines, (line) => at(line, name), of);
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekday = (line: Line) => DAYS[new Date(at(line, 'visit_date')).getUTCDay()] ?? '';
const inMonth = (month: string) => all.filter((line) => at(line, 'visit_date').startsWith(month));

/** Visits to a gym. */
export const gym: readonly Question[] = [
  ask('gym-01', 'count', 'how many visits did Ruth Adler make?', count(size(where('Member', 'Ruth Adler')))),
  ask('gym-02', 'superlative', 'Who came most often?', values(leaders(per('Member', size)))),
  ask('gym-03', 'weekday', 'visits per weekday', rows(perGroup(all, weekday, size))),
  ask(
    'gym-04',
    'superlative',
    'What is the busiest day of the week?',
    anyOf(values(leaders(perGroup(all, weekday, size))), refuse('busiest')),
  ),
  ask('gym-05', 'mean', 'How long is a visit on average?', value(mean(all.map(minutes)))),
  ask(
    'gym-06',
    'group',
    'avg duration per activity desc',
    rows(
      per('Activity', (own) => mean(own.map(minutes))),
      { ordered: true },
    ),
  ),
  ask('gym-07', 'filter', 'Which visits were not paid?', values(column(where('Paid', 'no'), 'visit_id'))),
  ask('gym-08', 'empty', 'visits without a trainer', values(column(where('Trainer', ''), 'visit_id'))),
  ask('gym-09', 'list', 'who does yoga', values(once(column(where('Activity', 'Yoga'), 'Member')))),
  ask(
    'gym-10',
    'sum',
    'Total minutes Sam Okoye spent on weights in May',
    value(long(where('Activity', 'Weights', where('Member', 'Sam Okoye', inMonth('2025-05'))))),
  ),
  ask(
    'gym-11',
    'growth',
    'How many more visits were there in May than in June?',
    value(size(inMonth('2025-05')) - size(inMonth('2025-06'))),
  ),
  ask(
    'gym-12',
    'having',
    'members who came at least three times',
    values(
      per('Member', size)
        .filter(([, many]) => many >= 3)
        .map(([name]) => name),
    ),
  ),
  ask(
    'gym-13',
    'both',
    'Which members did both yoga and weights?',
    anyOf(
      values(
        once(column(where('Activity', 'Yoga'), 'Member')).filter((name) =>
          column(where('Activity', 'Weights'), 'Member').includes(name),
        ),
      ),
      refuse('both'),
    ),
  ),
  ask(
    'gym-14',
    'never',
    'who never swam?',
    anyOf(
      values(
        once(column(all, 'Member')).filter(
          (name) => !column(where('Activity', 'Swimming'), 'Member').includes(name),
        ),
      ),
      refuse('swam'),
    ),
  ),
  ask('gym-15', 'popular', 'Which activity is the most popular?', values(leaders(per('Activity', size)))),
  ask('gym-16', 'shortest', 'shortest visit', values(['Sam Okoye'])),
  ask(
    'gym-17',
    'distinct',
    'number of unique members in May 2025',
    count(once(column(inMonth('2025-05'), 'Member')).length),
  ),
];
