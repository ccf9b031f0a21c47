import { useEffect } from 'react';
import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { retrace } from '#editor';
import type { OpenRun, TakingUp } from '#hosting';
import { type Commit, type Replay, readLedger, replay, writeLedger } from '#kernel';
import { project } from '#projection';
import { scanSecrets } from '#share';
import type { RunSummary } from '#storage';
import { ask } from '../ask/AskField';
import { readTextFile } from '../library/documentFromFile';
import { saveFile } from '../parts/browser';
import { say } from '../parts/Toasts';
import { type Place, placeStore, takePendingStart } from '../state/address';
import { diagnosticOf, sayProblems, sayThrown } from '../state/sayTrouble';
import { type Session, useSession } from '../state/session';
import { launch } from './launch';
import { followElsewhere, PartMissing, steer } from './runsOfPage';

/**
 * Shows a run of this browser at a position (null: its end). One that is not over is taken up here, paused unless it may go on (K6); one
 * that another tab writes is followed, read-only (K7).
 */
export async function openRun(session: Session, runId: string, at: number | null): Promise<void> {
  const left = AbortSignal.any([session.shown.opening(), session.closed]);
  const opened = await open(session, runId, { left });
  if (opened !== null) show(session, runId, opened);
  if (!left.aborted) session.editor.cursor.seek(at);
}

/** Takes the run over from the tab that writes it (case H3). */
export async function takeOverRun(session: Session, runId: string): Promise<void> {
  const opened = await open(session, runId, { takeOver: true, left: session.closed });
  if (opened?.standing === 'elsewhere') say({ tone: 'bad', text: 'The run could not be taken over.' });
  else if (opened !== null) show(session, runId, opened);
}

/** Null where it is wanted no more, or cannot be opened, which is told. */
async function open(session: Session, runId: string, how: TakingUp): Promise<OpenRun | null> {
  try {
    const opened = await session.runs.open(runId, how);
    if (opened.ok) return opened.value;
    sayProblems(opened.problem);
  } catch (thrown) {
    if (!(thrown instanceof PartMissing)) throw thrown;
    sayThrown(thrown, thrown.what);
  }
  return null;
}

function show(session: Session, runId: string, opened: OpenRun): void {
  const { editor, shown } = session;
  switch (opened.standing) {
    case 'here':
      steer(session, opened.run);
      break;
    case 'elsewhere':
      followElsewhere(session, runId, opened.commits);
      break;
    case 'record':
      editor.cursor.attach(runId, opened.commits, false);
      // Whatever goes on beside it is steered where it is shown.
      shown.rest({ imported: opened.imported });
      editor.showRun(runId);
      break;
    case 'absent':
      say({ tone: 'bad', text: 'This run is not in this browser any more.' });
  }
}

/** D7: shows the plan, and on it what a run came to that an edit had left. One that is not there any more leaves nothing. */
async function openLeft(session: Session, runId: string): Promise<void> {
  const { storage, shown, editor } = session;
  const over = AbortSignal.any([shown.opening(), session.closed]);
  const commits = await storage.runs.read(runId);
  // Whoever has started one meanwhile looks at that.
  if (over.aborted || commits.length === 0 || editor.cursor.shown !== null) return;
  editor.cursor.attach(runId, commits, false);
  editor.cursor.showLeft(runId);
}

/**
 * Goes back to what was looked at in a run: the machine that one of its steps runs, the step that only the run draws. Not where
 * somebody has chosen something, or another run, meanwhile.
 */
function lookAgain({ editor, closed }: Session, runId: string, { trail, plan, node }: Place): void {
  const isChosen = editor.selection.getState().focus !== null;
  if (isChosen || closed.aborted || editor.cursor.shown?.runId !== runId) return;
  const planId = plan ?? editor.workspace.plans[0]?.id;
  if (planId !== undefined) retrace(editor, trail, planId);
  if (node === null) return;
  editor.redraw();
  editor.select([node]);
}

/** Opens the run that the address names, once: after a reload one that was going is shown paused (K6, D5), and one that an edit has left tells what it came to (D7). */
export function useOpeningRun(): void {
  const session = useSession();
  useEffect(() => {
    const stopHearing = session.runs.hear();
    const place = placeStore.getState();
    const { run, left, at } = place;
    const asked = takePendingStart(session.id);
    if (asked?.question !== undefined) ask(session, asked.question);
    else if (asked !== null) void launch(session, {});
    else if (run !== null) void openRun(session, run, at).then(() => lookAgain(session, run, place));
    else if (left !== null) void openLeft(session, left);
    return () => {
      // Leaving the workspace lets go of its runs; the ledgers stay as they are (K6).
      stopHearing();
      session.runs.close();
      session.shown.rest();
    };
  }, [session]);
}

/**
 * Replays a run from its ledger (K4): folds its facts again, compares every commit with what was recorded, and shows
 * the run from its start to its end. Nothing is called.
 */
export async function replayRun(session: Session, { runId }: RunSummary): Promise<void> {
  const commits = await session.storage.runs.read(runId);
  const outcome = replay(commits);
  if (!outcome.ok) {
    sayDifference(outcome);
    return;
  }
  await openRun(session, runId, null);
  if (session.closed.aborted) return;
  say({
    tone: 'ok',
    text: `Replayed: ${commits.length} commits, each equal to what was recorded. Nothing was called.`,
  });
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) play(session, runId, commits.length);
}

/** Says when a ledger is not what its facts cause: somebody changed it, or it comes from another version. */
export function sayIfItDiffers(commits: readonly Commit[]): void {
  const outcome = replay(commits);
  if (!outcome.ok) sayDifference(outcome);
}

function sayDifference({ difference }: Extract<Replay, { ok: false }>): void {
  sayProblems([
    problem(
      difference.code,
      `This run does not replay. ${difference.message}`,
      'It can be looked at, but do not rely on it: ask for the ledger again from where it ran.',
    ),
  ]);
}

const WHOLE_MS = 6_000;
const SLOWEST_MS = 350;

/** Moves through the run at an even pace, until its end or until a hand is on the slider. */
function play({ editor }: Session, runId: string, length: number): void {
  let position = 0;
  editor.cursor.seek(position);
  const timer = window.setInterval(
    () => {
      const now = editor.runs.getState();
      if (now.shown !== runId || now.position !== position) {
        window.clearInterval(timer);
        return;
      }
      position += 1;
      if (position >= length) window.clearInterval(timer);
      editor.cursor.seek(position >= length ? null : position);
    },
    Math.min(SLOWEST_MS, WHOLE_MS / Math.max(length, 1)),
  );
}

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
