import { expect, test } from 'vitest';
import { ask } from './asking';

const PAYMENTS = {
  id: 'payments',
  kind: 'csv' as const,
  text: 'Date,Account,Payee,Amount\n2026-01-05,Joint,Baker,12.5\n2026-01-06,Savings,Baker,\n2026-01-09,Joint,Gym,30\n2026-02-01,Visa,Rail,44\n2026-02-03,Joint,Rail,20\n',
};

test.each([
  'show the account with the most payments',
  'list the account with the most payments',
  'which account has the most payments',
])('A5 %s: a phrase that says nothing elsewhere names a column here', async (question) => {
  expect((await ask(question, [PAYMENTS])).said.rows).toEqual([{ Account: 'Joint', count: 3 }]);
});

const ACCOUNT = {
  id: 'account',
  kind: 'csv' as const,
  text: 'Day;Payee;Amount (EUR)\n1.1.2026;Rail;-10,00\n9.1.2026;Baker;-20,00\n3.2.2026;Baker;-50,00\n4.2.2026;Work;900,00\n',
};

test.each([
  ['average spending per month', 40],
  ['what do I spend per month on average', 40],
  ['average income per month', 900],
])('E8 %s: what comes together in a month, and no single payment of it', async (question, value) => {
  expect((await ask(question, [ACCOUNT])).said.value).toBe(value);
});

test('A5 a figure of a column whose head says its unit says it once', async () => {
  const { text } = await ask('total amount of Baker', [ACCOUNT]);
  expect(text).toMatch(/^Total Amount \(EUR\) \(Payee = Baker\) is \*\*-70\*\*/);
});
