import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, values, yes } from '../blind/expected';
import { at, column, groups, highest, iso, type Line, linesOf, lowest, once, says } from './raw';

const all = linesOf('family.csv', ',', 3);
const ask = asker('family.csv');
const names = (lines: readonly Line[]) => column(lines, 'Name');
const born = (line: Line) => iso(at(line, 'Born'));
const days = (name: string) => (line: Line) => Date.parse(iso(at(line, name)));
const hasDied = (line: Line) => at(line, 'Died') !== '-';
const person = (name: string): Line => {
  const found = all.find((line) => says(line, 'Name', name));
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
};
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const unmarried = where('Married to', '-');

/** A family's people, as somebody keeps them for the birthdays. */
export const family: readonly Question[] = [
  ask(
    'fam-01',
    'lookup',
    'When was Anna Novak born?',
    anyOf(values([born(person('Anna Novak'))]), values(['23.09.1975'])),
  ),
  ask(
    'fam-02',
    'extreme',
    'who is the oldest',
    anyOf(
      values(names([lowest(all, days('Born'))])),
      values(
        names([
          lowest(
            all.filter((line) => !hasDied(line)),
            days('Born'),
          ),
        ]),
        'of those who live',
      ),
    ),
  ),
  ask('fam-03', 'extreme', 'Who was born first?', values(names([lowest(all, days('Born'))]))),
  ask(
    'fam-04',
    'extreme',
    'Who is the youngest person in the family?',
    values(names(highest(all, days('Born')).slice(0, 1))),
  ),
  ask(
    'fam-05',
    'count',
    'how many people were born in Leeds?',
    count(where('Place of birth', 'Leeds').length),
  ),
  ask('fam-06', 'list', 'Who was born in Hamburg?', values(names(where('Place of birth', 'Hamburg')))),
  ask('fam-07', 'list', 'Whose mother is Helen Brandt?', values(names(where('Mother', 'Helen Brandt')))),
  ask('fam-08', 'list', 'children of Ursula Meier', values(names(where('Mother', 'Ursula Meier')))),
  ask(
    'fam-09',
    'month',
    'Who has a birthday in May?',
    values(names(all.filter((line) => born(line).slice(5, 7) === '05'))),
  ),
  ask(
    'fam-10',
    'blank',
    'who is still alive?',
    anyOf(values(names(all.filter((line) => !hasDied(line)))), refuse('alive is not a word of the table')),
  ),
  ask('fam-11', 'blank', 'How many of them have died?', count(all.filter(hasDied).length)),
  ask(
    'fam-12',
    'period',
    'Who was born after 2000?',
    values(names(all.filter((line) => born(line) >= '2001'))),
  ),
  ask(
    'fam-13',
    'period',
    'who was born between 1950 and 1959',
    values(names(all.filter((line) => born(line) >= '1950' && born(line) < '1960'))),
  ),
  ask(
    'fam-14',
    'lookup',
    "What was Dieter Meier's profession?",
    values([at(person('Dieter Meier'), 'Profession')]),
  ),
  ask(
    'fam-15',
    'count',
    'How many teachers are there in the family?',
    count(where('Profession', 'Teacher').length),
  ),
  ask(
    'fam-16',
    'lookup',
    'where was Tomas Novak born',
    values([at(person('Tomas Novak'), 'Place of birth')]),
  ),
  ask('fam-17', 'lookup', 'Who is married to Alan Shaw?', values(names(where('Married to', 'Alan Shaw')))),
  ask(
    'fam-18',
    'extreme',
    'Who died most recently?',
    values(names(highest(all.filter(hasDied), days('Died')).slice(0, 1))),
  ),
  ask(
    'fam-19',
    'having',
    'Which professions appear more than once?',
    values(
      [...groups(all, (line) => at(line, 'Profession'))]
        .filter(([name, own]) => name !== '-' && own.length > 1)
        .map(([name]) => name),
    ),
  ),
  ask('fam-20', 'yes/no', 'Was anyone born in Kiel?', yes(where('Place of birth', 'Kiel').length > 0)),
  ask('fam-21', 'blank', 'how many are not married', count(unmarried.length)),
  ask(
    'fam-22',
    'distinct',
    'In how many different places were they born?',
    count(once(column(all, 'Place of birth').map((place) => place.toLowerCase())).length),
  ),
  ask('fam-23', 'refuse', "What is Emma Shaw's phone number?", refuse('there is no phone number')),
  ask(
    'fam-24',
    'language',
    'Wann wurde Marie Novak geboren?',
    orRefuse(values([born(person('Marie Novak'))])),
    {
      mark: 'language',
    },
  ),
];
