import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const WEATHER = csv(
  'weather',
  'day,rain mm,sky\n2025-03-01,0,sunny\n2025-03-02,5.6,rain\n2025-03-03,2,sunny\n2025-04-01,0,rain\n2025-04-02,9,rain\n',
);
const MATCHES = csv(
  'matches',
  'Match,Date,Home,Referee,Yellow cards,Red cards\n1,2025-03-01,Rovers,Hill,4,0\n2,2025-03-08,Town,Hill,2,1\n3,2025-03-15,Rovers,Stone,1,0\n4,2025-04-05,City,Stone,1,2\n5,2025-04-12,Town,Stone,5,0\n6,2025-04-19,City,Hill,6,1\n',
);
const JOBS = csv(
  'jobs',
  'Job,Work,Parts (£),Charged (£)\nJ1,tyre,0,20\nJ2,chain,12,50\nJ3,tyre,4,30\nJ4,chain,0,90\n',
);
const STAYS = csv(
  'bookings',
  'ref,flat,guest,nights,price eur,cleaning fee\nB1,Loft,Ann,2,200,60\nB2,Barn,Ben,5,500,0\nB3,Loft,Cleo,3,150,60\n',
);
const LESSONS = csv(
  'lessons',
  'Date,Pupil,Subject,Fee\n2025-01-02,Ada,Maths,30\n2025-01-03,Ben,Maths,50\n2025-01-04,Ada,French,20\n',
);

describe('E8 rows that have some of what a column counts are rows, and no total of it', () => {
  test.each([
    ['matches with red cards', MATCHES, 'Rows of matches (Red cards > 0)'],
    ['how many matches had red cards', MATCHES, '**3**'],
    ['which matches had red cards', MATCHES, 'Rows of matches (Red cards > 0)'],
    ['matches with red cards in April', MATCHES, 'Rows of matches (Red cards > 0, Date in April)'],
    ['bookings with a cleaning fee', STAYS, 'Rows of bookings (cleaning fee > 0)'],
    ['how many jobs have parts', JOBS, '**2**'],
    ['rainy days', WEATHER, 'Rows of weather (rain mm > 0'],
    ['how many days did it rain', WEATHER, '**3**'],
    ['days when it rained in April', WEATHER, 'rain mm > 0, day in April'],
    ['days with more than 5 mm of rain', WEATHER, 'Rows of weather (rain mm > 5)'],
  ])('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });
});

describe('E8 a head with its unit behind it goes by its name, also where a cell of another column has that name', () => {
  test.each([
    ['total rain in April', '**9**'],
    ['average rain mm', '**3.32**'],
    ['how many days without rain', '**2**'],
  ])('%s', async (question, said) => {
    expect((await ask(question, [WEATHER])).text).toContain(said);
  });
});

describe('E8 per row, of one row', () => {
  test.each([
    [
      'which referee shows the most yellow cards per match',
      MATCHES,
      'highest average Yellow cards: Hill (4)',
    ],
    ['what does a Maths lesson cost', LESSONS, 'Average Fee (Subject = Maths'],
    ['how much does a lesson cost by subject', LESSONS, 'Average Fee by Subject'],
    ['how much does each pupil pay', LESSONS, 'Total Fee by Pupil'],
  ])('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });
});

const GIFTS = csv(
  'donations',
  'Date,Donor,Amount (£),Gift Aid\n2025-03-01,Ann,10,Y\n2025-03-02,Ben,50,N\n2025-04-01,Cleo,30,Y\n',
);
const SURVEY = csv(
  'survey',
  'Respondent,Gender,Channel,NPS (0-10)\n1,F,Web,9\n2,F,Shop,0\n3,M,Shop,10\n4,F,Web,0\n5,M,Web,0\n6,F,Shop,7\n7,M,Web,9\n8,M,Shop,8\n',
);
const ISSUES = csv(
  'issues',
  'Issue,Type,Created,Closed\n#1,bug,2025-03-01,2025-03-11\n#2,bug,2025-03-02,2025-03-04\n#3,docs,2025-03-05,2025-03-14\n#4,docs,2025-04-01,\n',
);

describe('E8 marks and lengths of time are averaged where groups are ranked, and single rows are ranked by their own', () => {
  test.each([
    ['which channel has the lowest NPS', SURVEY, 'lowest average NPS (0-10): Web (4.50)'],
    ['NPS of women', SURVEY, 'Average NPS (0-10)'],
    ['which type takes the longest to close', ISSUES, 'docs (9)'],
    ['which issue took the longest to close', ISSUES, '#1'],
    ['which bug took the shortest to close', ISSUES, '#2'],
    ['issues opened in March and not closed', ISSUES, 'Created in March, Closed is empty'],
  ])('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });
});

const STOCK = csv(
  'articles',
  'Article,Stock,Stock min,Price,Discount\nnail,0,5,1,0\nscrew,9,4,3,1\nbolt,7,8,2,0\n',
);

describe('E8 words that could say that there is some, and say something else', () => {
  test.each([
    ['list articles with discount', 'Discount > 0', false],
    ['articles with a discount', 'Discount > 0', true],
    ['articles with stock below 8', 'Stock < 8', true],
    ['total stock', 'Total Stock is', true],
    ['which article has the highest price', 'screw', true],
  ])('%s', async (question, said, isSaid) => {
    const { text } = await ask(question, [STOCK]);
    if (isSaid) expect(text).toContain(said);
    else expect(text).not.toContain(said);
  });
});

const STAFF = csv(
  'staff',
  'ID,Name,Department,City,Salary\n1,Ann,IT,Oslo,50\n2,Ben,IT,Leeds,40\n3,Cleo,HR,Oslo,30\n',
);
const TRAFFIC = csv(
  'traffic',
  'Date,Source,Visitors,Sign-ups\n2025-01-01,Search,10,3\n2025-01-01,Social,30,1\n2025-01-02,Search,15,0\n',
);

describe('E8 a verb beside what it says anyway says nothing new', () => {
  test.each([
    ['how many people work in Oslo', STAFF, 'City = Oslo'],
    ['average salary of people who work in Oslo', STAFF, '**40**'],
    ['which source brings the most visitors', TRAFFIC, 'highest total Visitors: Social (30)'],
    ['which source generates the most sign-ups', TRAFFIC, 'highest total Sign-ups: Search (3)'],
  ])('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });
});

describe('E8 what would be answered by the wrong column is asked back', () => {
  test.each([
    ['which flat earns the most', STAYS, '“price eur” or “cleaning fee”'],
    ['total earnings', STAYS, '“price eur” or “cleaning fee”'],
    ['how much did Ann pay', STAYS, '“price eur” or “cleaning fee”'],
    ['what does a tyre cost', JOBS, '“Parts (£)” or “Charged (£)”'],
    ['how much did we earn', JOBS, '“Parts (£)” or “Charged (£)”'],
    ['average gift', GIFTS, '“gift”'],
    ['gifts in March', GIFTS, '“gifts”'],
    ['NPS of women under 35', SURVEY, '“under 35”'],
    ['the most expensive job without parts', JOBS, 'none is first where Parts (£) = 0'],
  ])('%s', (question, table, why) => {
    const { plan, problems } = planOf(question, [table]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(why);
  });
});
