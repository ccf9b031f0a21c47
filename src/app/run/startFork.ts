import type { Session } from '../state/session';
import { filledBy } from '../state/slots';
import { closeFork } from './forkStore';
import type { ReadyFork } from './forkWay';
import { launch } from './launch';

/**
 * Starts the fork that is being made (D3), as a run that is shown. Whoever chose a model of a connection of their own has picked that
 * connection for its slot (W7).
 *
 * @param name what it is called in the list of runs
 */
export async function startFork(session: Session, { branch, own }: ReadyFork, name: string): Promise<void> {
  closeFork();
  for (const { spec, connection } of own)
    if (filledBy(session, spec.connection)?.id !== connection.id)
      session.storage.vault.pick(session.id, spec.connection, connection.id);
  await launch(session, { branch, name });
}
