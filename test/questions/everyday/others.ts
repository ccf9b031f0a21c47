import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  column,
  is,
  type Line,
  linesOf,
  mean,
  median,
  money,
  number,
  orZero,
  perGroup,
  seconds,
  sum,
} from './raw';

const log = linesOf('worklog.csv');
const ofWork = asker('worklog.csv');
const hours = number('Hours');
const hoursOf = (lines: typeof log) => sum(lines.map(hours));
const worth = (lines: typeof log) => sum(lines.map((line) => hours(line) * money('Rate')(line)));

/** Hours of a small studio at three rates. */
export const worklog: readonly Question[] = [
  ofWork(
    'wor-1',
    'compare',
    'How many more hours did Kira work than Leo?',
    value(hoursOf(log.filter(is('Who', 'Kira'))) - hoursOf(log.filter(is('Who', 'Leo')))),
  ),
  ofWork(
    'wor-2',
    'product of columns',
    'what did we earn from Stadtbad, hours times rate',
    anyOf(value(worth(log.filter(is('Client', 'Stadtbad')))), refuse('product')),
  ),
  ofWork(
    'wor-3',
    'share',
    'What percentage of the hours was billed?',
    value((100 * hoursOf(log.filter(is('Billed', 'yes')))) / hoursOf(log), { unit: '%' }),
  ),
  ofWork('wor-4', 'never', 'who never worked for Cafe Rosa', anyOf(values([]), refuse('nobody'))),
  ofWork('wor-5', 'both', 'Who worked for both Optik Braun and Stadtbad?', values(['Kira', 'Leo', 'Noa'])),
  ofWork(
    'wor-6',
    'two periods',
    'hours in June compared to July',
    rows([
      ['2025-06', hoursOf(log.filter((line) => at(line, 'Day').startsWith('2025-06')))],
      ['2025-07', hoursOf(log.filter((line) => at(line, 'Day').startsWith('2025-07')))],
    ]),
  ),
  ofWork(
    'wor-7',
    'top per group',
    'who worked the most hours for each client',
    anyOf(
      rows([
        ['Optik Braun', 4.5],
        ['Cafe Rosa', 5],
        ['Stadtbad', 7],
      ]),
      refuse('each'),
    ),
  ),
];

const marks = linesOf('feedback.csv');
const ofCourse = asker('feedback.csv');
const score = number('Score (1-10)');

/** Answers to a survey about three courses. */
export const feedback: readonly Question[] = [
  ofCourse('fee-1', 'mean', 'Which course got the best average score?', values(['Pottery'])),
  ofCourse('fee-2', 'empty', 'who did not leave a score', anyOf(values(['6']), refuse('leave'))),
  ofCourse(
    'fee-3',
    'share',
    'What percent would recommend the guitar course?',
    anyOf(value(100 / 3, { unit: '%' }), value(50, { unit: '%' }), refuse('would')),
  ),
  ofCourse(
    'fee-4',
    'most common',
    'Where did most people hear about us?',
    anyOf(values(['friend']), refuse('where')),
  ),
  ofCourse(
    'fee-5',
    'median',
    'median score of each course',
    rows(
      perGroup(
        marks,
        (line) => at(line, 'Course'),
        (own) => median(own.map(score)),
      ),
    ),
  ),
  ofCourse('fee-6', 'count', 'how many people gave a score of 9 or higher', count(3)),
  ofCourse('fee-7', 'count', 'How many responses have remarks?', count(4)),
];

const race = linesOf('triathlon.csv');
const ofRace = asker('triathlon.csv');
const time = (line: (typeof race)[number]) => seconds(at(line, 'Finish time'));

/** A small triathlon; one athlete did not finish. */
export const triathlon: readonly Question[] = [
  ofRace('tri-1', 'extreme', 'Who won the race?', anyOf(values(['Ulf Dahl']), refuse('won'))),
  ofRace(
    'tri-2',
    'top per group',
    'three fastest women',
    anyOf(values(['Jana Roth', 'Pia Lund', 'Eva Stern']), refuse('DNF')),
  ),
  ofRace(
    'tri-3',
    'difference',
    'how much faster was Jana Roth than Pia Lund',
    anyOf(value(240, { unit: 'duration' }), refuse('faster')),
  ),
  ofRace(
    'tri-4',
    'compare',
    'fastest swim split',
    anyOf(value(662, { unit: 'duration' }), values(['Ulf Dahl']), refuse('split')),
  ),
  ofRace(
    'tri-5',
    'mean',
    'average bike time of each club',
    anyOf(
      rows(
        perGroup(
          race.filter((line) => at(line, 'Club') !== ''),
          (line) => at(line, 'Club'),
          (own) => mean(own.map((line) => seconds(at(line, 'Bike')))),
        ),
        { unit: 'duration', tolerance: 1, extraBlankGroup: 0 },
      ),
      refuse('clock'),
    ),
  ),
  ofRace(
    'tri-6',
    'range',
    'gap between first and last finisher',
    anyOf(value(time(race[6] ?? {}) - time(race[0] ?? {}), { unit: 'duration' }), refuse('gap')),
  ),
  ofRace('tri-7', 'yes/no', 'did anyone get a penalty?', anyOf(yes(true), refuse('anyone'))),
  ofRace('tri-8', 'empty', 'athletes without a club', values(['Tom Eike', 'Rita Voss'])),
];

