import { readFile, rm, writeFile } from 'node:fs/promises';
import { refuse } from '../outcome';

/**
 * K7 on the command line: one writer a ledger. A file beside it holds the number of the process that writes; where
 * that process is gone, by a crash, it counts for nothing.
 *
 * @returns gives the ledger back
 * @throws Refusal `LEDGER_LOCKED`
 */
export async function lockLedger(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  if (!(await taken(lock))) {
    const writer = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (isAlive(writer)) throw locked(path, lock, writer);
    await rm(lock, { force: true });
    if (!(await taken(lock))) throw locked(path, lock, writer);
  }
  return () => rm(lock, { force: true });
}

/** Whether a process writes that ledger now. */
export async function isLedgerTaken(path: string): Promise<boolean> {
  return isAlive(Number(await readFile(`${path}.lock`, 'utf8').catch(() => '')));
}

async function taken(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (cause) {
    if (cause instanceof Error && Reflect.get(cause, 'code') === 'EEXIST') return false;
    throw cause;
  }
}

function isAlive(writer: number): boolean {
  if (!Number.isInteger(writer) || writer <= 0) return false;
  try {
    return process.kill(writer, 0);
  } catch (cause) {
    // There, but somebody else's.
    return cause instanceof Error && Reflect.get(cause, 'code') === 'EPERM';
  }
}

function locked(path: string, lock: string, writer: number) {
  return refuse(
    'LEDGER_LOCKED',
    `The ledger "${path}" is being written by process ${writer}.`,
    `Wait until it ends, or end it. If that is not a run, delete "${lock}".`,
  );
}
