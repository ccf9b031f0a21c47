import type { Diagnostic } from '#base';
import type { Workspace } from '#plan';
import type { Reader } from '../share/reading/reader';
import type { SessionWork } from '../state/session';
import { type Written, writtenOf } from '../state/written';
import { differenceOf } from './difference';
import { countValues } from './pieces';

/** Up to so many values a document is checked and written by the page itself, within a frame or two. */
const WORKED_ON_BY_PAGE = 5_000;

/**
 * What takes long with the document that is open is done away from the page's thread (fault X5). The worker that has
 * prepared it keeps it, and is told of what has changed since. One that dies is started anew, and given all of it; where
 * none may start, the page does the work.
 */
export class DocumentWork implements SessionWork {
  readonly #reader: Reader;
  readonly #closing = new AbortController();
  /** What the worker has of it. */
  #sent: Workspace | null;
  #last: Promise<unknown> = Promise.resolve();

  /** @param prepared the document that the reader has made ready; null where the page did it */
  constructor(reader: Reader, prepared: Workspace | null) {
    this.#reader = reader;
    this.#sent = prepared;
  }

  isLarge(workspace: Workspace): boolean {
    return countValues(workspace, WORKED_ON_BY_PAGE) >= WORKED_ON_BY_PAGE;
  }

  problems(workspace: Workspace): Promise<readonly Diagnostic[] | null> {
    return this.#inTurn(() => this.#ask('problems', workspace));
  }

  async written(workspace: Workspace): Promise<Written> {
    if (!this.isLarge(workspace)) return writtenOf(workspace);
    return (await this.#inTurn(() => this.#ask('written', workspace))) ?? writtenOf(workspace);
  }

  close(): void {
    this.#closing.abort();
    this.#reader.close();
  }

  /** The worker answers one question after the other. */
  #inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #ask<Task extends 'problems' | 'written'>(task: Task, workspace: Workspace) {
    const { signal } = this.#closing;
    for (let attempt = 0; attempt < 2; attempt++) {
      const difference =
        this.#sent === null
          ? ({ is: 'value', value: workspace } as const)
          : differenceOf(this.#sent, workspace);
      this.#sent = null;
      try {
        const answer = await this.#reader.follow(task, difference, signal);
        if (answer !== null) this.#sent = workspace;
        return answer;
      } catch {
        signal.throwIfAborted();
      }
    }
    return null;
  }
}