const rents: readonly Line[] = linesOf('rents.csv');
const ofRent = asker('rents.csv');
const due = money('Rent due');
const paid = orZero(money('Paid'));
const owes = (lines: typeof rents) => sum(lines.map((line) => due(line) - paid(line)));
const day = (name: string) => (line: (typeof rents)[number]) => Date.parse(at(line, name));
const late = rents.filter((line) => day('Paid on')(line) > day('Due on')(line));

/** The rent of three flats in three months. */
export const rent: readonly Question[] = [
  ofRent(
    'ren-1',
    'difference of columns',
    'How much rent is still outstanding?',
    anyOf(value(owes(rents)), refuse('outstanding')),
  ),
  ofRent(
    'ren-2',
    'late',
    'which payments were late',
    anyOf(values(late.map((line) => at(line, 'Tenant'))), refuse('late')),
  ),
  ofRent('ren-3', 'late', 'Who paid late in February?', anyOf(values(['Ewa Nowak']), refuse('late'))),
  ofRent(
    'ren-4',
    'difference of columns',
    'rent due minus paid by tenant',
    anyOf(rows(perGroup(rents, (line) => at(line, 'Tenant'), owes)), refuse('empty')),
  ),
  ofRent(
    'ren-5',
    'late',
    'how often did Carl Uhl pay after the due date',
    count(late.filter(is('Tenant', 'Carl Uhl')).length),
  ),
  ofRent('ren-6', 'growth', 'Did the amount paid go up from January to February?', yes(false)),
  ofRent(
    'ren-7',
    'empty',
    'which month did Carl Uhl not pay',
    anyOf(values(['Feb 2025']), values(['February 2025']), values(['2025-02']), refuse('not')),
  ),
];

const visits = linesOf('salon.csv');
const ofSalon = asker('salon.csv');
const price = money('Price');
const done = visits.filter(is('Status', 'done'));

/** Appointments of a hairdresser. */
export const salon: readonly Question[] = [
  ofSalon(
    'sal-1',
    'share',
    "what's our no-show rate?",
    value((100 * visits.filter(is('Status', 'no-show')).length) / visits.length, { unit: '%' }),
  ),
  ofSalon(
    'sal-2',
    'sum of columns',
    'Total of price plus tip for Dina in March',
    anyOf(
      value(
        sum(
          visits
            .filter((line) => is('Stylist', 'Dina')(line) && at(line, 'Date').startsWith('2025-03'))
            .flatMap((line) => [price(line), orZero(money('Tip'))(line)]),
        ),
      ),
      refuse('plus'),
    ),
  ),
  ofSalon(
    'sal-3',
    'ratio',
    'average tip per stylist',
    rows(
      perGroup(
        visits,
        (line) => at(line, 'Stylist'),
        (own) => mean(own.map(money('Tip'))),
      ),
    ),
  ),
  ofSalon(
    'sal-4',
    'top per group',
    'most popular service of each stylist',
    anyOf(
      rows([
        ['Cut', 2],
        ['Colour', 2],
        ['Cut', 2],
        ['Shave', 2],
        ['Cut', 2],
      ]),
      refuse('ties'),
    ),
  ),
  ofSalon('sal-5', 'both', 'Which clients saw both Dina and Fay?', values(['Mrs Abel', 'Ms Cray'])),
  ofSalon('sal-6', 'first', 'when was Ms Ende here first?', anyOf(values(['2025-04-02']), refuse('here'))),
  ofSalon('sal-7', 'most common', 'busiest weekday', anyOf(values(['Wednesday']), refuse('busiest'))),
  ofSalon(
    'sal-8',
    'sum',
    'takings of completed appointments in April',
    anyOf(
      value(sum(done.filter((line) => at(line, 'Date').startsWith('2025-04')).map(price))),
      refuse('takings'),
    ),
  ),
  ofSalon(
    'sal-9',
    'several',
    'cuts before noon in April that were done',
    values(
      column(
        done.filter(
          (line) =>
            is('Service', 'Cut')(line) &&
            at(line, 'Date').startsWith('2025-04') &&
            at(line, 'Start') < '12:00',
        ),
        'Ref',
      ),
    ),
  ),
];
