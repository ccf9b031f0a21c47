import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLedger } from '#kernel';
import { write } from '#plan';
import { workspaceInPng, workspaceInSvg } from '#share';
import { documentOf, planloom, sample, scratch, workspaceOf } from './notation';

const HISTORY = 'test/histories/parallel-review.ndjson';
const { file, path: pathTo } = scratch();

describe('H1 export --to ledger', () => {
  test('full is the ledger as it is', async () => {
    const ran = await planloom(['export', HISTORY, '--to', 'ledger']);
    expect(ran).toMatchObject({ exit: 0, stdout: readFileSync(HISTORY, 'utf8') });
  });

  test.each(['plan', 'outputs'])(
    '--detail %s: less, sealed anew; it can be read, and says that it does not replay',
    async (detail) => {
      const ran = await planloom(['export', HISTORY, '--to', 'ledger', '--detail', detail]);
      expect(ran.exit).toBe(0);
      expect(ran.stdout.length).toBeLessThan(readFileSync(HISTORY, 'utf8').length);
      expect(readLedger(ran.stdout).ok).toBe(true);
      const replayed = await planloom(['replay', file(`${detail}.ndjson`, ran.stdout)]);
      expect(replayed).toMatchObject({
        exit: 1,
        json: { ok: false, difference: { code: 'LEDGER_REDUCED' } },
      });
    },
  );

  test('a file that is no ledger, a detail that is none, a detail for something else', async () => {
    const plan = file('plan.json', documentOf('a: CAPABILITY echo'));
    expect(await planloom(['export', plan, '--to', 'ledger'])).toMatchObject({
      exit: 2,
      json: { ok: false, diagnostics: [{ code: 'LEDGER_LINE_INVALID' }] },
    });
    const usage = { exit: 2, json: { ok: false, diagnostics: [{ code: 'USAGE' }] } };
    expect(await planloom(['export', HISTORY, '--to', 'ledger', '--detail', 'some'])).toMatchObject(usage);
    expect(await planloom(['export', plan, '--to', 'plan', '--detail', 'plan'])).toMatchObject(usage);
  });

  test('S4 a key of a connection does not leave with it', async () => {
    const env = { PLANLOOM_CONNECTION_X_KEY: 'parallel-review' };
    expect(await planloom(['export', HISTORY, '--to', 'ledger'], env)).toMatchObject({
      exit: 2,
      json: { diagnostics: [{ code: 'SECRET_FOUND' }] },
    });
  });
});

