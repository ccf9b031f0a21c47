import type { DrivenRun } from '#hosting';
import type { RunHandle } from '#runtime';
import { say } from '../parts/Toasts';
import type { Session } from '../state/session';
import { followElsewhere } from './follow';
import { progressOf } from './progress';

/**
 * Joins a run that this tab drives to the page until it is over: commits, progress, trouble. It goes on whether it is
 * shown or not; one that is shown is steered from now on, whoever had it before.
 */
export function drive(session: Session, { handle, lost, kept }: DrivenRun): void {
  const { editor, storage, shown } = session;
  const { runId } = handle;
  editor.cursor.attach(runId, handle.commits, true);
  const tellStatus = statusTeller(session, runId);
  handle.subscribe((commit) => {
    editor.cursor.append(runId, commit);
    tellStatus();
  });
  handle.onTrouble((trouble) => shown.hear(handle, { trouble }));
  const progress = progressOf(
    (texts) => shown.hear(handle, { progress: texts }),
    () => storage.vault.secrets(),
  );
  handle.onProgress(progress.hear);
  void handle.done.then(() => {
    editor.cursor.setHosted(runId, false);
    shown.letGo(handle);
  });
  void kept.then((trouble) => {
    if (trouble !== null)
      say({ tone: 'bad', text: 'What the run did is not kept in its session.', help: trouble });
  });
  void lost.then(() => handOver(session, handle));
  if (editor.runs.getState().shown === runId) shown.steer(handle);
}

/** Shows a run of this tab, and steers it from now on; those that were shown before go on beside it. */
export function steer({ editor, shown }: Session, { handle }: DrivenRun): void {
  shown.steer(handle);
  editor.showRun(handle.runId);
}

/** Case H3: another tab took the run over. This one goes on to show it, unless it shows something else by now. */
function handOver(session: Session, { runId, commits }: RunHandle): void {
  if (session.closed.aborted || session.editor.runs.getState().shown !== runId) return;
  followElsewhere(session, runId, commits);
  say({ tone: 'info', text: 'Another tab has taken this run over.' });
}

/** The list of runs knows what only a projection knows, that a run waits: it is told whenever that changes. */
function statusTeller({ editor, storage }: Session, runId: string): () => void {
  let told = '';
  return () => {
    const status = editor.runs.getState().runs.get(runId)?.live.status;
    if (status === undefined || status === told) return;
    told = status;
    // Whatever keeps it from being written keeps the ledger from it as well, and is told there.
    storage.runs.mark(runId, status).catch(() => {});
  };
}
