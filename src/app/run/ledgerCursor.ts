import type { Commit } from '#kernel';
import { advance, EMPTY_VIEW, type RunView } from '#projection';

/** Every so many commits a view is kept, so that travelling back folds at most this many. */
const KEEP_EVERY = 64;

/**
 * The views of one ledger at its positions (D3). A view is a persistent value, so keeping many costs little;
 * going anywhere folds at most 63 commits from the nearest kept view.
 */
export class LedgerCursor {
  readonly #commits: Commit[] = [];
  readonly #kept: RunView[] = [EMPTY_VIEW];
  #head: RunView = EMPTY_VIEW;

  get commits(): readonly Commit[] {
    return this.#commits;
  }

  get length(): number {
    return this.#commits.length;
  }

  /** The view of everything so far. */
  get head(): RunView {
    return this.#head;
  }

  append(commits: readonly Commit[]): void {
    for (const commit of commits) {
      this.#commits.push(commit);
      this.#head = advance(this.#head, commit);
      if (this.#commits.length % KEEP_EVERY === 0) this.#kept.push(this.#head);
    }
  }

  /** The view of the first `position` commits; outside the ledger, of its nearest end. */
  at(position: number): RunView {
    if (position >= this.length) return this.#head;
    const wanted = Math.max(0, position);
    const base = Math.floor(wanted / KEEP_EVERY);
    let view = this.#kept[base] ?? EMPTY_VIEW;
    for (let index = base * KEEP_EVERY; index < wanted; index++) {
      const commit = this.#commits[index];
      if (commit) view = advance(view, commit);
    }
    return view;
  }
}
