import type { Commit } from '#kernel';
import { advance, EMPTY_VIEW } from './project';
import type { RunView } from './runView';

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
