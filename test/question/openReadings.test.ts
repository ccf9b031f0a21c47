import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const TABLES = {
  loans: csv('loans', 'Loan no,Pupil,Class\n1,Ann,3A\n2,Ann,3A\n3,Ben,3A\n4,Cleo,4B\n'),
  visits: csv(
    'visits',
    'Ref,Day,Patient,Waited (hh:mm),Status,Fee\n1,2024-11-04,Ann,00:25,no show,€90\n2,2024-11-05,Ben,00:40,no show,€10\n3,2025-01-07,Ben,01:10,no show,€10\n4,2025-01-08,Cleo,00:05,seen,€40\n',
  ),
  tickets: csv(
    'tickets',
    'Ticket,Opened,Closed\nT1,2025-03-03,2025-03-08\nT2,2025-03-04,2025-03-05\nT3,2025-03-06,\n',
  ),
  rents: csv(
    'ledger',
    'Unit,Tenant,Rent due,Amt paid,Paid on\n1,Ann,€800,€800,2025-01-03\n2,Ben,€700,€300,2025-01-05\n3,Cleo,€900,,\n',
  ),
  deliveries: csv(
    'deliveries',
    'No,Delivered,Customer,Driver,Weight kg,Total\n1,2025-03-04,Inn,Marta,284,€241\n2,2025-03-05,School,Adler,306,€260\n3,2025-03-06,School,Marta,90,€80\n',
  ),
  hives: csv(
    'hives',
    'Inspected,Hive,Queen seen,Treatment,Beekeeper,Next inspection\n2025-04-30,Hive 1,yes,none,Sal,2025-05-07\n2025-05-09,Hive 2,no,oxalic acid,Sal,2025-05-16\n2025-05-16,Hive 1,yes,oxalic acid,Jo,2025-06-01\n',
  ),
  lots: csv(
    'lots',
    'Lot,Title,Status,Sale date\n101,Lamp,sold,2025-03-08\n102,Desk,unsold,2025-03-08\n104,Map,unsold,2025-06-14\n',
  ),
  auction: csv(
    'auction',
    'Lot,Title,Outcome,Sale date\n101,Lamp,to France,2025-03-08\n102,Desk,unsold,2025-03-08\n104,Map,to France,2025-06-14\n',
  ),
} as const;

describe('E8 what a question leaves open is asked back', () => {
  test.each([
    ['loans', 'loans per pupil in each class', 'average … per Pupil by Class'],
    ['visits', 'which patients are still here', '“still here”'],
    ['rents', 'total rent due that came in', '“Amt paid” or “Rent due”'],
    ['hives', 'how many treatments did Sal do', 'how many different Treatments'],
    ['hives', 'how many inspections without seeing the queen', 'no row can have both'],
    ['auction', 'how many lots were sold in March', '“Outcome is not unsold”'],
    ['tickets', 'have we ever closed a ticket on a weekend', '“Closed” or of “Opened”'],
  ] as const)('%s: %s', (table, question, said) => {
    const { plan, problems } = planOf(question, [TABLES[table]]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(said);
  });

  test.each([
    ['rents', 'total amount paid', '1,100'],
    ['visits', 'compare 2024 with 2025: average wait', '2024 (0.5417) and 2025 (0.625)'],
    ['hives', 'how many different treatments did Sal do', '**2**'],
    ['lots', 'how many lots were sold in March', '**1**'],
    ['auction', 'how many lots in March where Outcome is not unsold', '**1**'],
    ['deliveries', 'which customer has the highest total', 'School'],
  ] as const)('and what is named is answered: %s: %s', async (table, question, said) => {
    expect((await ask(question, [TABLES[table]])).text).toContain(said);
  });

  test('what is quoted is text, whatever is in it', () => {
    expect(planOf('how many lots "(*sold" were there', [TABLES.auction]).plan).toBeNull();
  });

  test('who buys is a customer, and no driver', async () => {
    const { text } = await ask('who buys the most from us', [TABLES.deliveries]);
    expect(text).toContain('Customer with the highest Total');
    expect(text).toContain('School (€340)');
  });

  test('a value that somebody has most of is counted', async () => {
    expect((await ask('who has the most no shows', [TABLES.visits])).text).toContain('Ben (2)');
  });
});
