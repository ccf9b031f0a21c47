import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import { at, column, type Line, leaders, linesOf, mean, number, once, perGroup, says, sum } from './raw';

const all = linesOf('league.csv');
const ask = asker('league.csv');
const home = number('Home goals');
const away = number('Away goals');
const crowd = number('Attendance');
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const dates = (lines: readonly Line[]) => column(lines, 'Date');
const per = (name: string, of: (own: readonly Line[]) => number) =>
  perGroup(all, (line) => at(line, name), of);

/** Results of a football league. */
export const league: readonly Question[] = [
  ask(
    'lea-01',
    'compare',
    'In which matches were home goals higher than away goals?',
    values(dates(all.filter((line) => home(line) > away(line)))),
  ),
  ask(
    'lea-02',
    'compare',
    'How many matches had more away goals than home goals?',
    count(all.filter((line) => away(line) > home(line)).length),
  ),
  ask(
    'lea-03',
    'equal',
    'how many matches ended in a draw',
    anyOf(count(all.filter((line) => home(line) === away(line)).length), refuse('draw')),
  ),
  ask('lea-04', 'superlative', 'which match had the highest attendance?', values(['2024-09-21'])),
  ask(
    'lea-05',
    'mean',
    'Average attendance per stadium',
    rows(per('Stadium', (own) => mean(own.map(crowd)))),
  ),
  ask(
    'lea-06',
    'sum',
    'how many home goals did the Rangers score',
    value(sum(where('Home team', 'Rangers').map(home))),
  ),
  ask(
    'lea-07',
    'sum',
    'total goals at home and away',
    anyOf(
      value(sum(all.map(home)) + sum(all.map(away))),
      values([`${sum(all.map(home))} ${sum(all.map(away))}`]),
      refuse('goals'),
    ),
  ),
  ask(
    'lea-08',
    'where',
    'Where do the Harbour play at home?',
    anyOf(values(['Dock Field']), refuse('where')),
  ),
  ask(
    'lea-09',
    'filter',
    'matches in September with more than 8,000 spectators',
    anyOf(
      values(dates(all.filter((line) => at(line, 'Date').startsWith('2024-09') && crowd(line) > 8000))),
      refuse('spectators'),
    ),
  ),
  ask(
    'lea-10',
    'count',
    'number of matches per month',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Date').slice(0, 7),
        (own) => own.length,
      ),
    ),
  ),
  ask(
    'lea-11',
    'distinct',
    'How many different stadiums are there?',
    count(once(column(all, 'Stadium')).length),
  ),
  ask(
    'lea-12',
    'superlative',
    'Which home team scored the most goals?',
    anyOf(values(leaders(per('Home team', (own) => sum(own.map(home))))), refuse('home or away goals')),
  ),
  ask(
    'lea-13',
    'weekday',
    'how many matches were played on a Sunday?',
    count(all.filter((line) => new Date(at(line, 'Date')).getUTCDay() === 0).length),
  ),
  ask('lea-14', 'lookup', 'attendance of the match on 2024-08-25', value(5100)),
  ask('lea-15', 'none', 'matches without away goals', values(dates(all.filter((line) => away(line) === 0)))),
  ask('lea-16', 'lowest', 'lowest attendance in Hill Park', anyOf(value(8200), values(['2024-08-17']))),
  ask(
    'lea-17',
    'above',
    'how many matches had above average attendance',
    count(all.filter((line) => crowd(line) > mean(all.map(crowd))).length),
  ),
];
