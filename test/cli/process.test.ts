import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main';
import { BIN, documentOf, planloom, ROOT, sample, scratch, started } from './notation';

const files = scratch();
const SLOW = files.file('slow.json', documentOf('wait: DELAY {forMs: 600000}'));

// Built beforehand: the lines of a build are on stderr too.
beforeAll(() => started(['--help']).ended);

/** Resolves when the file is there and holds the text. */
async function holds(path: string, text: string): Promise<void> {
  await expect
    .poll(() => existsSync(path) && readFileSync(path, 'utf8'), { timeout: 60_000 })
    .toContain(text);
}

describe('H1 a process that is ended, or read no further', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'K6 %s: nothing on stdout, the way on on stderr, and the run can be taken up',
    async (signal, exit) => {
      const ledger = files.path(`${signal}.ndjson`);
      const run = started(['run', SLOW, '--ledger', ledger, '--run-id', 'slow']);
      await holds(ledger, '"purpose":"delay"');
      run.child.kill(signal);
      expect(await run.ended).toMatchObject({
        exit,
        stdout: '',
        stderr: `Interrupted. Take the run slow up: planloom run ${SLOW} --resume ${ledger}\n`,
      });
      expect(existsSync(`${ledger}.lock`)).toBe(false);
      expect((await planloom(['replay', ledger])).json).toMatchObject({ ok: true, status: 'running' });
    },
  );

  it('without a ledger it says that the run is gone', async () => {
    const said: string[] = [];
    const exit = await main(['run', SLOW, '--run-id', 'slow'], {
      ...{ root: ROOT, env: {}, say: (line) => said.push(line) },
      print: () => Promise.reject(new Error('nothing is printed')),
      onInterruption: (told) => {
        setImmediate(() => told('SIGINT'));
        return () => {};
      },
    });
    expect([exit, said]).toEqual([
      130,
      ['Interrupted. The run slow is gone: with --ledger it could be taken up.'],
    ]);
  });

  it('whoever reads may stop: the command ends as it would have, without a word', async () => {
    const child = spawn(process.execPath, [BIN, 'capabilities'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.destroy();
    const [exit] = await once(child, 'close');
    expect([exit, stderr]).toEqual([0, '']);
  });

  it.skipIf(!existsSync('/dev/full'))('a result that cannot be written is told, exit code 2', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [BIN, 'validate', sample('ask-a-table')], {
      stdio: ['ignore', full, 'pipe'],
    });
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    const [exit] = await once(child, 'close');
    expect(exit).toBe(2);
    expect(stderr).toContain('error OUTPUT_UNWRITABLE: The result cannot be written');
  });
});
