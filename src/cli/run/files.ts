import { open, stat } from 'node:fs/promises';
import { recogniseFile } from '#share';
import type { Given } from '../command';
import { isSameFile } from '../host/sameFile';
import { refuse, type UsageError } from '../outcome';

/** The ledgers that a run reads and writes. */
export interface LedgerPaths {
  /** Where it is written, if anywhere. */
  readonly target: string | undefined;
  readonly resume: string | undefined;
  /** Whether there is a ledger that it takes the place of. */
  readonly replaced: boolean;
}

/**
 * Where the ledger of a run goes. It is never written over another ledger that the run reads, nor over anything that is
 * no ledger, such as the workspace.
 *
 * @throws Refusal `LEDGER_UNWRITABLE`, UsageError when two options name one file
 */
export async function readLedgerPaths(
  given: Given,
  wrong: (message: string, help: string) => UsageError,
): Promise<LedgerPaths> {
  const [ledger, resume] = ['ledger', 'resume'].map((name) => given.text(name));
  const target = ledger ?? resume;
  if (target === undefined) return { target, resume, replaced: false };
  for (const name of ['fork', 'retry', 'of']) {
    const original = given.text(name);
    if (original !== undefined && (await isSameFile(target, original)))
      throw wrong(`--ledger and --${name} are one file.`, 'Name another: the original stays as it is.');
  }
  for (const other of given.all('depends-on'))
    if (await isSameFile(target, other))
      throw wrong(`--depends-on names the ledger of this run, "${other}".`, 'Name that of another run.');
  // Taken up in its own file, whichever way that is written.
  if (resume !== undefined && (await isSameFile(target, resume)))
    return { target: resume, resume, replaced: false };
  return { target, resume, replaced: await holdsLedger(target) };
}

/** How much of a file is looked at. */
const HEAD = 256;

/** @throws Refusal when it holds anything else */
async function holdsLedger(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size === 0) return false;
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    if (recogniseFile(buffer.toString('utf8', 0, bytesRead)) === 'ledger') return true;
  } finally {
    await file.close();
  }
  throw refuse(
    'LEDGER_UNWRITABLE',
    `"${path}" is there and is not a ledger, so that none is written over it.`,
    'Name another file with --ledger.',
  );
}
