import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const SHIFTS = csv(
  'hours',
  'Date,Nurse,Ward,Time spent\n2025-01-06,Ida,East,4:30\n2025-01-07,Max,West,6:00\n2025-02-03,Ida,East,2:15\n2025-02-04,Max,East,8:00\n',
);
const VISITS = csv(
  'treatments',
  'Ref,Day,Treated by,Status,Wait (min)\n1,2025-01-06,Dr. Wu,done,10\n2,2025-01-07,Dr. Wu,missed,30\n3,2025-01-08,Dr. Abel,done,20\n4,2025-01-09,Sister May,missed,90\n',
);
const RUN = csv(
  'fun_run',
  'Pos,Athlete,Sex,Age group,Club no\n1,Ida,F,20-39,A7\n2,Max,M,40-59,B2\n3,Ada,F,40-59,C9\n4,Tom,M,40-59,D1\n',
);
const LOANS = csv(
  'library_loans',
  'Loan,Reader,Book,Genre,Taken out\n1,Ann,Emma,novel,2025-04-02\n2,Ben,Emma,novel,2025-04-05\n3,Ann,Ulysses,novel,2025-05-01\n4,Ann,Emma,novel,2025-06-01\n',
);
const EXAMS = csv('exams', 'Pupil,Form,Passed\nAnn,7A,yes\nBen,7A,no\nCleo,7B,yes\nDan,7B,yes\n');
const TRIPS = csv(
  'freight',
  'Trip,Client,Fare,Dist. (km)\n1,Ada,€100.00,50\n2,Bob,€90.00,30\n3,Ada,€20.00,10\n',
);
const HOMES = csv(
  'homes',
  'Ref,Agent,Property type,Asking price,Sold on\nR1,Kim,House,"$1,200,000",2025-01-03\nR2,Kim,Flat,"$300,000",\nR3,Lee,House,"$1,700,000",2025-02-03\nR4,Kim,House,"$900,000",2025-03-01\n',
);

describe('E8 what people say in other words than heads', () => {
  test.each([
    ['how many hours did Ida work in total', SHIFTS, 'is **6.75**'],
    ['hours per ward', SHIFTS, 'East (14.75)'],
    ['who worked the most hours in January', SHIFTS, 'Max (6)'],
    ['average length in the east', SHIFTS, '**4.92**'],
    ['which doctor has the longest average wait', VISITS, 'Dr. Wu (20)'],
    ['average wait by doctor', VISITS, 'Dr. Abel (20)'],
    ['who won the run', RUN, 'Ida'],
    ['top 2 in age group 40-59', RUN, 'Max (2) and Ada (3)'],
    ['how many women and how many men took part', RUN, 'F (2) and M (2)'],
    ['what is the club number of Ada', RUN, 'C9'],
    ['who borrowed the most books', LOANS, 'Ann (3)'],
    ['most popular title', LOANS, 'Emma (3)'],
    ['what was the first book taken out in may', LOANS, 'Ulysses'],
    ['pass rate by form', EXAMS, '7A'],
    ['euros per kilometre by client', TRIPS, 'Ada (2)'],
    ['how many properties did Kim sell', HOMES, 'is **2**'],
    ['list homes under 1.5 million', HOMES, 'R4'],
  ] as const)('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });

  test('a nurse is no doctor, and somebody of another kind is none either', async () => {
    const { text } = await ask('average wait by doctor', [VISITS]);
    expect(text).not.toContain('Sister May');
  });

  test('who took part is not told by all rows where a column says who did', () => {
    const races = csv('races', 'Runner,Attended\nAnn,yes\nBen,no\n');
    expect(planOf('how many took part', [races]).plan).toBeNull();
  });

  test('a million is one', async () => {
    const { text } = await ask('list homes under 1.5 million', [HOMES]);
    expect(text).not.toContain('R3');
  });
});
