import type { Diagnostic } from '#base';
import { notStored } from './connectionProblems';
import type { ConnectionRows } from './connections';

type Work = (rows: ConnectionRows) => Promise<void>;

/**
 * What is written and read of stored connections: one thing after the other, never throwing. What has failed is known until
 * the same is written.
 */
export class WriteQueue {
  readonly #rows: ConnectionRows;
  readonly #onTrouble: () => void;
  readonly #failed = new Map<string, Diagnostic>();
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** @param onTrouble hears when something fails, and when that is past */
  constructor(rows: ConnectionRows, onTrouble: () => void) {
    this.#rows = rows;
    this.#onTrouble = onTrouble;
  }

  /** The first failure that is not past. */
  get trouble(): Diagnostic | null {
    return this.#failed.values().next().value ?? null;
  }

  /** Writes that were asked for and have not been made. */
  get waiting(): number {
    return this.#waiting;
  }

  hasFailed(about: string): boolean {
    return this.#failed.has(about);
  }

  /** @param about what is written: once that succeeds, an earlier failure is past */
  write(about: string, work: Work): void {
    this.#waiting++;
    void this.#inTurn(about, (rows) => work(rows).finally(() => this.#waiting--));
  }

  /** Reads after all that was to be written before. */
  read(work: Work): Promise<void> {
    return this.#inTurn('everything', work);
  }

  /** Resolves when everything that was asked so far is done, or could not be. */
  done(): Promise<void> {
    return this.#last;
  }

  #inTurn(about: string, work: Work): Promise<void> {
    this.#last = this.#last
      .then(() => work(this.#rows))
      .then(
        () => {
          if (this.#failed.delete(about)) this.#onTrouble();
        },
        (thrown: unknown) => {
          this.#failed.set(about, notStored(thrown));
          this.#onTrouble();
        },
      );
    return this.#last;
  }
}
