import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { engineOver } from '#engine';
import { memoryBlobs } from '#runtime';
import { sqlInProcess, startInNode } from '../../src/cli/host/nodeHost';
import { call, failureOf } from '../notation/calling';

const around = { blobs: memoryBlobs(), sql: sqlInProcess() };
const sales = [
  { region: 'North', amount: 0.1, day: '2026-01-02', 'odd "name"': true },
  { region: 'South', amount: 0.2, day: '2026-02-03', 'odd "name"': null },
  { region: 'North', amount: 0.7, day: '2026-03-04', 'odd "name"': false },
];
const ask = (sql: string, more: { readonly [key: string]: Json } = {}): Promise<Json> =>
  call('table.sql', { sql, tables: { sales }, ...more }, around);
const refusal = (sql: string) => failureOf('table.sql', { sql, tables: { sales } }, around);

/** It works for seconds. */
const LONG = 'SELECT count(*) AS n FROM range(20000) a, range(20000) b WHERE a.range + b.range = 7';

/** Statements that reach for files, networks, extensions, settings and other databases. */
const HOSTILE = [
  'LOAD httpfs',
  'INSTALL httpfs; LOAD httpfs',
  'INSTALL spatial FROM community',
  "LOAD '/tmp/evil.duckdb_extension'",
  "SELECT * FROM 'https://example.com/a.csv'",
  "SELECT * FROM 'http://127.0.0.1:1/a.parquet'",
  "SELECT * FROM read_csv('https://example.com/a.csv')",
  "SELECT * FROM read_csv_auto('/etc/passwd')",
  "SELECT * FROM read_parquet('https://example.com/a.parquet')",
  "SELECT * FROM read_json('https://example.com/a.json')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_blob('/etc/passwd')",
  "SELECT * FROM glob('/*')",
  "SELECT * FROM 'opfs://a.db'",
  "ATTACH 'https://example.com/a.db' AS other",
  "ATTACH ':memory:' AS other",
  "COPY sales TO '/tmp/out.csv'",
  "COPY (SELECT 1) TO 'https://example.com/x' (FORMAT csv)",
  "EXPORT DATABASE '/tmp/out'",
  "IMPORT DATABASE '/tmp/out'",
  "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')",
  'SET enable_external_access=true',
  'SET lock_configuration=false',
  'RESET memory_limit',
  'PRAGMA enable_progress_bar',
  'CALL pragma_version()',
  'CREATE TABLE mine AS SELECT 1',
  'DROP VIEW sales',
  'SELECT 1; DROP VIEW sales',
  'SELECT 1) AS answer; DROP VIEW sales; SELECT * FROM (SELECT 1',
  'INSERT INTO sales VALUES (1)',
  "SELECT * FROM sniff_csv('https://example.com/a.csv')",
  "SELECT getenv('HOME')",
  "SELECT nextval('s')",
];

describe('table.sql refuses what reaches out (LIBRARIES §11)', () => {
  test.each(HOSTILE)('%s', async (sql) => {
    const error = await refusal(sql);
    expect(error).toMatchObject({ code: 'SQL_INVALID', retryable: false });
    expect(error.message).not.toMatch(/index is out of bounds|signature mismatch|unreachable/);
    expect(error.message).not.toMatch(/[0-9a-f]{64}/);
    expect(error.help).toContain('"sales" ("region", "amount", "day"');
  });

  test('and lives on', async () => {
    expect(await ask('SELECT count(*) AS n FROM sales')).toEqual({ rows: [{ n: 3 }], count: 1 });
  });
});

describe('table.sql', () => {
  test.each<[string, string, Json[]]>([
    ['sums as on paper', 'SELECT sum(amount) AS s FROM sales', [{ s: 1 }]],
    [
      'orders by all columns where nothing else is said',
      'SELECT region, sum(amount) AS s FROM sales GROUP BY region',
      [
        { region: 'North', s: 0.8 },
        { region: 'South', s: 0.2 },
      ],
    ],
    [
      'keeps an order that is asked for',
      'SELECT amount FROM sales ORDER BY amount DESC LIMIT 2',
      [{ amount: 0.7 }, { amount: 0.2 }],
    ],
    ['knows dates', 'SELECT max(day) AS d, max(month(day)) AS m FROM sales', [{ d: '2026-03-04', m: 3 }]],
    [
      'reads names as they are',
      'SELECT "odd ""name""" AS o FROM sales WHERE region = \'South\'',
      [{ o: null }],
    ],
    ['tells equal names apart', 'SELECT 1 AS a, 2 AS a', [{ a: 1, a_1: 2 }]],
    [
      'gives timestamps, times and lists as text',
      "SELECT TIMESTAMP '2026-01-02 03:04:05' AS t, [1, 2] AS l",
      [{ t: '2026-01-02T03:04:05', l: '[1, 2]' }],
    ],
    ['takes a comment at its end', 'SELECT 1 AS a -- that is all', [{ a: 1 }]],
    ['has no numbers that JSON has not', "SELECT 'nan'::DOUBLE AS n, 1/0 AS i", [{ n: null, i: null }]],
  ])('%s', async (_title, sql, rows) => {
    expect(await ask(sql)).toEqual({ rows, count: rows.length });
  });

  test('takes parameters, whatever stands in them', async () => {
    const sql = 'SELECT region FROM sales WHERE region = ? AND amount < ?';
    expect(await ask(sql, { parameters: ["North' OR 1=1; --", 5] })).toEqual({ rows: [], count: 0 });
    expect(await ask(sql, { parameters: ['North', 0.5] })).toEqual({ rows: [{ region: 'North' }], count: 1 });
  });

  test('T8 an unknown column is told with those there are', async () => {
    const error = await refusal('SELECT town FROM sales');
    expect(error.message).toContain('town');
    expect(error.help).toContain('"region"');
  });

  test('V6 sees no table of another question', async () => {
    await call('table.sql', { sql: 'SELECT * FROM other', tables: { other: [{ secret: 1 }] } }, around);
    const tables = await ask('SELECT count(*) AS n FROM duckdb_tables()');
    expect(tables).toEqual({ rows: [{ n: 1 }], count: 1 });
  });

  test('is ended when it takes longer than it may', async () => {
    const engine = engineOver(startInNode, 100);
    const question = { sql: LONG, parameters: [], tables: [] };
    const never = new AbortController().signal;
    await expect(engine.ask(question, never)).rejects.toMatchObject({
      error: { code: 'SQL_TIMEOUT', message: 'The query took longer than 0.1 seconds.' },
    });
    expect((await engine.ask({ ...question, sql: 'SELECT 1 AS a' }, never)).rows).toEqual([{ a: 1 }]);
  });

  test('is withdrawn while it works', async () => {
    const engine = sqlInProcess();
    const end = new AbortController();
    const asked = engine.ask({ sql: LONG, parameters: [], tables: [] }, end.signal);
    setTimeout(() => end.abort(new Error('enough')), 50);
    await expect(asked).rejects.toThrow('enough');
    expect(await ask('SELECT 1 AS a')).toEqual({ rows: [{ a: 1 }], count: 1 });
  });
});
