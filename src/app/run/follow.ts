import type { Commit } from '#kernel';
import type { Session } from '../state/session';
import { setDrivenRun } from './runActions';
import { NO_FACTS, runFactsStore } from './runStore';

let stop: (() => void) | null = null;

/** Ends what `followElsewhere` began; a tab shows one run at a time. */
export function stopFollowing(): void {
  stop?.();
  stop = null;
}

/** Another tab writes it: shown live, and not steered from here (K7). */
export function followElsewhere(session: Session, runId: string, commits: readonly Commit[]): void {
  const { editor, storage } = session;
  stopFollowing();
  editor.cursor.attach(runId, commits, true);
  setDrivenRun(null);
  runFactsStore.setState({ ...NO_FACTS, standing: 'elsewhere' });
  editor.showRun(runId);
  let seen = commits.length;
  stop = storage.runs.follow(runId, (all) => {
    for (const commit of all) {
      if (commit.seq < seen) continue;
      editor.cursor.append(runId, commit);
      seen = commit.seq + 1;
    }
  });
}
