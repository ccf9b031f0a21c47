import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Address } from '#base';
import type { Commit } from '#kernel';
import { EMPTY_VIEW, type RunView } from '#projection';
import type { RunTrouble } from '#runtime';
import { adjustPlace } from '../state/address';
import { LedgerCursor } from './ledgerCursor';

/** Who writes this run: this tab, another tab, or nobody any more. */
export type Standing = 'here' | 'elsewhere' | 'record';

/** The run that is shown: always a projection of its ledger at a position. */
export interface ShownRun {
  readonly runId: string;
  readonly standing: Standing;
  /** Imported from a file: its effects did not happen here (case A14). */
  readonly imported: boolean;
  readonly commits: readonly Commit[];
  readonly length: number;
  /** How many commits are shown. */
  readonly position: number;
  /** Follows the newest commit. */
  readonly live: boolean;
  readonly view: RunView;
  /** The view one commit earlier: what changed with this one. */
  readonly before: RunView;
  readonly head: RunView;
  /** Tokens and progress by address without attempt: for the screen only (K9). */
  readonly progress: ReadonlyMap<Address, string>;
  readonly trouble: RunTrouble | null;
}

export const runStore = createStore<{ readonly run: ShownRun | null }>(() => ({ run: null }));

let cursor = new LedgerCursor();

/** Shows a run. What was shown before is let go. */
export function showRun(
  runId: string,
  commits: readonly Commit[],
  options: { standing: Standing; imported?: boolean; at?: number | null },
): void {
  cursor = new LedgerCursor();
  cursor.append(commits);
  const at = options.at ?? null;
  runStore.setState({
    run: {
      runId,
      standing: options.standing,
      imported: options.imported ?? false,
      progress: new Map(),
      trouble: null,
      ...shownAt(at ?? cursor.length),
      live: at === null,
    },
  });
  adjustPlace({ run: runId, at });
}

export function hideRun(): void {
  cursor = new LedgerCursor();
  runStore.setState({ run: null });
  adjustPlace({ run: null, at: null });
}

/** Adds commits that became durable; they are shown when the run is followed. */
export function appendCommits(runId: string, commits: readonly Commit[]): void {
  const run = runStore.getState().run;
  if (run?.runId !== runId || commits.length === 0) return;
  cursor.append(commits);
  runStore.setState({ run: { ...run, ...shownAt(run.live ? cursor.length : run.position) } });
}

/** Goes to a position (D3); null follows the run again. */
export function travel(position: number | null): void {
  const run = runStore.getState().run;
  if (!run) return;
  const wanted = Math.max(0, Math.min(position ?? cursor.length, cursor.length));
  const live = position === null || (wanted === cursor.length && run.standing !== 'record');
  runStore.setState({ run: { ...run, ...shownAt(wanted), live } });
  adjustPlace({ at: live ? null : wanted });
}

/** Changes what is known of the shown run besides its ledger. */
export function patchRun(
  runId: string,
  patch: Partial<Pick<ShownRun, 'standing' | 'progress' | 'trouble'>>,
): void {
  const run = runStore.getState().run;
  if (run?.runId === runId) runStore.setState({ run: { ...run, ...patch } });
}

function shownAt(
  position: number,
): Pick<ShownRun, 'commits' | 'length' | 'position' | 'view' | 'before' | 'head'> {
  return {
    commits: cursor.commits,
    length: cursor.length,
    position,
    view: cursor.at(position),
    before: position === 0 ? EMPTY_VIEW : cursor.at(position - 1),
    head: cursor.head,
  };
}

export function useRun<T>(select: (run: ShownRun | null) => T): T {
  return useStore(runStore, (state) => select(state.run));
}

/** The view at the shown position; null while no run is shown. */
export function useView(): RunView | null {
  return useRun((run) => run?.view ?? null);
}
