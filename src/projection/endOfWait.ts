import type { Commit } from '#kernel';
import { advance } from './project';
import type { RunView, Waiting } from './runView';

/**
 * The commit with which something waited no more: because it was answered, or came, or because nobody waits for it any longer.
 *
 * @param waiting what waits in `view`
 * @param commits of the whole run
 * @returns null where it waits still
 */
export function endOfWait(waiting: Waiting, view: RunView, commits: readonly Commit[]): Commit | null {
  let later = view;
  for (const commit of commits.slice(view.position)) {
    later = advance(later, commit);
    if (!waitsIn(later, waiting)) return commit;
  }
  return null;
}

/** Whether it is what waits there, and not another question under its address. */
export function waitsIn({ waiting }: Pick<RunView, 'waiting'>, { address, since }: Waiting): boolean {
  return waiting.some((one) => one.address === address && one.since === since);
}
