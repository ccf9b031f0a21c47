import { type Diagnostic, err, ok, type Result } from '#base';
import { readLedger, writeLedger } from '#kernel';
import { project } from '#projection';
import { scanSecrets } from '#share';
import type { RunSummary } from '#storage';
import { readTextFile } from '../library/documentFromFile';
import { saveFile } from '../parts/browser';
import { say } from '../parts/Toasts';
import { diagnosticOf, sayProblems } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { openRun } from './openRun';
import { sayIfItDiffers } from './replayRun';

/** Takes a run away as NDJSON (S2), unless it has to be looked through for secrets first (S4). */
export async function exportRun(session: Session, { runId }: Pick<RunSummary, 'runId'>): Promise<void> {
  const commits = await session.storage.runs.read(runId);
  const text = writeLedger(commits);
  if (scanSecrets(text, session.storage.vault.secrets()).length > 0) {
    say({
      tone: 'bad',
      text: 'Something in this run looks like a secret.',
      help: 'Open the run and take it away under Share, Files: there it shows what it is.',
      code: 'SECRET_FOUND',
    });
    return;
  }
  saveFile(`${runId}.ndjson`, text, 'application/x-ndjson');
}

/** Brings a ledger in, alone or with its tables: marked "not executed here", shown, never run (D8, case A14). */
export async function importRun(session: Session, file: File): Promise<void> {
  try {
    const text = await ledgerIn(file);
    if (text.ok) await importLedger(session, text.value);
    else sayProblems(text.problem);
  } catch (thrown) {
    sayProblems([diagnosticOf(thrown, 'It could not be kept.')]);
  }
}

/** @throws StorageError where the tables of an archive cannot be kept */
async function ledgerIn(file: File): Promise<Result<string, readonly Diagnostic[]>> {
  if (/\.zip$/i.test(file.name)) {
    const unpacked = await (await import('../share/archives')).unpackedBy(file);
    if (!unpacked.ok) return unpacked;
    if (unpacked.value !== null) return ok(unpacked.value);
  }
  const text = await readTextFile(file);
  return text.ok ? text : err([text.problem]);
}

export async function importLedger(session: Session, text: string): Promise<boolean> {
  const read = readLedger(text);
  if (!read.ok) {
    sayProblems(read.problem);
    return false;
  }
  const { started } = project(read.value, 1);
  const plan = started?.closure.plans[0];
  if (!started || !plan) return false;
  const kept = await session.storage.runs.import(read.value, {
    workspace: session.id,
    plan: plan.id,
    planName: plan.name ?? plan.id,
  });
  say(
    kept
      ? { tone: 'ok', text: `The run was imported: ${read.value.length} commits, not executed here.` }
      : { tone: 'info', text: 'This run is here already.' },
  );
  await openRun(session, started.runId, null);
  sayIfItDiffers(read.value);
  return true;
}

/**
 * Deletes one run for good (D8), and nothing that goes on from it.
 *
 * @param branches how many do
 */
export async function removeRun(session: Session, { runId }: RunSummary, branches: number): Promise<void> {
  if (session.runs.driven(runId) !== null) {
    say({ tone: 'bad', text: 'This run is still running.', help: 'Cancel it first.' });
    return;
  }
  session.editor.cursor.detach(runId);
  await session.storage.runs.remove(runId);
  if (branches === 0) return;
  const stay =
    branches === 1
      ? 'One branch that continues from it stays'
      : `${branches} branches that continue from it stay`;
  say({ tone: 'info', text: `The run was deleted. ${stay}.` });
}
