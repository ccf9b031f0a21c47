import { useQuery } from '@tanstack/react-query';
import { storedQuery } from '../state/services';
import { useDocument, useSession } from '../state/session';
import { type NamedSession, namedSessions, sessionsOf } from './placement';
import { runsOf } from './runLists';

const NONE: readonly string[] = [];

/** The sessions of this workspace: those that its document names, that runs belong to, and of which something is kept. */
export function useSessions(): readonly NamedSession[] {
  const { id } = useSession();
  const { data: runs = [] } = useQuery(runsOf(id));
  const { data: kept = NONE } = useQuery(storedQuery('sessions', [id], ({ sessions }) => sessions.list(id)));
  const entries = useDocument(({ workspace }) => workspace.sessions);
  return namedSessions(entries, [...sessionsOf(runs), ...kept]);
}
