import type { Branch } from '#runtime';
import type { Session } from '../state/session';
import { closeFork } from './forkStore';
import { launch } from './launch';

/**
 * Starts the fork that is being made (D3), as a run that is shown.
 *
 * @param name what it is called in the list of runs
 */
export async function startFork(session: Session, branch: Branch, name: string): Promise<void> {
  closeFork();
  await launch(session, { branch, name });
}
