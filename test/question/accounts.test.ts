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
