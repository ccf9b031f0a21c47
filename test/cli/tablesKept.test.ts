import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machine } from '../notation/machine';
import { planJson } from '../notation/plan';
import { planloom, scratch } from './notation';

const files = scratch();
const TABLE = ['name', ...Array.from({ length: 3_000 }, (_, at) => `${'bolts '.repeat(70)}${at}`)].join('\n');

/** Loads a table that is too large for a ledger, asks a person, and takes its first row. */
const PLAN = `
  out rows
  load: CAPABILITY table.load {input: {document: orders}, output: {rows: "result.rows"}}
  ask: HUMAN_INPUT {decisions: [yes], timeoutMs: null}
  few: CAPABILITY table.limit {input: {rows: "{{ rows }}", limit: 1}, output: {rows: "result.rows"}}
  load -> ask
  ask.yes -> few
`;
const documents = [{ id: 'orders', kind: 'csv', text: TABLE }];
const ABOUT = { format: 'planloom/workspace', version: 1, id: 'kept', name: 'Kept' };
const FILE = files.file('kept.json', JSON.stringify({ ...ABOUT, documents, plans: [planJson(PLAN)] }));
const YES = ['--answer', '/ask={"decision": "yes"}'];

const run = (...more: string[]) => planloom(['run', FILE, ...more]);

/** The files beside a ledger that hold tables. */
function tablesOf(ledger: string): readonly string[] {
  const folder = `${ledger}.blobs`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').startsWith('[{'));
}

/** What lies beside a ledger, and the ledger, are not there any more. */
function remove(ledger: string): void {
  rmSync(ledger);
  rmSync(`${ledger}.blobs`, { recursive: true });
}

describe('V6 the tables that a ledger names lie beside it', () => {
  it('K6 of a run that went on in another file, for another process that has only that one', async () => {
    const [from, to] = [files.path('from.ndjson'), files.path('to.ndjson')];
    expect(await run('--ledger', from)).toMatchObject({ exit: 3 });
    expect(await run('--resume', from, '--ledger', to)).toMatchObject({ exit: 3 });
    remove(from);
    const ended = await run('--resume', to, ...YES);
    expect(ended, ended.stderr).toMatchObject({ exit: 0, json: { outputs: { rows: [{}] } } });
  });

  it('K8 of a fork, which goes on when the run that it comes from is gone', async () => {
    const [from, fork] = [files.path('origin.ndjson'), files.path('fork.ndjson')];
    expect(await run('--ledger', from)).toMatchObject({ exit: 3 });
    const at = String(readFileSync(from, 'utf8').trimEnd().split('\n').length);
    expect(await run('--fork', from, '--at', at, '--ledger', fork)).toMatchObject({ exit: 3 });
    remove(from);
    const ended = await run('--resume', fork, ...YES);
    expect(ended, ended.stderr).toMatchObject({ exit: 0, json: { outputs: { rows: [{}] } } });
  });

  it('T8 go with the ledger that another one replaces, unless that names them, too', async () => {
    const ledger = files.path('replaced.ndjson');
    expect(await run('--ledger', ledger)).toMatchObject({ exit: 3 });
    const [table] = tablesOf(ledger);
    expect(tablesOf(ledger)).toHaveLength(1);
    expect(await run('--ledger', ledger)).toMatchObject({ exit: 3 });
    expect(tablesOf(ledger)).toEqual([table]);
    writeFileSync(join(`${ledger}.blobs`, 'mine.txt'), 'of a person');
    const other = files.file('other.json', JSON.stringify({ ...ABOUT, plans: [planJson('out n = 1')] }));
    expect(await planloom(['run', other, '--ledger', ledger])).toMatchObject({ exit: 0 });
    expect(readdirSync(`${ledger}.blobs`)).toEqual(['mine.txt']);
  });

  it('K13 one that somebody has changed is waited for, and is whole again when its file is brought', async () => {
    const ledger = files.path('changed.ndjson');
    expect(await run('--ledger', ledger)).toMatchObject({ exit: 3 });
    const [name = ''] = tablesOf(ledger);
    const path = join(`${ledger}.blobs`, name);
    const whole = files.path('whole.bin');
    renameSync(path, whole);
    writeFileSync(path, 'somebody was here');
    const waits = await run('--resume', ledger, ...YES);
    expect(waits, waits.stderr).toMatchObject({ exit: 3, json: { waiting: [{ kind: 'file' }] } });
    const brought = await run('--resume', ledger, '--file', whole);
    expect(brought, brought.stderr).toMatchObject({ exit: 0, json: { outputs: { rows: [{}] } } });
  });
});

/** A machine that asks another run for a table. */
const ASKER = machine(
  {
    variables: ['out got'],
    states: [
      {
        id: 'asking',
        action: { event: 'table.goal', data: {}, response: 'table.completed', failure: 'table.failed' },
        on: [
          { event: 'table.completed', target: 'hold' },
          { event: 'table.failed', target: 'lost' },
        ],
      },
      {
        id: 'hold',
        pause: { reason: 'Wait', resumeOn: 'approved' },
        on: [{ event: 'resume', target: 'few' }],
      },
      {
        id: 'few',
        invoke: [
          {
            capability: 'table.limit',
            input: { rows: '{{ results.asking.result.rows }}', limit: 1 },
            output: { got: 'result.rows' },
            onDone: [{ target: 'end' }],
          },
        ],
      },
      { id: 'lost', type: 'final' },
      { id: 'end', type: 'final' },
    ],
  },
  'asker',
);
const MAKER = machine(
  {
    onGoal: 'table.goal',
    responders: [{ id: 'loader', request: 'load', response: 'loaded', capability: 'table.load' }],
    states: [
      {
        id: 'loading',
        action: { event: 'load', data: { document: 'orders' }, response: 'loaded' },
        defaultNext: 'done',
      },
      { id: 'done', isTerminal: true, output: { rows: '{{ results.loading.rows }}' } },
    ],
  },
  'maker',
);

it('V6, M3 a table that a run of a goal has made lies beside its ledger and beside that of the run that asked', async () => {
  const file = files.file('goals.json', JSON.stringify({ ...ABOUT, documents, plans: [ASKER, MAKER] }));
  const ledger = files.path('goals.ndjson');
  const held = await planloom(['run', file, '--ledger', ledger]);
  expect(held, held.stderr).toMatchObject({ exit: 3, json: { status: 'paused' } });
  const [child = ''] = readdirSync(files.path('.')).filter((name) => /^goals\..+\.ndjson$/.test(name));
  expect(tablesOf(files.path(child))).toHaveLength(1);
  expect(tablesOf(ledger)).toEqual(tablesOf(files.path(child)));
  remove(files.path(child));
  const ended = await planloom(['run', file, '--resume', ledger, '--answer', '/hold[0]!pause={}']);
  expect(ended, ended.stderr).toMatchObject({ exit: 0, json: { outputs: { got: [{}] } } });
});
