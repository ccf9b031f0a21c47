import { project, recordsOf } from '#projection';
import { type Command, usage } from '../command';
import { done, refuse } from '../outcome';
import { demandPosition, readLedgerFile } from '../run/openLedger';

export const records: Command = {
  name: 'records',
  files: ['LEDGER'],
  about: [
    'The records of a run, for tables of runs elsewhere: {run, nodes, config}.',
    'One for the run, one for each attempt of a node in the order in which nodes began, one for what it was started with.',
    'Times are milliseconds since the epoch, money is integer micro-units. Nothing is run.',
  ].join('\n'),
  options: { at: { type: 'string', value: 'N', about: 'Only the first N commits; all by default.' } },
  examples: ['records run.ndjson'],
  run: async (given) => {
    const at = given.text('at');
    if (at !== undefined && !/^\d{1,9}$/.test(at))
      throw usage(records, `--at takes a number of commits, not "${at}".`);
    const path = given.files[0] ?? '';
    const commits = await readLedgerFile(path);
    demandPosition(at === undefined ? undefined : Number(at), commits);
    const found = recordsOf(project(commits, at === undefined ? commits.length : Number(at)));
    if (found !== null) return done(found);
    throw refuse(
      'RUN_NOT_BEGUN',
      `No run has begun in the first ${at} commits.`,
      'Leave --at out, or give at least 1.',
    );
  },
};
