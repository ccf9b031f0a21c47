import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask } from './asking';

const TABLES = {
  farm_deliveries: csv(
    'farm_deliveries',
    'No,Delivered,Paid on,Customer,Product,Price/kg,Inv. total\n' +
      '1,2024-03-04,2024-03-20,Inn,Apples,€2.10,€241\n' +
      '2,2025-03-05,2025-04-05,School,Apples,€2.20,€260\n' +
      '3,2025-03-06,2025-04-06,School,Pears,€3.00,€80\n' +
      '4,2024-12-30,2025-01-06,School,Pears,€3.00,€90\n',
  ),
  bike_repairs: csv('bike_repairs', 'Job,Bike,Mechanic\n1,Cube,Ann\n2,Trek,Ann\n3,Cube,Ben\n'),
  chess: csv(
    'chess',
    'Game,Played on,White,Opening,Moves,Table\n1,2024-09-06,Ann,French,40,1\n2,2024-09-13,Ben,London,90,2\n4,2025-01-10,Ann,French,20,2\n',
  ),
  bets: csv(
    'bets',
    `Slip,Stake,Fun\n${Array.from({ length: 9 }, (_, at) => `${at + 21},${at + 2},${at * at}`).join('\n')}\n`,
  ),
  hives: csv(
    'hives',
    'Inspected,Hive,Beekeeper,Next inspection\n2025-04-30,Hive 1,Sal,2025-05-07\n2025-05-09,Hive 2,Sal,2025-05-16\n2025-05-16,Hive 1,Jo,2025-06-01\n',
  ),
} as const;

describe('E8 what people mean by a word of a table', () => {
  test.each([
    ['the last word of its name is its rows', 'bike_repairs', 'how many repairs did Ann do', '**2**'],
    [
      'deliveries are of the day on which they were delivered',
      'farm_deliveries',
      'total revenue 2024',
      '**331**',
    ],
    ['prices are not added up', 'farm_deliveries', 'how much is the price of apples', '**2.15**'],
    ['unless a total is asked for', 'farm_deliveries', 'total price of apples', '**4.30**'],
    [
      'sales of two years are money',
      'farm_deliveries',
      'compare 2024 with 2025, sales',
      '2024 (€331) and 2025 (€340)',
    ],
    ['games are counted by their numbers', 'chess', 'games in 2024 vs 2025', '2024 (2) and 2025 (1)'],
    ['tables are not added up', 'chess', 'how many games per table', '2, count 2'],
    ['numbers that follow each other are numbers of rows', 'bets', 'how many slips are there', '**9**'],
    [
      'what is played by every row asks for no date',
      'chess',
      'what is the most played opening',
      'French (2)',
    ],
    [
      'nor does a condition on how often',
      'chess',
      'openings that were played more than once',
      'Number of rows by Opening (number of rows > 1): French (2)',
    ],
    ['inspections are not those that come next', 'hives', 'how many inspections were there in May', '**2**'],
    ['unless it is said', 'hives', 'how many next inspections are in June', '**1**'],
    [
      'so far, with us: nothing more',
      'farm_deliveries',
      'how much did School spend with us so far',
      '**430**',
    ],
  ] as const)('%s', async (_, table, question, said) => {
    expect((await ask(question, [TABLES[table]])).text).toContain(said);
  });
});
