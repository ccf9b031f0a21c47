import { expect, test } from 'vitest';
import { openStorage } from '#storage';
import { missingInputs } from '../../../src/app/run/launch';
import { lookOfRun } from '../../../src/app/run/runLists';
import { ledger } from '../../notation/ledger';
import { plan } from '../../notation/plan';
import { listed } from '../../storage/notation';

const main = plan('in question\nin limit = 3\nout answer\nlook: CAPABILITY echo');
const origin = { workspace: 'w', plan: 'main', planName: 'Main' };

test('K6 a run that its ledger left going, and that no tab writes, is listed as paused', async () => {
  const { runs } = await openStorage();
  const writer = await runs.open('run-1', origin);
  await writer?.append('run-1', ledger(main, '0 begin {}\n  start /look#1'));
  expect((await listed({ runs }, 'w')).map(({ status }) => status)).toEqual(['pending']);
  writer?.release();
  expect((await listed({ runs }, 'w')).map(({ status }) => status)).toEqual(['paused']);
  expect(await listed({ runs }, 'another')).toEqual([]);
});

test('E8 a run of a question that was not understood is listed as not answered, and what comes late changes nothing', async () => {
  const { runs } = await openStorage();
  const writer = await runs.open('run-2', { ...origin, workspace: 'v' });
  const refused =
    '0 begin {}\n  start /look#1\n1 error /look#1 CANNOT_PLAN\n  failed CANNOT_PLAN\n2 done /look#1 1\n  late /look#1';
  await writer?.append('run-2', ledger(main, refused));
  const [run] = await listed({ runs }, 'v');
  expect(run).toMatchObject({ status: 'failed', unanswered: true });
  expect(run && lookOfRun(run).word).toBe('not answered');
  expect(lookOfRun({ status: 'failed' }).word).toBe('failed');
});

test('V1 inputs without a default are asked for, unless the plan takes anything', () => {
  expect(missingInputs(main)).toEqual(['question']);
  expect(missingInputs({ ...main, variables: 'open' })).toEqual([]);
});
