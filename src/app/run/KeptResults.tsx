import { History } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Address, withoutAttempt } from '#base';
import type { CardResult, StaleMark } from '#canvas';
import type { AttachedRun } from '#editor';
import { type Graph, type NodeStatus, placeOf, type RunView } from '#projection';
import { whenIdle } from '../parts/browser';
import { usePins } from '../pins/pinOf';
import { useCatalogue, useDocument, usePlanView, useRuns, useScene, useSession } from '../state/session';
import styles from './KeptResults.module.css';
import { isSettledRun } from './runStore';

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

/** What is stale of a run, by the addresses of its steps. */
type Marks = ReadonlyMap<Address, StaleMark>;

const NO_RESULTS: ReadonlyMap<string, CardResult> = new Map();

/**
 * What cards tell of a run besides their own status (D7), by their keys.
 *
 * @param left the view of the run where its statuses are not drawn any more; null where cards have them themselves
 */
export function resultsOf(graph: Graph, left: RunView | null, marks: Marks): ReadonlyMap<string, CardResult> {
  if (left === null) {
    const byCard = surestOf(marks);
    const shown = graph.nodes.flatMap(({ key, address, type }) => {
      // A state is drawn once, however often the run was in it.
      const stale = type === 'STATE' ? byCard.get(key) : marks.get(withoutAttempt(address));
      return stale === undefined ? [] : [[key, { status: null, stale }] as const];
    });
    return shown.length === 0 ? NO_RESULTS : new Map(shown);
  }
  const statuses = new Map<string, NodeStatus>();
  for (const { address, status } of left.nodes.values())
    if (KEPT.has(status)) statuses.set(placeOf(address).key, status);
  const stale = surestOf(marks);
  return new Map(
    graph.nodes.flatMap(({ key }) => {
      const status = statuses.get(key);
      return status === undefined ? [] : [[key, { status, stale: stale.get(key) ?? null }] as const];
    }),
  );
}

/** By the keys of cards: of several rounds the surer mark stands on the card. */
function surestOf(marks: Marks): ReadonlyMap<string, StaleMark> {
  const surest = new Map<string, StaleMark>();
  for (const [address, mark] of marks) {
    const { key } = placeOf(address);
    if (surest.get(key)?.word !== 'stale') surest.set(key, mark);
  }
  return surest;
}

const KEPT: ReadonlySet<NodeStatus> = new Set<NodeStatus>(['succeeded', 'failed', 'cancelled']);

/** What reads the same stays the same object, so that its card is not drawn anew. */
export function keepEqual(
  next: ReadonlyMap<string, CardResult>,
  before: ReadonlyMap<string, CardResult>,
): ReadonlyMap<string, CardResult> {
  let isSame = next.size === before.size;
  const kept = new Map<string, CardResult>();
  for (const [key, result] of next) {
    const old = before.get(key);
    const same = old !== undefined && isEqual(old, result);
    isSame &&= same;
    kept.set(key, same ? old : result);
  }
  return isSame ? before : kept;
}

function isEqual(one: CardResult, other: CardResult): boolean {
  return (
    one.status === other.status &&
    one.stale?.word === other.stale?.word &&
    one.stale?.reason === other.stale?.reason
  );
}

/** What cards keep of a run (D7), by their keys: `KeptResults` finds it. */
export const resultsStore = createStore<{ readonly byKey: ReadonlyMap<string, CardResult> }>(() => ({
  byKey: new Map(),
}));

/** What one card keeps. */
export function useKeptResult(key: string): CardResult | undefined {
  return useStore(resultsStore, ({ byKey }) => byKey.get(key));
}

/** D11: why what the node came to in the last run does not hold any more, or may not. */
export function StaleNote({ node }: { readonly node: string }) {
  const stale = useKeptResult(node)?.stale ?? null;
  if (stale === null) return null;
  return (
    <section className={styles.note} aria-label="Stale">
      <History className={styles.icon} aria-hidden />
      <p className={styles.words}>
        <strong>
          {stale.word === 'stale' ? 'The last result is stale' : 'The last result may be stale'}
        </strong>
        <span>{stale.reason}</span>
      </p>
    </section>
  );
}
