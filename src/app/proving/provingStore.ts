import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Diagnostic } from '#base';
import type { EvalResults, EvalRun } from '#proving';
import type { OpenSuite } from './suiteOfPage';

/** A cell of the table: how a subject did at a case. */
export interface Cell {
  readonly subject: string;
  readonly case: string;
}

/** The proving ground of the workspace that is open. */
export interface ProvingState {
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
