import { describe, expect, it } from 'vitest';
import { ask, planOf } from './asking';

const csv = (id: string, text: string) => ({ id, kind: 'csv', text }) as const;
const BILLS = csv(
  'bills',
  'Bill,Supplier,Amount,Due,Paid on\nB-1,Kern,100,2026-01-15,2026-01-10\nB-2,Kern,50,2026-02-15,\nB-3,Lund,75,2026-03-15,2026-03-20\nB-4,Moss,20,2026-04-15,\nB-5,Moss,25.5,2026-04-18,\n',
);
const FEES = csv(
  'club',
  'Member,Fee,Due,Paid\nAnn,10,2026-01-15,yes\nBob,20,2026-02-15,no\nCid,30,2026-03-15,yes\nDee,40,2026-04-15,no\n',
);
const STATES = (last: string) =>
  csv(
    'invoices',
    `Invoice,Customer,Amount,Status\nA1,Kern,100,Paid\nA2,Lund,50,Overdue\nA3,Lund,5,Paid\nA4,Moss,30,${last}\n`,
  );
const PARTS = csv('part', 'Invoice,Amount,Amount paid\nA1,100,50\nA2,50,50\n');
const PAID_BY = csv('trip', 'Item,Cost,Paid by\nTent,100,Ann\nFood,40,Bob\nFuel,30,Ann\n');
const VISITS = csv(
  'visits',
  'Date,Guide,Visitors\n2026-03-01,Mara,7\n2026-03-05,Tove,9\n2026-04-02,Mara,3\n',
);
const CLINIC = csv(
  'clinic_visits',
  'Date,Patient,Fee\n2026-03-01,Ann,70\n2026-03-05,Bob,90\n2026-04-02,Ann,30\n',
);

describe('E8 outstanding is what has not been paid, where one column tells it', () => {
  it.each([
    [BILLS, 'how many bills are outstanding', 'is **3**'],
    [BILLS, 'total outstanding', 'is **95.50**'],
    [BILLS, 'total amount outstanding for Moss', 'is **45.50**'],
    [BILLS, 'how many bills due before 1 March 2026 are not paid', 'is **1**'],
    [FEES, 'total outstanding fees', '(outstanding: Paid = false) is **60**'],
    [FEES, 'who is outstanding', 'Bob (20) and Dee (40)'],
    [STATES('Open'), 'how much is outstanding', '(outstanding: Status = Overdue or Open) is **80**'],
    [STATES('Open'), 'total overdue', '(Status = Overdue) is **50**'],
  ])('%o: %s', async (table, question, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });

  it.each([
    ['a state that is neither', STATES('Cancelled'), 'total outstanding'],
    ['an amount says how much was paid', PARTS, 'how much is outstanding'],
    ['who paid, and not whether', PAID_BY, 'how much is outstanding'],
    ['rows or money', FEES, 'how many fees are outstanding'],
  ])('not where it could be otherwise: %s', (_, table, question) => {
    expect(planOf(question, [table]).plan).toBeNull();
  });
});

it.each(['how many bills are overdue', 'total overdue', 'which bills are past due'])(
  'K4 what is overdue depends on the day, which a run that is replayed does not know: %s',
  (question) => {
    const { plan, problems } = planOf(question, [BILLS]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(
      'say by which date, such as “due before 1 March 2026 and not paid”',
    );
  },
);

describe('E8 a noun for rows is counted, and nothing else is added up in its place', () => {
  it.each([
    [VISITS, 'how many visits in March', 'is **2**'],
    [CLINIC, 'how many visits in March', 'is **2**'],
    [VISITS, 'total visitors', 'is **19**'],
  ])('%o: %s', async (table, question, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });

  it.each([
    ['“total visits”', VISITS],
    ['“total visits”', CLINIC],
    ['“total patients”', CLINIC],
  ])('%s could be how many, or what they come to', (said, table) => {
    const { plan, problems } = planOf(said.slice(1, -1), [table]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(`${said} could be how many there are or what they come to`);
  });

  it('the number that a bill has in a table of bills is none of what they come to, however few they are', async () => {
    const table = csv('bills', 'Bill,Supplier,Amount\n1,Kern,100\n2,Kern,50\n3,Lund,75\n4,Moss,20\n');
    expect((await ask('how many bills', [table])).text).toContain('Number of rows is **4**');
    expect((await ask('total amount of Kern', [table])).text).toContain('is **150**');
  });
});
