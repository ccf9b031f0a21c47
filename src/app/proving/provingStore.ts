import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Diagnostic } from '#base';
import { type EvalResults, type EvalRun, evaluate, suiteHash } from '#proving';
import { type Host, memoryLedger } from '#runtime';
import { hostOfPage } from '../run/hostOfPage';
import { openDialog } from '../state/dialogs';
import { diagnosticOf } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { keepGround, type OpenSuite } from './suiteOfPage';

/** A cell of the table: how a subject did at a case. */
export interface Cell {
  readonly subject: string;
  readonly case: string;
}

/** The proving ground of the workspace that is open. */
interface ProvingState {
  /** Id of the workspace; another one begins anew. */
  readonly workspace: string | null;
  readonly opened: OpenSuite | null;
  readonly results: EvalResults | null;
  /** Results of a file, to compare with. */
  readonly against: { readonly name: string; readonly results: EvalResults } | null;
  /** Ends what goes on; null while nothing does. */
  readonly going: AbortController | null;
  /** Why it has stopped before it was done, or what is wrong with what was opened. */
  readonly problems: readonly Diagnostic[];
  readonly cell: Cell | null;
}

const EMPTY: ProvingState = {
  workspace: null,
  opened: null,
  results: null,
  against: null,
  going: null,
  problems: [],
  cell: null,
};

export const provingStore = createStore<ProvingState>(() => EMPTY);

export function useProving<T>(select: (state: ProvingState) => T): T {
  return useStore(provingStore, select);
}

/** Begins anew, with nothing opened or with a suite: results of another one say nothing of it. What goes on ends. */
export function enterGround(
  workspace: string,
  opened: OpenSuite | null = null,
  results: EvalResults | null = null,
): void {
  provingStore.getState().going?.abort();
  provingStore.setState({ ...EMPTY, workspace, opened, results });
}

/** What buttons of cells carry, so that whoever leaves one finds back. */
export const CELL = 'data-cell';

export function chooseCell(cell: Cell | null): void {
  provingStore.setState({ cell });
}

/** The runs of a cell, in their order. */
export function runsOf({ runs }: Pick<EvalResults, 'runs'>, cell: Cell): readonly EvalRun[] {
  return runs.filter((run) => run.subject === cell.subject && run.case === cell.case);
}

/**
 * Runs the suite that is open on the workspace that is open, or goes on where it stopped. Its runs are kept in no list: results and plans
 * are what is left of them.
 */
export async function runSuite(session: Session): Promise<void> {
  const { opened, results, going } = provingStore.getState();
  if (opened === null || going !== null || session.closed.aborted) return;
  if (!session.state.getState().trusted) {
    openDialog({ kind: 'trust', next: () => void runSuite(session) });
    return;
  }
  const stop = new AbortController();
  provingStore.setState({ going: stop, problems: [] });
  const isHere = () => provingStore.getState().going === stop;
  try {
    const workspace = workspaceToRun(session);
    const isSame = results?.suite === suiteHash(opened.suite, workspace);
    const isDone = isSame && results.runs.length === results.of;
    const host = await hostOfPage(session, memoryLedger());
    const done = await evaluate({
      suite: opened.suite,
      workspace,
      ground: {
        capabilitiesFor: () => host.capabilities,
        hostFor: (_, capabilities): Host => ({ ...host, capabilities, ledger: memoryLedger() }),
      },
      before: isSame && !isDone ? results : undefined,
      signal: AbortSignal.any([stop.signal, session.closed]),
      onRun: async (so) => {
        if (isHere()) provingStore.setState({ results: so });
        await kept(session, so);
      },
    });
    if (!isHere()) return;
    const { stopped } = done.ok ? done.value : { stopped: null };
    if (done.ok) provingStore.setState({ results: done.value.results });
    const problems = done.ok ? [] : done.problem;
    provingStore.setState({ problems: stopped === null ? problems : [stopped] });
  } catch (thrown) {
    if (isHere()) provingStore.setState({ problems: [diagnosticOf(thrown, 'The suite could not be run.')] });
  } finally {
    if (isHere()) provingStore.setState({ going: null });
  }
}

export function stopSuite(): void {
  provingStore.getState().going?.abort();
}

/** A page that is lost goes on from there; where it cannot be kept, what is shown is all there is. */
async function kept(session: Session, results: EvalResults): Promise<void> {
  const { opened } = provingStore.getState();
  if (opened !== null) await keepGround(session, opened.source, results);
}
