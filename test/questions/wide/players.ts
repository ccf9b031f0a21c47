import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
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
  once,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('players.csv', ',');
const ask = asker('players.csv');
const where = (name: string, word: string, lines: readonly Line[] = all) =>
  lines.filter((line) => says(line, name, word));
const names = (lines: readonly Line[]) => column(lines, 'Player');
const [age, games, goals, assists, cards, minutes] = [
  'Age',
  'Games',
  'Goals',
  'Assists',
  'Yellow cards',
  'Minutes',
].map(number) as [
  (line: Line) => number,
  (line: Line) => number,
  (line: Line) => number,
  (line: Line) => number,
  (line: Line) => number,
  (line: Line) => number,
];
const scored = (lines: readonly Line[]) => sum(lines.map(goals));
const per = (name: string, of: (own: readonly Line[]) => number, lines: readonly Line[] = all) =>
  perGroup(lines, (line) => at(line, name), of);
const rate = (line: Line) => goals(line) / games(line);

/** Players of a league and what they did in a season. */
export const players: readonly Question[] = [
  ask('pla-01', 'extreme', 'Who scored the most goals?', values(names(top(highest(all, goals), 1, goals)))),
  ask('pla-02', 'sum', 'How many goals did United score?', value(scored(where('Team', 'United')))),
  ask(
    'pla-03',
    'ratio',
    'goals per game of Adam Reed',
    anyOf(value(rate(where('Player', 'Adam Reed')[0] ?? {})), refuse('divided, or for each')),
  ),
  ask(
    'pla-04',
    'ratio',
    'Which player has the most goals per game?',
    anyOf(values(names(top(highest(all, rate), 1, rate))), refuse('divided, or for each')),
  ),
  ask('pla-05', 'extreme', 'Who is the oldest player?', values(names(top(highest(all, age), 1, age)))),
  ask(
    'pla-06',
    'extreme',
    'youngest player of each team',
    rows(
      once(column(all, 'Team')).map((team) => [
        at(lowest(where('Team', team), age), 'Player'),
        Math.min(...where('Team', team).map(age)),
      ]),
    ),
  ),
  ask(
    'pla-07',
    'filter',
    'players who are 30 or older',
    values(names(all.filter((line) => age(line) >= 30))),
  ),
  ask(
    'pla-08',
    'filter',
    'Which strikers are younger than 25?',
    values(names(where('Position', 'Striker').filter((line) => age(line) < 25))),
  ),
  ask('pla-09', 'mean', 'average age per team', rows(per('Team', (own) => mean(own.map(age))))),
  ask(
    'pla-10',
    'top',
    'top 3 scorers',
    anyOf(values(names(top(highest(all, goals), 3, goals))), refuse('scorers')),
  ),
  ask('pla-11', 'count', 'How many defenders are in the list?', count(where('Position', 'Defender').length)),
  ask('pla-12', 'filter', 'Who has no goals?', values(names(all.filter((line) => goals(line) === 0)))),
  ask(
    'pla-13',
    'filter',
    'midfielders with at least 5 goals and 5 assists',
    values(names(where('Position', 'Midfielder').filter((line) => goals(line) >= 5 && assists(line) >= 5))),
  ),
  ask(
    'pla-14',
    'extreme',
    'Which team got the most yellow cards?',
    values([leader(per('Team', (own) => sum(own.map(cards))))]),
  ),
  ask(
    'pla-15',
    'filter',
    'Which players got more than 6 yellow cards?',
    values(names(all.filter((line) => cards(line) > 6))),
  ),
  ask('pla-16', 'lookup', 'How old is Finn Harper?', value(19)),
  ask('pla-17', 'lookup', 'which team does Vic Shaw play for', values(['Athletic'])),
  ask('pla-18', 'lookup', 'How many minutes did Kit Barlow play?', value(1320)),
  ask(
    'pla-19',
    'yes/no',
    'Is there a keeper who scored?',
    anyOf(yes(where('Position', 'Keeper').some((line) => goals(line) > 0)), refuse('scored')),
  ),
  ask(
    'pla-20',
    'top per group',
    'top scorer of each team',
    anyOf(
      rows(
        once(column(all, 'Team')).map((team) => {
          const [best = {}] = highest(where('Team', team), goals);
          return [at(best, 'Player'), goals(best)];
        }),
      ),
      refuse('scorer'),
    ),
  ),
  ask(
    'pla-21',
    'sum of columns',
    'Who has the most goals plus assists?',
    values(
      names(
        top(
          highest(all, (line) => goals(line) + assists(line)),
          1,
          (line) => goals(line) + assists(line),
        ),
      ),
    ),
  ),
  ask('pla-22', 'extreme', 'Which player played the fewest minutes?', values(names([lowest(all, minutes)]))),
  ask('pla-23', 'count', 'how many players does each team have', rows(per('Team', (own) => own.length))),
  ask(
    'pla-24',
    'filter',
    'players between 20 and 25 years old',
    values(names(all.filter((line) => age(line) >= 20 && age(line) <= 25))),
  ),
  ask(
    'pla-25',
    'filter',
    'who played all 24 games',
    anyOf(values(names(all.filter((line) => games(line) === 24))), refuse('all')),
  ),
  ask(
    'pla-26',
    'mean',
    'How many goals does a striker score on average?',
    value(mean(where('Position', 'Striker').map(goals))),
  ),
  ask(
    'pla-27',
    'compare',
    'Which team scored more, City or Rovers?',
    values([scored(where('Team', 'City')) > scored(where('Team', 'Rovers')) ? 'City' : 'Rovers']),
  ),
  ask('pla-28', 'refuse', 'How much does Jack Moss earn?', refuse('nothing says what anybody earns')),
];
