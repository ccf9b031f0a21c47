import { problem } from '#base';
import { type Commit, type Replay, replay } from '#kernel';
import type { RunSummary } from '#storage';
import { say } from '../parts/Toasts';
import { sayProblems } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { openRun } from './openRun';

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
