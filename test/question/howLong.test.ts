import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const LOANS = csv(
  'loans',
  'Loan,Pupil,Book,Taken out,Due back,Came back\n1,Ann,Wonder,2025-01-01,2025-01-15,2025-01-11\n2,Ben,Wonder,2025-01-01,2025-01-15,2025-01-21\n3,Ann,Holes,2025-02-01,2025-02-15,\n',
);
const RENTS = csv(
  'rents',
  'Unit,Tenant,Due,Paid on\n1,Ann,2025-01-03,2025-01-05\n2,Ben,2025-01-03,2025-01-13\n',
);
const TICKETS = csv(
  'tickets',
  'Ticket,Opened,Closed,Prio\nT1,2025-03-03 09:00,2025-03-03 11:00,high\nT2,2025-03-03 09:00,2025-03-03 13:00,low\n',
);
const VISITS = csv(
  'visits',
  'Ref,Booked on,Date,Patient\n1,2025-03-01,2025-03-05,Ann\n2,2025-03-01,2025-03-03,Ann\n3,2025-03-01,2025-03-04,Ben\n',
);
const REPAIRS = csv('repairs', 'Job,Work,Hours\n1,e-bike battery,2\n2,puncture,1\n3,e-bike battery,3\n');

describe('E8 how long it was from one date of a row to another', () => {
  test.each([
    ['how long do kids keep a book on average', LOANS, 'Taken out to Came back', '**15**'],
    ['median days out', LOANS, 'Taken out to Came back', '**15**'],
    ['how long after the due date do they pay on average', RENTS, 'Due to Paid on', '**6**'],
    ['how long does it take to close a ticket on average', TICKETS, 'hours from Opened to Closed', '**3**'],
    ['median time to resolve high ones', TICKETS, 'Opened to Closed', '**2**'],
    ['how far ahead do people book on average', VISITS, 'Booked on to Date', '**3**'],
  ] as const)('%s', async (question, table, from, said) => {
    const { text } = await ask(question, [table]);
    expect(text).toContain(from);
    expect(text).toContain(said);
  });

  test.each([
    ['how long did Ann keep it', LOANS, 'on average, in total'],
    ['how many hours do kids keep a book on average', LOANS, 'hours'],
    ['how long does it take to pay on average', LOANS, 'how'],
    ['how long ago was a ticket closed', TICKETS, 'ago'],
    ['which books were returned in the last 30 days', LOANS, 'days'],
    ['how many were paid on time', RENTS, 'time'],
  ] as const)('and what leaves it open is refused: %s', (question, table, said) => {
    const { plan, problems } = planOf(question, [table]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(said);
  });

  test('an e-bike is no bike', async () => {
    expect(planOf('average hours of a bike', [REPAIRS]).plan).toBeNull();
    expect((await ask('average hours of battery', [REPAIRS])).text).toContain('**2.5**');
  });
});
