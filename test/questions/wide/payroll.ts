import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  column,
  highest,
  type Line,
  leader,
  linesOf,
  lowest,
  mean,
  median,
  number,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('payroll.csv', ',', 0, 1);
const off = linesOf('absences.csv', ',');
const ask = asker('payroll.csv');
const askOff = asker('absences.csv');
const askBoth = asker(['payroll.csv', 'absences.csv']);
const names = (lines: readonly Line[]) => column(lines, 'Name');
const pay = number('Annual salary');
const bonus = number('Bonus');
const days = number('Days');
const totalDays = (lines: readonly Line[]) => sum(lines.map(days));
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const department = (line: Line) => at(line, 'Department').toLowerCase();
const started = (line: Line) => at(line, 'Start date');
const person = (name: string): Line => where('Name', name)[0] ?? {};
const ofType = (type: string) => off.filter((line) => says(line, 'Type', type));
const whose = (absence: Line): Line =>
  all.find((line) => at(line, 'Emp ID') === at(absence, 'Employee ID')) ?? {};
const salaries = (lines: readonly Line[]) => lines.map(pay);
const approved = (word: string) => off.filter((line) => says(line, 'Approved', word)).length;
const best = [...new Set(all.map(department))].map(
  (name) =>
    top(
      highest(
        all.filter((line) => department(line) === name),
        pay,
      ),
      1,
      pay,
    )[0] ?? {},
);

/** A payroll list and the days people were away. */
export const payroll: readonly Question[] = [
  ask(
    'pay-01',
    'count',
    'How many people work in Engineering?',
    count(where('Department', 'Engineering').length),
  ),
  ask(
    'pay-02',
    'group',
    'average salary per department',
    rows(perGroup(all, department, (own) => mean(salaries(own)))),
  ),
  ask('pay-03', 'extreme', 'Who earns the most?', values(names(top(highest(all, pay), 1, pay)))),
  ask('pay-04', 'median', 'What is the median salary?', value(median(salaries(all)))),
  ask(
    'pay-05',
    'filter',
    'who earns more than $100,000',
    values(names(all.filter((line) => pay(line) > 100_000))),
  ),
  ask(
    'pay-06',
    'blank',
    "How many people didn't get a bonus?",
    count(all.filter((line) => Number.isNaN(bonus(line))).length),
  ),
  ask(
    'pay-07',
    'period',
    'Who started in 2023?',
    values(names(all.filter((line) => started(line).startsWith('2023')))),
  ),
  ask(
    'pay-08',
    'extreme',
    'Who has been with us the longest?',
    anyOf(
      values(names([lowest(all, (line) => Date.parse(started(line)))])),
      refuse('no column says how long'),
    ),
  ),
  ask(
    'pay-09',
    'sum',
    'what do we pay in total for sales salaries',
    value(sum(salaries(where('Department', 'Sales')))),
  ),
  ask(
    'pay-10',
    'filter',
    'Who works less than 40 hours per week?',
    values(names(all.filter((line) => number('Hours per week')(line) < 40))),
  ),
  ask('pay-11', 'yes/no', 'Does Mei Chen have a pension?', yes(says(person('Mei Chen'), 'Pension', 'yes'))),
  ask(
    'pay-12',
    'filter',
    'Who has no pension?',
    anyOf(
      values(names(where('Pension', 'no'))),
      values(names([...where('Pension', 'no'), ...where('Pension', '')]), 'blank is none'),
    ),
  ),
  ask(
    'pay-13',
    'top per group',
    'Highest paid person in each department',
    rows(best.map((line) => [at(line, 'Name'), pay(line)])),
  ),
  ask(
    'pay-14',
    'share',
    'What share of the staff works remote?',
    value((100 * where('Office', 'Remote').length) / all.length, { unit: '%' }),
  ),
  ask(
    'pay-15',
    'sum of columns',
    'What is the salary plus bonus of Brian Cole?',
    value(pay(person('Brian Cole')) + bonus(person('Brian Cole'))),
  ),
  ask(
    'pay-16',
    'having',
    'Which managers have more than 8 people?',
    values(
      perGroup(
        all,
        (line) => at(line, 'Manager'),
        (own) => own.length,
      )
        .filter(([, many]) => many > 8)
        .map(([name]) => name),
    ),
  ),
  ask('pay-17', 'lookup', "who is Ravi Mehta's manager?", values([at(person('Ravi Mehta'), 'Manager')])),
  ask(
    'pay-18',
    'lookup',
    'What is the emp id of Vera Kovacs?',
    values([at(person('Vera Kovacs'), 'Emp ID')]),
  ),
  askOff('abs-01', 'sum', 'How many sick days were there?', value(totalDays(ofType('Sick')))),
  askOff(
    'abs-02',
    'group',
    'days per type',
    rows(perGroup(off, (line) => at(line, 'Type').toLowerCase(), totalDays)),
  ),
  askOff(
    'abs-03',
    'count',
    'How many absences are not approved?',
    anyOf(
      count(approved('no')),
      count(approved('no') + approved('pending')),
      count(off.length - approved('yes')),
    ),
  ),
  askOff(
    'abs-04',
    'count',
    'how many absences started in May 2025',
    count(off.filter((line) => at(line, 'From').startsWith('2025-05')).length),
  ),
  askOff(
    'abs-05',
    'mean',
    'How long is a holiday on average in days?',
    value(mean(ofType('Holiday').map(days))),
  ),
  askBoth(
    'abs-06',
    'join',
    'sick days per department',
    rows(perGroup(ofType('Sick'), (line) => department(whose(line)), totalDays)),
  ),
  askBoth(
    'abs-07',
    'join',
    'How many days was Ingrid Olsen away?',
    value(totalDays(off.filter((line) => says(whose(line), 'Name', 'Ingrid Olsen')))),
  ),
  askBoth(
    'abs-08',
    'join',
    'Who took the most holiday days?',
    values([leader(perGroup(ofType('Holiday'), (line) => at(whose(line), 'Name'), totalDays))]),
  ),
  askBoth(
    'abs-09',
    'join',
    'Which employees have no absences?',
    values(names(all.filter((line) => !off.some((one) => whose(one) === line)))),
  ),
  askBoth(
    'abs-10',
    'join',
    'Total absence days of the London office',
    value(totalDays(off.filter((line) => says(whose(line), 'Office', 'London')))),
  ),
  ask('pay-19', 'refuse', 'How many children does Ian Murray have?', refuse('there are no children')),
  ask('pay-20', 'language', 'Quel est le salaire moyen ?', orRefuse(value(mean(salaries(all)))), {
    mark: 'language',
  }),
];
