import { expect, test } from 'vitest';
import { openStorage } from '#storage';
import { listRuns } from '../../../src/app/run/listRuns';
import { missingInputs } from '../../../src/app/run/missingInputs';
import { ledger } from '../../notation/ledger';
import { plan } from '../../notation/plan';

const main = plan('in question\nin limit = 3\nout answer\nlook: CAPABILITY echo');
const origin = { workspace: 'w', plan: 'main', planName: 'Main' };

test('K6 a run that its ledger left going, and that no tab writes, is listed as paused', async () => {
  const { runs } = await openStorage();
  const writer = await runs.open('run-1', origin);
  await writer?.append('run-1', ledger(main, '0 begin {}\n  start /look#1'));
  expect((await listRuns(runs, 'w')).map(({ status }) => status)).toEqual(['pending']);
  writer?.release();
  expect((await listRuns(runs, 'w')).map(({ status }) => status)).toEqual(['paused']);
  expect(await listRuns(runs, 'another')).toEqual([]);
});

test('V1 inputs without a default are asked for, unless the plan takes anything', () => {
  expect(missingInputs(main)).toEqual(['question']);
  expect(missingInputs({ ...main, variables: 'open' })).toEqual([]);
});
