import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const STAFF = csv(
  'staff',
  [
    'Employee ID,Name,Department,City,Hire date,Left on,Salary (EUR),Vacation days left,Manager,Gender',
    'E1,Ann Fox,Sales,Berlin,2019-03-01,,90000,12,,f',
    'E2,Ben Roe,Sales,Remote,2021-05-01,,50000,3,Ann Fox,m',
    'E3,Cleo Day,Support,Berlin,2021-09-01,2026-02-15,48000,0,Ann Fox,f',
    'E4,Dan Hill,Support,Munich,2023-01-01,,61000,20,Ben Roe,m',
    'E5,Eve Lake,Sales,Munich,2024-02-01,2026-05-15,55000,7,Ben Roe,d',
  ].join('\n'),
);

describe('E8 people in a table: who they are, whom they report to, when they came and went', () => {
  test.each([
    ['Who earns the most?', 'Ann Fox (90,000)'],
    ['When was Dan hired?', 'Dan Hill (2023-01-01)'],
    ['Who was hired most recently?', 'Eve Lake (2024-02-01)'],
    ['Which year did we hire the most people?', '2021 (2)'],
    ['How many people joined after 2020?', '**4**'],
    ['How many employees have left?', '**2**'],
    ['Who left in 2026?', 'Cleo Day (2026-02-15) and Eve Lake (2026-05-15)'],
    ['Who has more than 10 vacation days left?', 'Ann Fox (12) and Dan Hill (20)'],
    ['Who reports to Ann Fox?', 'Ben Roe (Salary (EUR) 50,000, Vacation days left 3) and Cleo Day'],
    ['How many people report to each manager?', 'Ann Fox (2)'],
    ['Which department does Dan work in?', 'Dan Hill (Support)'],
    ['Average salary of women', '**69,000**'],
    ['Compare the average salary of men and women', 'f (69,000) and m (55,500)'],
    ['What is our total payroll?', '“payroll” is read as “Salary (EUR)”) is **304,000**'],
  ])('%s', async (question, words) => {
    expect((await ask(question, [STAFF])).text).toContain(words);
  });

  test('days that somebody may take are no length of a stay', () => {
    const { plan, problems } = planOf('How long have people been with us on average?', [STAFF]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toMatch(/I do not know what/);
  });
});
