import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const TABLES = {
  stays: csv(
    'bookings',
    'Booking,Guest,Room,Nights,Persons,Price per night,Total,Paid\nB-1,Ann,Lake,3,4,120,360,yes\nB-2,Ben,Attic,7,1,65,455,no\nB-3,Ann,Lake,2,2,120,240,yes\n',
  ),
  players: csv(
    'players',
    'Player,Team,Age,Games,Goals\nReed,Rovers,27,22,14\nOkoro,Rovers,31,20,4\nMarsh,United,35,24,0\nStone,United,22,19,11\n',
  ),
  dues: csv(
    'dues',
    'Member,Joined,Monthly fee,Owes,Last payment\nAda,2019-03-01,60,0,2025-06-02\nBo,2021-09-15,40,120,2025-03-03\nCy,2024-01-10,25,75,\n',
  ),
  marks: csv(
    'marks',
    'Student,Class,Math,English,Science,Days absent\nAnna,5a,78,91,84,2\nBilal,5a,92,74,95,0\nCelia,5b,65,82,59,5\n',
  ),
  parts: csv(
    'parts',
    'Item,Supplier,In stock,Unit cost,Shelf,Last delivery\nHammer,Berger,14,12.5,A1,2025-02-11\nSpade,Berger,0,26.5,A1,2025-04-22\nVarnish,Colora,7,19.8,C2,2025-03-28\nGoggles,,4,11,C2,\n',
  ),
  expenses: csv(
    'expenses',
    'Date,Employee,Description,Amount,Reimbursed on\n2025-01-08,Nora,Train,118,2025-02-20\n2025-02-09,Tim,Hotel,264,2025-03-20\n2025-02-15,Nora,Lunch,54,\n',
  ),
  tasks: csv(
    'tasks',
    'Task,Assigned to,Checked by,Hours\nRoof,Jo,Sam,5\nWood,Jo,Kim,1\nLawn,Kim,Sam,2\nTrees,,,8\n',
  ),
  sales: csv(
    'sales',
    'Sales Rep,Customer type,Sold on,Region,Amount\nRosa,Shop,2025-01-05,North,10\nTom,Shop,2025-02-05,North,40\nTom,School,2025-03-05,South,20\nRosa,School,2025-03-09,South,5\n',
  ),
} as const;
type Name = keyof typeof TABLES;

/** The first cell of each row of the answer. */
async function namesFor(table: Name, question: string): Promise<readonly string[]> {
  const { text } = await ask(question, [TABLES[table]]);
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) => line.split('|')[1]?.trim() ?? '');
}

const textFor = async (table: Name, question: string) => (await ask(question, [TABLES[table]])).text;

describe('A5 rows that are asked for', () => {
  test.each([
    ['stays', 'Which bookings are for 4 or more persons?', ['B-1']],
    ['parts', 'which items are out of stock', ['Spade']],
    ['parts', 'What is on shelf A1?', ['Hammer', 'Spade']],
    ['parts', 'list all suppliers', ['Berger', 'Colora']],
    ['players', 'who has no goals', ['Marsh']],
    ['players', 'players who are 30 or older', ['Okoro', 'Marsh']],
    ['players', 'players between 20 and 30 years old', ['Reed', 'Stone']],
    ['players', 'Who scored the most goals?', ['Reed']],
    ['dues', 'who owes us money', ['Bo', 'Cy']],
    ['dues', 'who owes nothing', ['Ada']],
    ['dues', 'newest member', ['Cy']],
    ['marks', 'which students scored below 60 in science', ['Celia']],
    ['players', 'list the players by age', ['Stone', 'Reed', 'Okoro', 'Marsh']],
    ['players', 'players with zero goals', ['Marsh']],
    ['tasks', 'who has the most tasks', ['Jo']],
    ['dues', 'members with no debts', ['Ada']],
    ['sales', 'who sold the most', ['Tom']],
    ['expenses', 'biggest expense in February 2025', ['Hotel']],
  ] as const)('of %s: %s', async (table, question, found) => {
    expect(await namesFor(table, question)).toEqual(found);
  });
});

describe('A5 one figure', () => {
  test.each([
    ['of any row', 'dues', 'What does a member owe on average?', '**65**'],
    ['of a verb', 'players', 'How many goals did United score?', '**11**'],
    ['of the last delivery of all', 'parts', 'When was the last delivery from Berger?', '**2025-04-22**'],
    ['of a subject', 'marks', 'highest score in English', '**91**'],
    ['over all subjects', 'marks', "What is Anna's average over all subjects?", '**84.33**'],
    ['a period is of the whole', 'sales', 'percentage of rows for South since 2025-02-05', '**66.67**'],
    ['of the plain date', 'expenses', 'How much did we spend in February 2025?', '**318**'],
  ] as const)('%s: %s', async (_, table, question, found) => {
    expect(await textFor(table, question)).toContain(found);
  });

  test('each subject has its own average', async () => {
    expect(await textFor('marks', 'average mark per subject')).toContain('Math (78.33)');
  });
});

describe('A5 what could mean another thing is refused', () => {
  test.each([
    ['a price per night or the price of all nights', 'stays', 'the 2 most expensive bookings', 'Total'],
    ['rows or pieces', 'parts', 'Do we have any spade?', 'whether any is left'],
    ['pieces are no value', 'parts', 'What is the total value of our stock?', '“value”'],
    ['who scores is no score', 'players', 'top scorer of each team', '“scorer”'],
    ['the best by what', 'marks', 'best student', 'I cannot plan this'],
    ['marks are not added up', 'marks', 'English and Math marks of Anna', 'I cannot plan this'],
    ['who is no subject', 'marks', 'who has the lowest mark in any subject', 'I cannot plan this'],
    ['a figure of rows that are asked for', 'stays', 'Which bookings have persons?', 'which of the rows'],
  ] as const)('%s: %s: %s', (_, table, question, reason) => {
    expect(planOf(question, [TABLES[table]]).problems[0]?.message).toContain(reason);
  });
});
