import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const INVOICES = csv(
  'invoices',
  'Invoice,Date,Client,Amount,Due,Paid on\nI-1,2026-01-05,Kiosk,100,2026-02-04,2026-02-01\nI-2,2026-01-13,Ott,250,2026-02-12,\nI-3,2026-02-01,Kiosk,40,2026-03-03,\nI-4,2026-02-09,Ott,60,2026-03-11,2026-03-02\n',
);
const MEMBERS = csv('members', 'Member,Fee,Paid\nAnn,60,60\nBen,120,0\nCleo,60,50\n');

describe('E8 what is paid and what is owed, where a column says when each was paid', () => {
  test.each([
    ['how much did Kiosk pay', 100],
    ['how much has Ott paid', 60],
    ['how much did Ott pay in March', 60],
    ['how much did Ott pay in February', null],
    ['how much is owed', 290],
    ['how much does Kiosk owe', 40],
  ])('%s', async (question, value) => {
    const { said } = await ask(question, [INVOICES]);
    expect(said.value ?? null).toBe(value);
  });

  test('who owes the most has the highest total of what has not been paid', async () => {
    const { said, text } = await ask('who owes me the most', [INVOICES]);
    expect(said.rows).toEqual([{ Client: 'Ott', sum_Amount: 250 }]);
    expect(text).toContain('“owes” is read as “Paid on” empty');
  });

  test('where amounts say what was due and what was paid, the question to ask is told, and works', async () => {
    const { plan, problems } = planOf('Who owes the most?', [MEMBERS]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain('ask for “Fee minus Paid”');
    const { said } = await ask('who has the highest Fee minus Paid', [MEMBERS]);
    expect(said.rows).toMatchObject([{ Member: 'Ben' }]);
  });
});

describe('E8 a question that would be answered as another is refused', () => {
  const FLATS = csv('flats', 'Flat,Tenant\nA1,Kim\nB2,\n');
  const RETURNS = csv('returns', 'order,reason,refund\n1,late,20\n2,broken,5\n');
  const STAYS = csv('clinic', 'Name,Date,Minutes\nAnn,2026-01-02,45\nBen,2026-01-02,45\nAnn,2026-01-09,10\n');
  // Nothing tells whether the third is the 3rd of April.
  const JOINED = csv(
    'club',
    'Member,Joined\nAnn,2019-01-02\nBen,16.06.2019\nCleo,03/04/2019\nDan,5 May 2018\n',
  );
  test.each([
    ['and in October?', INVOICES, 'ask the whole question'],
    ['what about Ott', INVOICES, 'ask the whole question'],
    ['which flat is empty', FLATS, 'every row has a “Flat”'],
    ['average order value', RETURNS, '“refund” is not “order value”'],
    ['the longest visit', STAYS, 'what “visit” means'],
    ['which members joined in 2019', JOINED, '2019'],
  ])('%s', (question, table, why) => {
    const { plan, problems } = planOf(question, [table]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(why);
  });
});
