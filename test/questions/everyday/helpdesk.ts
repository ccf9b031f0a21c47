import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import { at, column, is, linesOf, mean, number, perGroup, sum } from './raw';

const all = linesOf('helpdesk.csv');
const ask = asker('helpdesk.csv');
const minutes = number('Minutes worked');
const stars = number('Satisfaction');

/** Tickets of a help desk, two of them without a word whether they were closed. */
export const helpdesk: readonly Question[] = [
  ask(
    'hel-1',
    'both',
    'who raised both network and printer tickets',
    anyOf(values(['Lena', 'Max']), refuse('printer')),
  ),
  ask('hel-2', 'two periods', 'more tickets in April than in May?', yes(true)),
  ask('hel-3', 'having', 'which teams have more than 3 tickets', values(['Network', 'Accounts'])),
  ask(
    'hel-4',
    'mean',
    'average satisfaction by team, best first',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Team'),
        (own) => mean(own.map(stars)),
      ),
      { ordered: true },
    ),
  ),
  ask(
    'hel-5',
    'ratio',
    'minutes per ticket for each team',
    anyOf(
      rows(
        perGroup(
          all,
          (line) => at(line, 'Team'),
          (own) => mean(own.map(minutes)),
        ),
      ),
      refuse('n/a'),
    ),
  ),
  ask(
    'hel-6',
    'before',
    'tickets opened before 10 April that were closed',
    values(['H-1', 'H-2', 'H-4', 'H-5']),
  ),
  ask(
    'hel-7',
    'never',
    'Which team never got a satisfaction below 4?',
    anyOf(values(['Accounts']), refuse('never')),
  ),
  ask('hel-8', 'days', 'which ticket took the longest to close', values(['H-10'])),
  ask(
    'hel-9',
    'share',
    'share of high priority tickets',
    value((100 * all.filter(is('Priority', 'high')).length) / all.length, { unit: '%' }),
  ),
  ask('hel-10', 'several', 'how many high priority tickets of the network team are closed', count(2)),
  ask(
    'hel-11',
    'sum',
    'How many hours were worked in total?',
    anyOf(value(sum(all.map(minutes)) * 60, { unit: 'duration' }), refuse('hours')),
  ),
  ask(
    'hel-12',
    'empty',
    'tickets that are still open',
    values(
      column(
        all.filter((line) => at(line, 'Closed') === ''),
        'No.',
      ),
    ),
  ),
];
