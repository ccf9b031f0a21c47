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
    ['unless a total is asked for', 'farm_deliveries', 'total price of apples', '**4.3**'],
    [
      'sales of two years are money',
      'farm_deliveries',
      'compare 2024 with 2025, sales',
      '2024 (€331) and 2025 (€340)',
    ],
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
