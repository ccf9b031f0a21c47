import { useQuery } from '@tanstack/react-query';
import { type CallOfRun, ruledCalls } from '#projection';
import { useShownRun } from '../run/runStore';
import { storedQuery } from '../state/services';
import { useSession } from '../state/session';

/** The calls of the run that is shown, else of the newest of the workspace; null while there is none. */
export function useCallsOfLastRun(): readonly CallOfRun[] | null {
  const { id } = useSession();
  const shown = useShownRun((run) => run);
  const key = [id, 'last calls', shown?.runId, shown?.commits.length];
  const { data = null } = useQuery(
    storedQuery('runs', key, async ({ runs }) => {
      if (shown !== null) return ruledCalls(shown.commits);
      const [newest] = await runs.list(id);
      return newest === undefined ? null : ruledCalls(await runs.read(newest.runId));
    }),
  );
  return data;
}
