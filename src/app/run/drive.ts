import type { RunWriter } from '#hosting';
import type { RunHandle, RunTrouble } from '#runtime';
import { say } from '../parts/Toasts';
import type { Session } from '../state/session';
import { followElsewhere, stopFollowing } from './follow';
import { answerGoalsHere } from './goalsOfPage';
import { forgetLive, keepLive, type LiveRun } from './liveRuns';
import { progressOf } from './progress';
import { drivenRun, setDrivenRun } from './runActions';
import { NO_FACTS, runFactsStore } from './runStore';

/**
 * Joins a run to the page until it is over: commits, progress, trouble. It goes on whether it is shown or not; one that
 * is shown is steered from now on, whoever had it before.
 */
export function drive(session: Session, handle: RunHandle, writer: RunWriter): LiveRun {
  const { editor } = session;
  const run: LiveRun = { handle, writer, progress: new Map() };
  keepLive(run);
  const isSteered = () => drivenRun() === handle;
  const tellStatus = statusTeller(session, handle.runId);
  handle.subscribe((commit) => {
    editor.cursor.append(handle.runId, commit);
    tellStatus();
  });
  handle.onTrouble((trouble: RunTrouble | null) => {
    if (isSteered()) runFactsStore.setState({ trouble });
  });
  const progress = progressOf(
    (map) => {
      run.progress = map;
      if (isSteered()) runFactsStore.setState({ progress: map });
    },
    () => session.storage.vault.secrets(),
  );
  handle.onProgress(progress.hear);
  void handle.done.then(() => {
    writer.release();
    forgetLive(run);
    editor.cursor.setHosted(handle.runId, false);
    if (isSteered()) {
      setDrivenRun(null);
      runFactsStore.setState({ standing: 'record' });
    }
  });
  void writer.lost.then(() => handOver(session, run));
  if (editor.runs.getState().shown === handle.runId) standHere(run);
  answerGoalsHere(session, run, drive);
  return run;
}

/** Shows a run of this tab, and steers it from now on; those that were shown before go on beside it. */
export function steer({ editor }: Session, run: LiveRun): void {
  standHere(run);
  editor.showRun(run.handle.runId);
}

/** The run that is shown is one of this tab. */
function standHere({ handle, progress }: LiveRun): void {
  stopFollowing();
  setDrivenRun(handle);
  runFactsStore.setState({ ...NO_FACTS, standing: 'here', trouble: handle.trouble, progress });
}

/** Case H3: another tab took the run over. This one lets go of it, and goes on to show it. */
async function handOver(session: Session, run: LiveRun): Promise<void> {
  const { handle } = run;
  const driven = drivenRun() === handle;
  handle.close();
  forgetLive(run);
  await handle.done;
  // The workspace may have been left meanwhile, or another run be steered.
  if (!driven || session.closed.aborted) return;
  if (drivenRun() === handle) setDrivenRun(null);
  if (session.editor.runs.getState().shown === handle.runId) {
    followElsewhere(session, handle.runId, handle.commits);
    say({ tone: 'info', text: 'Another tab has taken this run over.' });
  }
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
