import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashBytes, utf8 } from '#base';
import { planJson } from '../notation/plan';
import { planloom, scratch } from './notation';

const files = scratch();
const TABLE = 'name,amount\nbolts,3\nnuts,4\n';
const BYTES = new Uint8Array(utf8(TABLE));
const HASH = hashBytes(BYTES);
const WORKSPACE = JSON.stringify({
  ...{ format: 'planloom/workspace', version: 1, id: 'orders', name: 'Orders' },
  documents: [
    {
      ...{ id: 'orders', name: 'Orders', kind: 'csv' },
      file: { hash: HASH, bytes: BYTES.length, type: 'text/csv', name: 'orders.csv' },
    },
  ],
  plans: [
    {
      ...{ id: 'main', kind: 'capability' },
      variables: [{ id: 'rows', scope: 'OUT' }],
      nodes: [
        { id: 'start', type: 'START' },
        {
          ...{ id: 'load', type: 'CAPABILITY', params: { capability: 'table.load' } },
          ...{ input: { document: 'orders' }, output: { rows: 'result.rows' } },
        },
        { id: 'end', type: 'END' },
      ],
      edges: [
        { from: 'start', to: 'load' },
        { from: 'load', to: 'end' },
      ],
    },
  ],
});
const ROWS = [
  { name: 'bolts', amount: 3 },
  { name: 'nuts', amount: 4 },
];

it('K13 run waits for a file that is not there, with 3, and goes on with --file; FILE.blobs needs none', async () => {
  const workspace = files.file('waits.json', WORKSPACE);
  const ledger = files.path('waits.ndjson');
  const waiting = await planloom(['run', workspace, '--ledger', ledger]);
  expect(waiting.exit, waiting.stderr).toBe(3);
  expect(waiting.json).toMatchObject({ status: 'waiting', waiting: [{ address: '/load#1', kind: 'file' }] });
  expect(waiting.stderr).toContain('orders.csv');
  const other = files.file('other.csv', 'x\n1\n');
  const refused = await planloom(['run', workspace, '--resume', ledger, '--file', other]);
  expect(refused).toMatchObject({ exit: 2, json: { ok: false, diagnostics: [{ code: 'FILE_UNEXPECTED' }] } });
  const renamed = files.file('renamed.csv', TABLE);
  const resumed = await planloom(['run', workspace, '--resume', ledger, '--file', renamed]);
  expect(resumed).toMatchObject({ exit: 0, json: { status: 'completed', outputs: { rows: ROWS } } });
  mkdirSync(`${workspace}.blobs`);
  writeFileSync(join(`${workspace}.blobs`, HASH), BYTES);
  expect(await planloom(['run', workspace])).toMatchObject({ exit: 0, json: { outputs: { rows: ROWS } } });
});

it('S2 export writes a workspace with its files as an archive, which every command reads', async () => {
  const workspace = files.file('whole.json', WORKSPACE);
  const archive = files.path('whole.zip');
  const without = await planloom(['export', workspace, '--to', 'archive', '--out', files.path('none.zip')]);
  expect(without.stderr).toContain('orders.csv');
  mkdirSync(`${workspace}.blobs`);
  writeFileSync(join(`${workspace}.blobs`, HASH), BYTES);
  const exported = await planloom(['export', workspace, '--to', 'archive', '--out', archive]);
  expect(exported.exit, exported.stderr).toBe(0);
  expect(await planloom(['validate', archive])).toMatchObject({ exit: 0, json: { ok: true } });
  expect(await planloom(['run', archive])).toMatchObject({ exit: 0, json: { outputs: { rows: ROWS } } });
});

it('V6, K13 run waits for a table whose file is gone, with 3, and goes on with --file; the ledger alone replays', async () => {
  const large = JSON.stringify({
    ...JSON.parse(WORKSPACE),
    documents: [
      {
        ...{ id: 'orders', kind: 'csv' },
        text: ['name', ...Array.from({ length: 3_000 }, (_, at) => `${'bolts '.repeat(70)}${at}`)].join('\n'),
      },
    ],
    plans: [
      planJson(`
        out rows
        load: CAPABILITY table.load {input: {document: orders}, output: {rows: "result.rows"}}
        ask: HUMAN_INPUT {decisions: [yes], timeoutMs: null}
        few: CAPABILITY table.limit {input: {rows: "{{ rows }}", limit: 1}, output: {rows: "result.rows"}}
        load -> ask
        ask.yes -> few
      `),
    ],
  });
  const workspace = files.file('large.json', large);
  const ledger = files.path('large.ndjson');
  expect(await planloom(['run', workspace, '--ledger', ledger])).toMatchObject({ exit: 3 });
  const hashes = readdirSync(`${ledger}.blobs`);
  const [name = ''] = hashes.filter((hash) =>
    readFileSync(join(`${ledger}.blobs`, hash), 'utf8').startsWith('[{'),
  );
  const elsewhere = files.path('rows.bin');
  renameSync(join(`${ledger}.blobs`, name), elsewhere);
  const answered = ['run', workspace, '--resume', ledger, '--answer', '/ask={"decision": "yes"}'];
  const waiting = await planloom(answered);
  expect(waiting, waiting.stderr).toMatchObject({
    exit: 3,
    json: { waiting: [{ address: '/few#1', kind: 'file' }] },
  });
  expect(waiting.stderr).toContain('3,000 rows that /load#1 made');
  expect(waiting.stderr).toContain('--file');
  expect(await planloom(['replay', ledger])).toMatchObject({ exit: 0 });
  const resumed = await planloom(['run', workspace, '--resume', ledger, '--file', elsewhere]);
  expect(resumed, resumed.stderr).toMatchObject({ exit: 0, json: { outputs: { rows: [{}] } } });
});

it('S2, V6 export writes a ledger with its tables as an archive, which replays and is forked from', async () => {
  const [workspace, ledger] = [files.path('large.json'), files.path('packed.ndjson')];
  await planloom(['run', workspace, '--ledger', ledger]);
  const archive = files.path('run.zip');
  const exported = await planloom(['export', ledger, '--to', 'archive', '--out', archive]);
  expect(exported, exported.stderr).toMatchObject({ exit: 0, stderr: '' });
  expect(await planloom(['replay', archive])).toMatchObject({ exit: 0, json: { ok: true, effects: 0 } });
  const commits = readFileSync(ledger, 'utf8').trimEnd().split('\n').length;
  rmSync(`${ledger}.blobs`, { recursive: true });
  const fork = ['run', workspace, '--at', String(commits), '--answer', '/ask={"decision": "yes"}'];
  const whole = await planloom([...fork, '--fork', archive]);
  expect(whole, whole.stderr).toMatchObject({ exit: 0, json: { outputs: { rows: [{}] } } });
  const without = await planloom([...fork, '--fork', ledger]);
  expect(without, without.stderr).toMatchObject({ exit: 3, json: { waiting: [{ kind: 'file' }] } });
  const alone = await planloom(['export', ledger, '--to', 'archive', '--out', files.path('alone.zip')]);
  expect(alone.stderr).toContain('Not in the archive');
});
