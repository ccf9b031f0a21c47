import { useQuery } from '@tanstack/react-query';
import { type CallOfRun, ruledCalls } from '#projection';
import { useShownRun } from '../run/runStore';
import { useSession } from '../state/session';

/** The calls of the run that is shown, else of the newest of the workspace; null while there is none. */
export function useCallsOfLastRun(): readonly CallOfRun[] | null {
  const { id, storage } = useSession();
  const shown = useShownRun((run) => run);
  const { data = null } = useQuery({
    queryKey: ['calls of the last run', id, shown?.runId, shown?.commits.length],
    queryFn: async () => {
      if (shown !== null) return ruledCalls(shown.commits);
      const [newest] = await storage.runs.list(id);
      return newest === undefined ? null : ruledCalls(await storage.runs.read(newest.runId));
    },
  });
  return data;
}
