import { useEffect, useLayoutEffect, useState } from 'react';
import type { AttachedRun } from '#editor';
import { usePins } from '../pins/pinsOfPage';
import { useCatalogue, useDocument, usePlanView, useRuns, useScene, useSession } from '../state/session';
import { whenIdle } from '../state/whenIdle';
import { isSettledRun } from './isSettledRun';
import { keepEqual, type Marks, NO_RESULTS, resultsOf } from './resultsOf';
import { resultsStore } from './resultsStore';

const NO_MARKS: Marks = new Map();

/**
 * D7, D11: the results of the last run stay on the canvas after an edit, marked where they do not hold any more. So are those of a run
 * that is shown while the plan, or what it names, is another now. Draws nothing itself.
 */
export function KeptResults() {
  const run = useKeptRun();
  const isLeft = useRuns(({ shown }) => shown === null);
  const graph = useScene((scene) => scene.graph);
  const marks = useMarks(run);
  useLayoutEffect(() => {
    const { byKey } = resultsStore.getState();
    const next = run === null ? NO_RESULTS : resultsOf(graph, isLeft ? run.live : null, marks);
    resultsStore.setState({ byKey: keepEqual(next, byKey) });
  }, [run, isLeft, graph, marks]);
  useEffect(() => () => resultsStore.setState({ byKey: NO_RESULTS }), []);
  return null;
}

/** The run that is shown, or the one of the open plan that an edit has left. */
function useKeptRun(): AttachedRun | null {
  const open = usePlanView(({ planId }) => planId);
  return useRuns(({ runs, shown, left }) => {
    const run = runs.get(shown ?? left ?? '') ?? null;
    return run !== null && (open === null || run.planId === open) ? run : null;
  });
}

/** How long an edit rests before the marks are looked for, in milliseconds. */
const REST_MS = 250;

/** What is stale of a run that is over, or that nobody drives: found when the page has nothing else to do. */
function useMarks(run: AttachedRun | null): Marks {
  const session = useSession();
  const workspace = useDocument((state) => state.workspace);
  const pins = usePins();
  const catalogue = useCatalogue();
  const [found, setFound] = useState<{ readonly runId: string; readonly marks: Marks } | null>(null);
  const rests = run !== null && (isSettledRun(run.live.status) || !run.hosted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session's catalogue and slots follow these.
  useEffect(() => {
    if (run === null || !rests) return;
    const over = new AbortController();
    const find = async () => {
      await whenIdle();
      const { staleMarks } = await import('./staleMarks');
      const marks = over.signal.aborted ? null : await staleMarks(session, run, pins, over.signal);
      if (marks !== null && !over.signal.aborted) setFound({ runId: run.runId, marks });
    };
    const timer = setTimeout(() => void find().catch(() => undefined), REST_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [session, run, rests, workspace, pins, catalogue]);
  return found !== null && found.runId === run?.runId ? found.marks : NO_MARKS;
}
