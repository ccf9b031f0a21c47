import type { Commit } from '#kernel';
import type { Session } from '../state/session';

/** Another tab writes it: shown live, and not steered from here (K7). */
export function followElsewhere(
  { editor, storage, shown }: Session,
  runId: string,
  commits: readonly Commit[],
): void {
  editor.cursor.attach(runId, commits, true);
  let seen = commits.length;
  const stop = storage.runs.follow(runId, (all) => {
    for (const commit of all) {
      if (commit.seq < seen) continue;
      editor.cursor.append(runId, commit);
      seen = commit.seq + 1;
    }
  });
  shown.follow(stop);
  editor.showRun(runId);
}
