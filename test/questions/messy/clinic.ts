import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import {
  at,
  column,
  days,
  type Line,
  leaders,
  linesOf,
  mean,
  number,
  once,
  perGroup,
  says,
  sum,
} from './raw';

const all = linesOf('clinic.csv');
const ask = asker('clinic.csv');
const cost = number('Cost EUR');
const stay = days('Admitted', 'Discharged');
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const per = (name: string, of: (own: readonly Line[]) => number) =>
  perGroup(all, (line) => at(line, name), of);
const patients = (lines: readonly Line[]) => once(column(lines, 'Patient'));

/** Stays in a small hospital. */
export const clinic: readonly Question[] = [
  ask(
    'cli-01',
    'duration',
    'What is the average length of stay?',
    anyOf(value(mean(all.map(stay))), refuse('length of stay')),
  ),
  ask(
    'cli-02',
    'duration',
    'How many days between admitted and discharged on average?',
    value(mean(all.map(stay))),
  ),
  ask('cli-03', 'duration', 'how long was Eve Carter in hospital?', anyOf(value(6), refuse('in hospital'))),
  ask('cli-04', 'empty', 'Who has not been discharged?', values(patients(where('Discharged', '')))),
  ask(
    'cli-05',
    'ratio',
    'average cost per patient',
    anyOf(
      rows(per('Patient', (own) => mean(own.map(cost)))),
      value(sum(all.map(cost)) / patients(all).length),
      refuse('two readings'),
    ),
  ),
  ask(
    'cli-06',
    'sum',
    'What did Dr. Weber’s patients cost in total?',
    value(sum(where('Doctor', 'Dr. Weber').map(cost))),
  ),
  ask(
    'cli-07',
    'count',
    'How many patients did each doctor see?',
    anyOf(
      rows(per('Doctor', (own) => patients(own).length)),
      rows(per('Doctor', (own) => own.length)),
      refuse('patients or visits'),
    ),
  ),
  ask(
    'cli-08',
    'filter',
    'patients over 60',
    values(patients(all.filter((line) => number('Age')(line) > 60))),
  ),
  ask('cli-09', 'lookup', 'Which doctor treated Ida Holm?', values(['Dr. Pell'])),
  ask(
    'cli-10',
    'again',
    'Which patients came more than once?',
    values(
      per('Patient', (own) => own.length)
        .filter(([, many]) => many > 1)
        .map(([name]) => name),
    ),
  ),
  ask('cli-11', 'superlative', 'the most expensive visit of Cardiology', values(['V1'])),
  ask(
    'cli-12',
    'group',
    'cost by dept.',
    anyOf(rows(per('Dept.', (own) => sum(own.map(cost)))), refuse('sum or average')),
  ),
  ask('cli-13', 'when', 'When was Leo Nowak admitted?', values(['2025-03-03'])),
  ask('cli-14', 'youngest', 'Who is the youngest patient?', values(['Ida Holm'])),
  ask('cli-15', 'count', 'how many admissions in Q1 2025', anyOf(count(all.length), refuse('admissions'))),
  ask(
    'cli-16',
    'having',
    'departments that cost more than 10000 in total',
    values(
      leaders([]).concat(
        per('Dept.', (own) => sum(own.map(cost)))
          .filter(([, of]) => of > 10_000)
          .map(([name]) => name),
      ),
    ),
  ),
  ask('cli-17', 'longest', 'Which visit took the longest?', anyOf(values(['V5']), refuse('took'))),
];
