import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import { at, highest, iso, type Line, linesOf, mean, number, perGroup, says, sum, top } from './raw';

const all = linesOf('matches.tsv', '\t');
const ask = asker('matches.tsv');
const played = all.filter((line) => says(line, 'Status', 'played'));
const home = number('Home goals');
const away = number('Away goals');
const crowd = number('Attendance');
const on = (line: Line) => iso(at(line, 'Date'));
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const pair = (line: Line) => `${at(line, 'Home team')} ${at(line, 'Away team')}`;
const december = all.filter((line) => on(line).startsWith('2024-12'));
const referees = perGroup(
  all,
  (line) => at(line, 'Referee'),
  (own) => own.length,
);

/** A season of a small football league. */
export const matches: readonly Question[] = [
  ask('mat-01', 'count', 'How many matches were played?', count(played.length)),
  ask(
    'mat-02',
    'count',
    'How many home games did Carlton win?',
    count(where('Home team', 'Carlton').filter((line) => home(line) > away(line)).length),
  ),
  ask('mat-03', 'mean', 'average attendance', value(mean(all.map(crowd)))),
  ask(
    'mat-04',
    'extreme',
    'What was the highest attendance?',
    value(Math.max(...all.map(crowd).filter((one) => !Number.isNaN(one)))),
  ),
  ask(
    'mat-05',
    'extreme',
    'which match had the highest attendance?',
    values(top(highest(all, crowd), 1, crowd).map(pair)),
  ),
  ask(
    'mat-06',
    'sum of columns',
    'How many goals were scored in total?',
    value(sum([...all.map(home), ...all.map(away)])),
  ),
  ask(
    'mat-07',
    'sum',
    'how many home goals did Ashford score',
    value(sum(where('Home team', 'Ashford').map(home))),
  ),
  ask(
    'mat-08',
    'group',
    'home goals per home team',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Home team'),
        (own) => sum(own.map(home)),
      ),
    ),
  ),
  ask(
    'mat-09',
    'count',
    'How many matches ended in a draw?',
    anyOf(
      count(played.filter((line) => home(line) === away(line)).length),
      refuse('draw is not a word of the table'),
    ),
  ),
  ask('mat-10', 'group', 'How many matches did each referee have?', rows(referees)),
  ask('mat-11', 'list', 'Show the games in December 2024', values(december.map(pair))),
  ask('mat-12', 'count', 'How many matches were on Sky?', count(where('TV', 'Sky').length)),
  ask(
    'mat-13',
    'group',
    'Average attendance by home team',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Home team'),
        (own) => mean(own.map(crowd)),
      ),
    ),
  ),
  ask('mat-14', 'list', 'Which match was postponed?', values(where('Status', 'postponed').map(pair))),
  ask(
    'mat-15',
    'sum',
    'How many goals did Eastvale score away?',
    value(sum(where('Away team', 'Eastvale').map(away))),
  ),
  ask('mat-16', 'blank', "How many matches weren't on TV?", count(where('TV', '').length)),
  ask(
    'mat-17',
    'filter',
    'matches with more than 3 home goals',
    anyOf(
      values(played.filter((line) => home(line) > 3).map(pair)),
      count(played.filter((line) => home(line) > 3).length),
    ),
  ),
  ask(
    'mat-18',
    'sum',
    'total attendance of Carlton home games in 2024',
    value(
      sum(
        where('Home team', 'Carlton')
          .filter((line) => on(line) < '2025')
          .map(crowd),
      ),
    ),
  ),
  ask('mat-19', 'refuse', 'Who scored the most goals, which player?', refuse('there are no players')),
  ask(
    'mat-20',
    'language',
    '¿Cuántos partidos se jugaron?',
    anyOf(count(played.length), refuse('the question is not in English')),
    { mark: 'language' },
  ),
];
