import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Commit } from '#kernel';
import { LedgerViews } from '#projection';
import type { AttachedRun, RunsState } from './stores';

/** The runs that the editor knows, which of them is shown, and where in its ledger: time travel (D3). */
export class RunCursor {
  readonly store: StoreApi<RunsState>;
  readonly #views = new Map<string, LedgerViews>();

  constructor() {
    this.store = createStore<RunsState>(() => ({ runs: new Map(), shown: null, left: null, position: null }));
  }

  /** The run that is shown. */
  get shown(): AttachedRun | null {
    const { runs, shown } = this.store.getState();
    return (shown === null ? undefined : runs.get(shown)) ?? null;
  }

  /** The views of a run's ledger at every position. */
  views(runId: string): LedgerViews | null {
    return this.#views.get(runId) ?? null;
  }

  /** Makes a run known, with what there is of its ledger; `show` shows it. */
  attach(runId: string, commits: readonly Commit[], hosted: boolean): void {
    const views = new LedgerViews(commits);
    this.#views.set(runId, views);
    this.#put({ runId, planId: planOf(views), commits: [...commits], live: views.last, hosted });
  }

  /** One commit more; nothing happens for a run that is not attached. */
  append(runId: string, commit: Commit): void {
    const run = this.store.getState().runs.get(runId);
    const views = this.#views.get(runId);
    if (run === undefined || views === undefined) return;
    const live = views.append(commit);
    this.#put({ ...run, planId: planOf(views), live, commits: [...run.commits, commit] });
  }

  /** Whether a host drives the run now. */
  setHosted(runId: string, hosted: boolean): void {
    const run = this.store.getState().runs.get(runId);
    if (run !== undefined) this.#put({ ...run, hosted });
  }

  /** Forgets a run; the plan is shown again when it was this one. */
  detach(runId: string): void {
    const { runs, shown, left } = this.store.getState();
    const rest = new Map(runs);
    rest.delete(runId);
    this.#views.delete(runId);
    this.store.setState({
      runs: rest,
      ...(shown === runId ? { shown: null, position: null } : {}),
      ...(left === runId ? { left: null } : {}),
    });
  }

  /** Forgets all runs. */
  clear(): void {
    this.#views.clear();
    this.store.setState({ runs: new Map(), shown: null, left: null, position: null });
  }

  /** Shows a run live; null shows the plan. A run that is not attached is not shown. */
  show(runId: string | null): void {
    const known = runId !== null && this.store.getState().runs.has(runId);
    this.store.setState({ shown: known ? runId : null, left: null, position: null });
  }

  /** Shows the plan, which is another now: what the run came to is still told of it. */
  leave(): void {
    this.store.setState(({ shown }) => ({ shown: null, left: shown, position: null }));
  }

  /** Shows the plan, and tells on it what a run came to that an edit has left. A run that is not attached tells nothing. */
  showLeft(runId: string): void {
    const known = this.store.getState().runs.has(runId);
    this.store.setState({ shown: null, left: known ? runId : null, position: null });
  }

  /** Shows the first `position` commits of the run that is shown; null follows it live. */
  seek(position: number | null): void {
    const run = this.shown;
    if (run === null) return;
    const last = run.commits.length;
    this.store.setState({ position: position === null ? null : Math.min(Math.max(0, position), last) });
  }

  /** Moves the position by so many commits; forward from the last one follows the run live. */
  seekBy(commits: number): void {
    const last = this.shown?.commits.length ?? 0;
    const to = (this.store.getState().position ?? last) + commits;
    this.seek(to > last ? null : to);
  }

  #put(run: AttachedRun): void {
    this.store.setState({ runs: new Map(this.store.getState().runs).set(run.runId, run) });
  }
}

function planOf(views: LedgerViews): string {
  return views.last.started?.closure.plans[0]?.id ?? '';
}
