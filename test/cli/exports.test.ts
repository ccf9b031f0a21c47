import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLedger } from '#kernel';
import { write } from '#plan';
import { workspaceInSvg } from '#share';
import { documentOf, planloom, scratch, workspaceOf } from './notation';

const HISTORY = 'test/histories/parallel-review.ndjson';
const { file } = scratch();

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
    expect(workspaceInSvg(ran.stdout)).toBe(write(workspaceOf('a: CAPABILITY echo\nb: END\na -> b')));
  });

  test('S4 a key inside is found although signs stand otherwise in XML', async () => {
    const path = file('secret.json', documentOf('a: CAPABILITY echo {input: {text: "a<b&c>d-0123456789"}}'));
    const ran = await planloom(['export', path, '--to', 'svg'], {
      PLANLOOM_CONNECTION_X_KEY: 'a<b&c>d-0123456789',
    });
    expect(ran).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'SECRET_FOUND' }] } });
  });

  test('png is refused, with the way to get one', async () => {
    const path = file('drawn.json', documentOf('a: CAPABILITY echo'));
    const ran = await planloom(['export', path, '--to', 'png']);
    expect(ran).toMatchObject({
      exit: 2,
      json: { diagnostics: [{ code: 'FORMAT_UNAVAILABLE', help: expect.stringContaining('--to svg') }] },
    });
  });
});
