import { type Commit, readLedger, replay } from '#kernel';
import { type LedgerStore, memoryLedger } from '#runtime';
import { FileLedger, wholeLines } from '../host/fileLedger';
import { readText } from '../host/readFiles';
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
  if (resume === undefined) {
    if (path === undefined) return { store: memoryLedger(), before: [], close: async () => {} };
    const store = await FileLedger.create(path);
    return { store, before: [], close: () => store.close() };
  }
  const text = wholeLines(await readText(resume));
  const before = readChecked(text, resume);
  const store =
    path === undefined || path === resume
      ? await FileLedger.goOn(resume, text, before)
      : await FileLedger.create(path, before);
  return { store, before, close: () => store.close() };
}

function readChecked(text: string, path: string): readonly Commit[] {
  const ledger = readLedger(text);
  if (!ledger.ok) throw new Refusal(ledger.problem);
  if (ledger.value.length === 0)
    throw refuse('LEDGER_INVALID', `"${path}" holds no commit.`, 'Choose the ledger of a run.');
  const folded = replay(ledger.value);
  if (folded.ok) return ledger.value;
  const { seq, code, message } = folded.difference;
  throw refuse(code, `Commit ${seq} of "${path}": ${message}`, 'Choose a ledger that nobody has changed.');
}
