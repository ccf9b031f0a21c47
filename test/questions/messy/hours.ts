import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import { at, column, type Line, leaders, linesOf, mean, number, once, perGroup, says, sum } from './raw';

const all = linesOf('hours.csv');
const ask = asker('hours.csv');
const hours = number('Hours');
const rate = number('Rate (€/h)');
const worked = (lines: readonly Line[]) => sum(lines.map(hours));
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const per = (name: string, of: (own: readonly Line[]) => number, lines: readonly Line[] = all) =>
  perGroup(lines, (line) => at(line, name), of);
const billable = where('Billable', 'yes');
const span = (from: string, to: string) =>
  all.filter((line) => at(line, 'Work date') >= from && at(line, 'Work date') <= to);

/** Hours of a small agency. */
export const worktime: readonly Question[] = [
  ask(
    'hou-01',
    'sum',
    'How many hours did Dana Fox work in total?',
    value(worked(where('Employee', 'Dana Fox'))),
  ),
  ask(
    'hou-02',
    'group',
    'Hours by project and employee',
    rows(
      perGroup(all, (line) => `${at(line, 'Project')}|${at(line, 'Employee')}`, worked).map(([name, of]) => [
        name.split('|')[1] ?? '',
        of,
      ]),
    ),
  ),
  ask('hou-03', 'filter', 'billable hours per client', rows(per('Client', worked, billable))),
  ask('hou-04', 'not', 'How many hours are not billable?', value(worked(all) - worked(billable))),
  ask(
    'hou-05',
    'share',
    'What percentage of hours is billable?',
    value((100 * worked(billable)) / worked(all), { unit: '%' }),
  ),
  ask(
    'hou-06',
    'superlative',
    'Who worked the fewest hours?',
    values([per('Employee', worked).at(-1)?.[0] ?? '']),
  ),
  ask(
    'hou-07',
    'product',
    'What is the total fee, hours times rate?',
    anyOf(value(sum(all.map((line) => hours(line) * rate(line)))), refuse('times')),
  ),
  ask(
    'hou-08',
    'list',
    'which employees worked on the Audit project?',
    values(once(column(where('Project', 'Audit'), 'Employee'))),
  ),
  ask('hou-09', 'lookup', "What is Eli Stern's rate?", value(95)),
  ask(
    'hou-10',
    'period',
    'hours between 3 and 7 March 2025',
    value(worked(span('2025-03-03', '2025-03-07'))),
  ),
  ask(
    'hou-11',
    'mean',
    'How many hours a day does Dana Fox work on average?',
    anyOf(value(mean(where('Employee', 'Dana Fox').map(hours))), refuse('a day')),
  ),
  ask(
    'hou-12',
    'weekday',
    'total hours by day of the week',
    rows(
      perGroup(
        all,
        (line) =>
          ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][
            new Date(at(line, 'Work date')).getUTCDay()
          ] ?? '',
        worked,
      ),
    ),
  ),
  ask(
    'hou-13',
    'both',
    'Who worked for both Orbit AG and Quarz KG?',
    anyOf(
      values(
        once(column(where('Client', 'Orbit AG'), 'Employee')).filter((name) =>
          column(where('Client', 'Quarz KG'), 'Employee').includes(name),
        ),
      ),
      refuse('both'),
    ),
  ),
  ask(
    'hou-14',
    'distinct',
    'number of projects per client',
    anyOf(rows(per('Client', (own) => once(column(own, 'Project')).length)), refuse('projects or rows')),
  ),
  ask('hou-15', 'yes/no', 'Did Gus Hale work on Training?', yes(true)),
  ask('hou-16', 'last', 'last day of work for Faye Lin', anyOf(values(['2025-03-18']), refuse('day'))),
  ask(
    'hou-17',
    'top',
    'Top 2 Projekts by hours',
    values(
      per('Project', worked)
        .slice(0, 2)
        .map(([name]) => name),
    ),
  ),
  ask(
    'hou-18',
    'growth',
    'days with more than 8 hours of work',
    anyOf(
      values(
        column(
          all.filter((line) => hours(line) > 8),
          'Work date',
        ),
      ),
      values(
        perGroup(all, (line) => at(line, 'Work date'), worked)
          .filter(([, of]) => of > 8)
          .map(([day]) => day),
      ),
      refuse('day or row'),
    ),
  ),
  ask(
    'hou-19',
    'count',
    'How many people worked on the website?',
    count(once(column(where('Project', 'Website'), 'Employee')).length),
  ),
  ask(
    'hou-20',
    'leader',
    'which client brought the most hours',
    anyOf(values(leaders(per('Client', worked))), refuse('brought')),
  ),
];
