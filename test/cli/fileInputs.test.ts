import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hashBytes, parseJson, utf8 } from '#base';
import { planloom, scratch } from './notation';

const files = scratch();

/** A plan that adds up the column `amount` of the rows it is given, and says how long a text is. */
const WORKSPACE = files.file(
  'sum.planloom.json',
  JSON.stringify({
    ...{ format: 'planloom/workspace', version: 1, id: 'sum', name: 'Sum' },
    plans: [
      {
        ...{ id: 'main', kind: 'capability' },
        variables: [
          {
            ...{ id: 'orders', scope: 'IN' },
            schema: {
              type: 'array',
              items: {
                type: 'object',
                required: ['amount'],
                properties: { amount: { type: 'number' }, zip: { type: 'string' } },
              },
            },
          },
          { id: 'notes', scope: 'IN', schema: { type: 'string' }, default: '' },
          { id: 'year', scope: 'IN', schema: { type: 'integer' }, default: 2026 },
          { id: 'sum', scope: 'OUT' },
          { id: 'said', scope: 'OUT' },
        ],
        nodes: [
          {
            ...{ id: 'add', type: 'CAPABILITY', params: { capability: 'table.group' } },
            input: {
              rows: '{{ orders }}',
              by: ['zip'],
              aggregates: [{ function: 'sum', column: 'amount' }],
            },
            output: { sum: 'result.rows', said: 'notes' },
          },
        ],
        edges: [],
      },
    ],
  }),
);
const CSV = 'zip;amount\n00420;1,5\n00420;2\n00421;4\n';
const ADDED = [
  { zip: '00420', sum_amount: 3.5 },
  { zip: '00421', sum_amount: 4 },
];
const run = (...args: string[]) => planloom(['run', WORKSPACE, '--yes', ...args]);
/** 20,000 rows, above what crosses a step whole. */
const LARGE = `zip;amount;note\n${Array.from({ length: 20_000 }, (_, at) => `0042${at % 2};${at % 7};${'x'.repeat(40)}\n`).join('')}`;
const SUMS = [0, 1].map((half) => ({
  zip: `0042${half}`,
  sum_amount: Array.from({ length: 10_000 }, (_, at) => (at * 2 + half) % 7).reduce((a, b) => a + b),
}));

it('W8, V1 --input NAME=@PATH gives the rows of a table and the text of a document; the ledger replays without the files', async () => {
  const orders = files.file('orders.csv', CSV);
  const notes = files.file('notes.md', '# Ünicode\n');
  const ledger = files.path('small.ndjson');
  const ran = await run('--input', `orders=@${orders}`, '--input', `notes=@${notes}`, '--ledger', ledger);
  expect(ran.exit, ran.stderr).toBe(0);
  expect(ran.json.outputs).toEqual({ sum: ADDED, said: '# Ünicode\n' });
  rmSync(orders);
  rmSync(notes);
  rmSync(`${ledger}.blobs`, { recursive: true });
  expect((await planloom(['replay', ledger])).json).toMatchObject({ ok: true, outputs: { sum: ADDED } });
  const first = parseJson(readFileSync(ledger, 'utf8').split('\n')[0] ?? '', 64);
  expect(first).toMatchObject({
    ok: true,
    value: {
      fact: {
        inputFiles: [
          {
            id: 'orders',
            kind: 'csv',
            file: { name: 'orders.csv', hash: hashBytes(new Uint8Array(utf8(CSV))) },
          },
          { id: 'notes', kind: 'markdown', file: { name: 'notes.md' } },
        ],
      },
    },
  });
});

it('V6, K13 a large table goes by reference: its fork runs, its replay needs nothing, and what is lost is asked for by name', async () => {
  const orders = files.file('many.csv', LARGE);
  const ledger = files.path('large.ndjson');
  const paused = await run('--input', `orders=@${orders}`, '--ledger', ledger, '--max-steps', '0');
  expect(paused, paused.stderr).toMatchObject({ exit: 1, json: { status: 'paused' } });
  expect(readFileSync(ledger, 'utf8').length).toBeLessThan(20_000);
  // The bytes of the file and the table that was read of them.
  expect(readdirSync(`${ledger}.blobs`)).toHaveLength(2);
  renameSync(`${ledger}.blobs`, `${ledger}.away`);
  const waiting = await run('--resume', ledger, '--max-steps', '5');
  expect(waiting, waiting.stderr).toMatchObject({
    exit: 3,
    json: { waiting: [{ address: '/add#1', kind: 'file' }] },
  });
  expect(waiting.stderr).toContain('many.csv');
  const brought = await run('--resume', ledger, '--file', orders);
  expect(brought, brought.stderr).toMatchObject({ exit: 0, json: { outputs: { sum: SUMS } } });
  expect((await planloom(['replay', ledger])).json).toMatchObject({ ok: true, outputs: { sum: SUMS } });
  const fork = await run('--fork', ledger, '--at', '1');
  expect(fork, fork.stderr).toMatchObject({ exit: 0, json: { outputs: { sum: SUMS } } });
});

it.each([
  {
    name: 'a row that does not fit',
    text: 'amount\n1\nlots\n',
    said: /orders.*2 of 2 rows do not fit: row 1/,
  },
  { name: 'a text', text: '# Only prose\n', said: /orders.*is Markdown/ },
])('T8 what does not fit an input is told before anything runs: $name', async ({ name, text, said }) => {
  const path = files.file(`${name}.${text.startsWith('#') ? 'md' : 'csv'}`, text);
  const ledger = files.path('none.ndjson');
  const refused = await run('--input', `orders=@${path}`, '--ledger', ledger);
  expect(refused).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'INPUT_INVALID' }] } });
  expect(refused.json.diagnostics[0].message).toMatch(said);
  expect(existsSync(ledger)).toBe(false);
});

it('H1 --input NAME=JSON: values stand beside a file and an object, once each; a text with @ is JSON', async () => {
  const orders = files.file('again.csv', CSV);
  const ran = await run(
    '--input',
    `orders=@${orders}`,
    '--input',
    '{"year": 2025}',
    '--input',
    'notes="@home"',
  );
  expect(ran, ran.stderr).toMatchObject({ exit: 0, json: { outputs: { said: '@home' } } });
  for (const given of [
    ['--input', '{"notes": "a"}', '--input', 'notes="b"'],
    ['--input', '{}', '--input', '{}'],
    ['--input', `year=@${orders}`],
    ['--input', `other=@${orders}`],
    ['--input', 'orders=@-'],
    ['--input', 'orders=@/nowhere.csv'],
  ])
    expect((await run(...given)).exit, given.join(' ')).toBe(2);
});
