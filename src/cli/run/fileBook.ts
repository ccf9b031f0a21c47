import { existsSync } from 'node:fs';
import { err, ok } from '#base';
import {
  type Beginning,
  endOf,
  lineAfter,
  lineOfNew,
  type Opened,
  passes,
  type RunBook,
  type RunFilter,
  type RunLine,
} from '#hosting';
import type { Commit, DependencyEnd } from '#kernel';
import { Refusal } from '../outcome';
import { endOfLedger, followLedger } from './dependencies';
import { type OpenLedger, openLedger, readLedgerFile } from './openLedger';

/**
 * The runs of one command: their ledgers are files with a lock file beside each (K7), or memory without `--ledger`. With
 * `--ledger run.ndjson` that of the run `run-1` is `run.run-1.ndjson`, so that all can be taken up (K6).
 */
export class FileBook implements RunBook {
  readonly #first: string | undefined;
  /** Stay open until the command ends: what is said to a run that has ended is kept as well. */
  readonly #ledgers = new Map<string, OpenLedger>();
  readonly #elsewhere: Promise<void>[] = [];

  /** @param first the ledger of the first run; those of the others lie beside it */
  constructor(first: string | undefined) {
    this.#first = first;
  }

  /** Each resolves when a run of another process has ended, or is driven no more. */
  get elsewhere(): readonly Promise<void>[] {
    return this.#elsewhere;
  }

  /** Where the ledger of a run lies that a goal starts; undefined where all are in memory. */
  pathOf(runId: string): string | undefined {
    return this.#first === undefined ? undefined : `${this.#first.replace(/\.ndjson$/, '')}.${runId}.ndjson`;
  }

  /** The ledger of a run that was opened before the run was known. */
  keep(runId: string, ledger: OpenLedger): void {
    this.#ledgers.set(runId, ledger);
  }

  async line(runId: string): Promise<RunLine | null> {
    if (!this.#isThere(runId)) return null;
    // One that cannot be read is told of when it is opened.
    const commits = await this.read(runId).catch((): readonly Commit[] => []);
    return commits.reduce<RunLine>(lineAfter, lineOfNew(runId, false));
  }

  async read(runId: string): Promise<readonly Commit[]> {
    const kept = this.#ledgers.get(runId);
    const path = this.pathOf(runId);
    if (kept !== undefined) return kept.store.read(runId);
    return path !== undefined && existsSync(path) ? readLedgerFile(path) : [];
  }

  begin({ runId }: Beginning): Promise<Opened> {
    return this.#open(runId, () => openLedger(this.pathOf(runId), undefined));
  }

  /** Nothing is ever taken over from another process. */
  open(runId: string): Promise<Opened> {
    return this.#open(runId, () => openLedger(undefined, this.pathOf(runId)));
  }

  /** A ledger without a line is as good as none: the next start begins there. */
  async drop(): Promise<void> {}

  /** Of those that this process drives: of others it has no list. */
  async list(filter: RunFilter): Promise<readonly RunLine[]> {
    const lines = await Promise.all([...this.#ledgers.keys()].map((runId) => this.line(runId)));
    return lines.filter((line) => line !== null).filter((line) => passes(line, filter));
  }

  follow(runId: string, listener: (commits: readonly Commit[]) => void): () => void {
    const path = this.pathOf(runId);
    return path === undefined ? () => {} : followLedger(path, listener);
  }

  async ended(runId: string, signal: AbortSignal): Promise<DependencyEnd> {
    const path = this.pathOf(runId);
    const end = endOf((await this.#ledgers.get(runId)?.store.read(runId)) ?? []);
    if (end !== null) return end;
    if (path === undefined) return 'missing';
    const { ended, rested } = endOfLedger({ path }, signal);
    this.#elsewhere.push(rested);
    return ended;
  }

  async close(): Promise<void> {
    for (const ledger of this.#ledgers.values()) await ledger.close();
    this.#ledgers.clear();
  }

  async #open(runId: string, open: () => Promise<OpenLedger>): Promise<Opened> {
    try {
      const ledger = this.#ledgers.get(runId) ?? (await open());
      this.#ledgers.set(runId, ledger);
      const { store } = ledger;
      return ok({
        runId,
        append: (id, commits) => store.append(id, commits),
        read: (id) => store.read(id),
        // No process takes a ledger away from another one.
        lost: new Promise(() => {}),
        release: () => {},
      });
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return thrown.diagnostics[0]?.code === 'LEDGER_LOCKED' ? ok(null) : err(thrown.diagnostics);
    }
  }

  #isThere(runId: string): boolean {
    const path = this.pathOf(runId);
    return this.#ledgers.has(runId) || (path !== undefined && existsSync(path));
  }
}
