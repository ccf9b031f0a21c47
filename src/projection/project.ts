import type { Commit } from '#kernel';
import { closeDraft, type Draft, openDraft } from './draft';
import { foldEntry } from './foldEntry';
import { foldFact } from './foldFact';
import type { RunView, Waiting } from './runView';

/** A run of which nothing is known yet. */
export const EMPTY_VIEW: RunView = {
  position: 0,
  started: null,
  status: 'pending',
  pausedBecause: null,
  pendingOn: [],
  usedUp: null,
  startedAt: null,
  endedAt: null,
  at: null,
  nodes: new Map(),
  variables: new Map(),
  planning: new Map(),
  opened: new Map(),
  scopes: new Map(),
  rounds: new Map(),
  machines: new Map(),
  open: new Map(),
  inFlight: 0,
  serverWaits: 0,
  waiting: [],
  outputs: {},
  error: null,
  usage: {},
  calls: 0,
  budget: {},
  runPolicies: [],
};

/**
 * Folds the first `position` commits of a ledger for reading (D3, K4). Uses the entries and never runs `step`.
 *
 * @param position how many commits are shown, all by default; more than there are is as many as there are
 * @example project(commits, 0) // EMPTY_VIEW
 */
export function project(commits: readonly Commit[], position: number = commits.length): RunView {
  const draft = openDraft(EMPTY_VIEW);
  const end = Math.min(position, commits.length);
  for (let index = 0; index < end; index++) {
    const commit = commits[index];
    if (commit !== undefined) foldCommit(draft, commit);
  }
  return end <= 0 ? EMPTY_VIEW : closeDraft(draft);
}

/**
 * The view after one more commit. Shares with `view` all that the commit does not touch, and leaves `view`
 * as it was: `advance(project(commits, n), commits[n])` shows what `project(commits, n + 1)` shows.
 */
export function advance(view: RunView, commit: Commit): RunView {
  const draft = openDraft(view);
  foldCommit(draft, commit);
  return closeDraft(draft);
}

function foldCommit(draft: Draft, commit: Commit): void {
  draft.position++;
  draft.at = commit.at;
  foldFact(draft, commit);
  for (const entry of commit.entries) foldEntry(draft, entry, commit);
}

/** A view is kept at every so many commits; going anywhere folds at most that many again, some 2 ms. */
const KEEP_EVERY = 250;

/**
 * The views of a growing ledger at any position (D3). Kept views share their records, so a long ledger costs
 * little more than its last view.
 *
 * @example const views = new LedgerViews(commits); views.at(3).variables
 */
export class LedgerViews {
  readonly #commits: Commit[] = [];
  readonly #kept: RunView[] = [EMPTY_VIEW];
  #last = EMPTY_VIEW;

  constructor(commits: readonly Commit[] = []) {
    for (const commit of commits) this.append(commit);
  }

  /** How many commits there are: the last position. */
  get length(): number {
    return this.#commits.length;
  }

  /** The view of everything. */
  get last(): RunView {
    return this.#last;
  }

  append(commit: Commit): RunView {
    this.#commits.push(commit);
    this.#last = advance(this.#last, commit);
    if (this.#commits.length % KEEP_EVERY === 0) this.#kept.push(this.#last);
    return this.#last;
  }

  /** The view of the first `position` commits; a position beyond the ends is the nearest there is. */
  at(position: number): RunView {
    if (position >= this.#commits.length) return this.#last;
    let view = this.#kept[Math.floor(Math.max(0, position) / KEEP_EVERY)] ?? EMPTY_VIEW;
    for (const commit of this.#commits.slice(view.position, Math.max(0, position))) {
      view = advance(view, commit);
    }
    return view;
  }
}

/**
 * The commit with which something waited no more: because it was answered, or came, or because nobody waits for it any longer.
 *
 * @param waiting what waits in `view`
 * @param commits of the whole run
 * @returns null where it waits still
 */
export function endOfWait(waiting: Waiting, view: RunView, commits: readonly Commit[]): Commit | null {
  let later = view;
  for (const commit of commits.slice(view.position)) {
    later = advance(later, commit);
    if (!waitsIn(later, waiting)) return commit;
  }
  return null;
}

/** Whether it is what waits there, and not another question under its address. */
export function waitsIn({ waiting }: Pick<RunView, 'waiting'>, { address, since }: Waiting): boolean {
  return waiting.some((one) => one.address === address && one.since === since);
}
