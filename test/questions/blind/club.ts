import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from './expected';
import { amount, at, iso, type Line, linesOf, lowest, mean, perGroup, says, seconds, sum } from './raw';

const members = linesOf('members.csv', ',');
const runners = linesOf('race.tsv', '\t');
const of = (lines: readonly Line[], column: string, word: string) =>
  lines.filter((line) => says(line, column, word));
const names = (lines: readonly Line[], column: string) => lines.map((line) => at(line, column));

const owing = of(members, 'Paid', 'no');
const owingOrUnknown = members.filter((line) => !says(line, 'Paid', 'yes'));
const newcomers = members.filter((line) => iso(at(line, 'Joined')).startsWith('2025'));
const born = (line: Line) => Date.parse(at(line, 'Date of Birth'));
const helpers = of(of(members, 'Town', 'clevedon'), 'Volunteers', 'yes');
const joinedOn = names(of(members, 'Name', 'Rosa Jones'), 'Joined');
const ask = asker('members.csv');

export const clubMembers: readonly Question[] = [
  ask('m01', 'count', 'How many members do we have?', count(members.length)),
  ask('m02', 'count', 'how many members live in bath', count(of(members, 'Town', 'bath').length)),
  ask(
    'm03',
    'list',
    "Who hasn't paid yet?",
    anyOf(values(names(owing, 'Name'), 'says no'), values(names(owingOrUnknown, 'Name'), 'does not say yes')),
  ),
  ask(
    'm04',
    'sum',
    'total membership fees already collected',
    value(sum(of(members, 'Paid', 'yes').map((line) => amount(at(line, 'Annual Fee'))))),
  ),
  ask(
    'm05',
    'groups',
    'Members per membership type',
    rows(
      perGroup(
        members,
        (line) => at(line, 'Membership Type').toLowerCase(),
        (lines) => lines.length,
      ),
    ),
  ),
  ask('m06', 'lookup', 'When did Rosa Jones join?', anyOf(values(joinedOn), values(joinedOn.map(iso)))),
  ask('m07', 'top', 'who is our oldest member', values([at(lowest(members, born), 'Name')])),
  ask(
    'm08',
    'period',
    'new members in 2025',
    anyOf(count(newcomers.length, 'how many'), values(names(newcomers, 'Name'), 'who')),
  ),
  ask('m09', 'yes or no', 'do we have anyone from clevedon who volunteers?', yes(helpers.length > 0)),
  ask(
    'm10',
    'count',
    'How many of our members were born before 1960?',
    count(members.filter((line) => born(line) < Date.parse('1960-01-01')).length),
  ),
  ask(
    'm11',
    'lookup',
    "what's the member number of Uma Clarke?",
    values(of(members, 'Name', 'Uma Clarke').map((line) => at(line, 'Member No'))),
  ),
  ask('m12', 'unanswerable', 'What is the phone number of Ben Reid?', refuse('there is no phone number'), {
    mark: 'unanswerable',
  }),
];

const time = (line: Line) => seconds(at(line, 'Finish Time'));
const finished = runners.filter((line) => !Number.isNaN(time(line)));
const sex = (line: Line) => at(line, 'Sex').toUpperCase();
const howMany = (lines: readonly Line[]) => lines.length;
const started = runners.filter((line) => !says(line, 'Finish Time', 'DNS'));
const clock = (number: number) => value(number, { unit: 'duration', tolerance: 1 });
const askRace = asker('race.tsv');

export const race: readonly Question[] = [
  askRace('r01', 'top', 'who won the race?', values([at(lowest(finished, time), 'Runner')])),
  askRace(
    'r02',
    'lookup',
    "What was Kate Reid's finish time?",
    values(of(runners, 'Runner', 'Kate Reid').map((line) => at(line, 'Finish Time'))),
  ),
  askRace(
    'r03',
    'count',
    'how many runners did not finish',
    anyOf(
      count(of(runners, 'Finish Time', 'DNF').length, 'DNF'),
      count(runners.length - finished.length, 'DNF or DNS'),
    ),
  ),
  askRace('r04', 'mean', 'average finish time', clock(mean(runners.map(time)))),
  askRace('r05', 'top', 'fastest man', values([at(lowest(of(finished, 'Sex', 'm'), time), 'Runner')])),
  askRace(
    'r06',
    'groups',
    'How many women and how many men took part',
    anyOf(
      rows(perGroup(runners, sex, howMany)),
      rows(perGroup(started, sex, howMany), { reading: 'who started' }),
    ),
  ),
  askRace('r07', 'top', 'top 3 in age group 50-64', {
    ...values(names(of(finished, 'Age Group', '50-64').slice(0, 3), 'Runner')),
    ordered: true,
  }),
  askRace(
    'r08',
    'count',
    'How many people ran under 40 minutes?',
    count(finished.filter((line) => time(line) < 2400).length),
  ),
  askRace('r09', 'sum', 'total prize money', value(sum(runners.map((line) => amount(at(line, 'Prize')))))),
  askRace(
    'r10',
    'comparison',
    'who was quicker over the first 5k, Ben Hughes or Sam Adams?',
    values(['Ben Hughes']),
  ),
];

const memberOf = (line: Line) => members.find((member) => at(member, 'Member No') === at(line, 'Member No'));
const both = runners.flatMap((line) => {
  const member = memberOf(line);
  return member ? [{ ...member, ...line }] : [];
});
const bothStarted = both.filter((line) => !says(line, 'Finish Time', 'DNS'));
const juniors = of(both, 'Membership Type', 'junior');
const askBoth = asker(['members.csv', 'race.tsv']);

export const clubInRace: readonly Question[] = [
  askBoth(
    'j01',
    'join',
    'Which towns do the members who ran the race come from, and how many from each?',
    anyOf(
      rows(perGroup(both, (line) => at(line, 'Town').toLowerCase(), howMany)),
      rows(
        perGroup(bothStarted, (line) => at(line, 'Town').toLowerCase(), howMany),
        { reading: 'who started' },
      ),
    ),
  ),
  askBoth(
    'j02',
    'join',
    'how many of our junior members ran in the race?',
    anyOf(
      count(juniors.length),
      count(juniors.filter((line) => !says(line, 'Finish Time', 'DNS')).length, 'who started'),
      count(juniors.filter((line) => !Number.isNaN(time(line))).length, 'who finished'),
    ),
  ),
  askBoth(
    'j03',
    'join',
    "List the members who haven't paid but ran the race",
    anyOf(
      values(names(of(both, 'Paid', 'no'), 'Runner'), 'says no'),
      values(names(of(bothStarted, 'Paid', 'no'), 'Runner'), 'says no, started'),
      values(
        names(
          both.filter((line) => !says(line, 'Paid', 'yes')),
          'Runner',
        ),
        'does not say yes',
      ),
      values(
        names(
          bothStarted.filter((line) => !says(line, 'Paid', 'yes')),
          'Runner',
        ),
        'does not say yes, started',
      ),
    ),
  ),
  askBoth(
    'j04',
    'join',
    'average finish time of members from Bristol',
    clock(mean(of(both, 'Town', 'bristol').map(time))),
  ),
];
