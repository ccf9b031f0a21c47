import { type Commit, readLedger, replay } from '#kernel';
import { type LedgerStore, memoryLedger } from '#runtime';
import { FileLedger, wholeLines } from '../host/fileLedger';
import { lockLedger } from '../host/ledgerLock';
import { readPackedText, readText } from '../host/readFiles';
import { Refusal, refuse } from '../outcome';

/** Where the commits of a run go, and those that are there already. */
export interface OpenLedger {
  readonly store: LedgerStore;
  readonly before: readonly Commit[];
  close(): Promise<void>;
}

/**
 * Opens the ledger of a run. A run that is taken up goes on in its own file, unless another is named; its chain is
 * checked and refolded before anything is called.
 *
 * @throws Refusal when the file cannot be read, or is no ledger, or was changed
 */
export async function openLedger(path: string | undefined, resume: string | undefined): Promise<OpenLedger> {
  const target = path ?? resume;
  if (target === undefined) return { store: memoryLedger(), before: [], close: async () => {} };
  const unlock = await writable(target, () => lockLedger(target));
  try {
    // Read under the lock: until then another process may have gone on writing.
    const text = resume === undefined ? '' : wholeLines(await readText(resume));
    const before = resume === undefined ? [] : readChecked(text, resume);
    const store = await writable(target, () =>
      target === resume ? FileLedger.goOn(target, text, before) : FileLedger.create(target, before),
    );
    return { store, before, close: () => store.close().finally(unlock) };
  } catch (cause) {
    await unlock();
    throw cause;
  }
}

/** Nothing has run yet, so a ledger that cannot be written is bad input. */
async function writable<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw refuse(
      'LEDGER_UNWRITABLE',
      `The ledger "${path}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
      'Name a file in a folder that is there and may be written.',
    );
  }
}

/** Reads a ledger that another run is forked from, with the same checks. @throws Refusal */
export async function readLedgerFile(path: string): Promise<readonly Commit[]> {
  return readChecked(wholeLines(await readPackedText(path)), path);
}

/** @throws Refusal `POSITION_UNKNOWN` when the ledger has fewer commits */
export function demandPosition(at: number | undefined, { length }: readonly Commit[]): void {
  if (at === undefined || at <= length) return;
  throw refuse(
    'POSITION_UNKNOWN',
    `The ledger has ${length} commits; there is no position ${at} in it.`,
    `Choose a position from 0 to ${length}.`,
  );
}

function readChecked(text: string, path: string): readonly Commit[] {
  const ledger = readLedger(text);
  if (!ledger.ok) throw new Refusal(ledger.problem, {}, path);
  const folded = replay(ledger.value);
  if (folded.ok) return ledger.value;
  const { seq, code, message } = folded.difference;
  throw refuse(code, `Commit ${seq} of "${path}": ${message}`, 'Choose a ledger that nobody has changed.');
}