describe('H1 export --to svg and png', () => {
  test('S2 svg prints as it is, with the workspace inside', async () => {
    const path = file('drawn.json', documentOf('a: CAPABILITY echo\nb: END\na -> b'));
    const ran = await planloom(['export', path, '--to', 'svg']);
    expect(ran.exit).toBe(0);
    expect(ran.stdout).toMatch(/^<svg /);
    expect(ran.stdout).toContain('font/woff2;base64,');
    const dark = (await planloom(['export', path, '--to', 'svg', '--theme', 'dark'])).stdout;
    expect([ran.stdout, dark].map((svg) => /<rect [^>]*fill="(#\w+)"/.exec(svg)?.[1])).toEqual([
      '#f7f6f3',
      '#14161b',
    ]);
    expect(await planloom(['export', path, '--to', 'svg', '--theme', 'blue'])).toMatchObject({ exit: 2 });
    expect(await planloom(['export', path, '--to', 'plan', '--theme', 'dark'])).toMatchObject({ exit: 2 });
    expect(workspaceInSvg(ran.stdout)).toBe(write(workspaceOf('a: CAPABILITY echo\nb: END\na -> b')));
  });

  test('S4 a key inside is found although signs stand otherwise in XML', async () => {
    const path = file('secret.json', documentOf('a: CAPABILITY echo {input: {text: "a<b&c>d-0123456789"}}'));
    const ran = await planloom(['export', path, '--to', 'svg'], {
      PLANLOOM_CONNECTION_X_KEY: 'a<b&c>d-0123456789',
    });
    expect(ran).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'SECRET_FOUND' }] } });
  });

  test.each([
    ['a graph', 'parallel-review'],
    ['a machine', 'search-state-machine'],
  ])('S2 png of %s: twice the size of the svg, painted, with the workspace inside', async (_, id) => {
    const ran = await planloom(['export', sample(id), '--to', 'png']);
    expect([ran.exit, ran.stderr]).toEqual([0, '']);
    const text = readFileSync(sample(id), 'utf8');
    expect(JSON.parse(workspaceInPng(ran.bytes) ?? '')).toEqual(JSON.parse(text));
    const svg = (await planloom(['export', sample(id), '--to', 'svg'])).stdout;
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    expect([ran.bytes.readUInt32BE(16), ran.bytes.readUInt32BE(20)]).toEqual([
      2 * Number(width),
      2 * Number(height),
    ]);
    // Letters are there: without them the dots of so few shapes would be far fewer bytes.
    expect(ran.bytes.length - text.length).toBeGreaterThan(40_000);
  });

  test('a large plan is painted smaller, and letters that no font has are told', async () => {
    const chain = Array.from({ length: 60 }, (_, index) => `n${index}: CAPABILITY echo`);
    const edges = chain.slice(1).map((_, index) => `n${index} -> n${index + 1}`);
    const path = file('long.json', documentOf([...chain, ...edges].join('\n')));
    const long = await planloom(['export', path, '--to', 'png']);
    expect(Math.max(long.bytes.readUInt32BE(16), long.bytes.readUInt32BE(20))).toBeLessThanOrEqual(8_000);
    const named = file(
      'named.json',
      documentOf('a: CAPABILITY echo').replace('"id": "a",', '"id": "a", "name": "計画 Größe",'),
    );
    const ran = await planloom(['export', named, '--to', 'png']);
    expect([ran.exit, ran.stderr]).toEqual([0, expect.stringContaining('計 画: they are missing')]);
  });

  test('S4 a key inside a png is found', async () => {
    const path = file('kept.json', documentOf('a: CAPABILITY echo {input: {text: "key-0123456789"}}'));
    const ran = await planloom(['export', path, '--to', 'png'], {
      PLANLOOM_CONNECTION_X_KEY: 'key-0123456789',
    });
    expect(ran).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'SECRET_FOUND' }] } });
  });

  test.each(['png', 'svg', 'workspace'])(
    '--to %s --out FILE: the same bytes, and JSON on stdout',
    async (to) => {
      const path = file('given.json', documentOf('a: CAPABILITY echo'));
      const out = pathTo(`out-${to}`);
      const printed = await planloom(['export', path, '--to', to]);
      const ran = await planloom(['export', path, '--to', to, '--out', out]);
      expect(ran).toMatchObject({ exit: 0, json: { ok: true, file: out, bytes: printed.bytes.length } });
      expect(readFileSync(out).equals(printed.bytes)).toBe(true);
    },
  );

  test('fault B4 --out leaves a file that is there as it is; --overwrite replaces it, whole', async () => {
    const path = file('given.json', documentOf('a: CAPABILITY echo'));
    const out = file('precious.txt', 'what somebody wrote');
    const exported = ['export', path, '--to', 'plan', '--out'];
    const refused = { exit: 2, json: { ok: false, diagnostics: [{ code: 'OUTPUT_EXISTS' }] } };
    expect(await planloom([...exported, out])).toMatchObject(refused);
    expect(await planloom([...exported, tmpdir()])).toMatchObject(refused);
    expect(readFileSync(out, 'utf8')).toBe('what somebody wrote');
    expect(await planloom([...exported, out, '--overwrite'])).toMatchObject({ exit: 0, json: { ok: true } });
    expect(readFileSync(out, 'utf8')).toBe((await planloom(['export', path, '--to', 'plan'])).stdout);
    expect(readdirSync(pathTo('.')).filter((name) => name.startsWith('precious'))).toEqual(['precious.txt']);
    expect(await planloom(['export', path, '--to', 'plan', '--overwrite'])).toMatchObject({
      exit: 2,
      json: { diagnostics: [{ code: 'USAGE' }] },
    });
  });

  test('T8 --out that cannot be written, or is the file that is read; a png for a terminal', async () => {
    const path = file('given.json', documentOf('a: CAPABILITY echo'));
    const before = readFileSync(path, 'utf8');
    for (const out of [join(path, 'x.png'), '/nowhere/x.png'])
      expect(await planloom(['export', path, '--to', 'png', '--out', out])).toMatchObject({
        exit: 2,
        json: { diagnostics: [{ code: 'OUTPUT_UNWRITABLE' }] },
      });
    const usage = { exit: 2, json: { diagnostics: [{ code: 'USAGE' }] } };
    expect(await planloom(['export', path, '--to', 'plan', '--out', path])).toMatchObject(usage);
    expect(await planloom(['export', path, '--to', 'png'], {}, { isTerminal: true })).toMatchObject(usage);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});
