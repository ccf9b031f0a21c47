import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { type Diagnostic, err, ok } from '#base';
import {
  asItStands,
  type Beginning,
  endOf,
  endOfLine,
  isAbsent,
  isAfter,
  lineAfter,
  lineOfNew,
  newestFirst,
  type Opened,
  type PartRead,
  pageOf,
  partOf,
  passes,
  type RunBook,
  type RunLine,
  type RunPage,
  type RunPlace,
  type RunsAsked,
  runAbsent,
  wholeLedger,
} from '#hosting';
import { type Commit, type DependencyEnd, fold, statusOf } from '#kernel';
import type { Blobs } from '#runtime';
import { isLedgerTaken } from '../host/ledgerLock';
import { Refusal, refuse } from '../outcome';
import { LedgerBlobs, namedIn, namedInFile } from './ledgerBlobs';
import { LedgerFile } from './ledgerFile';
import { firstOf, ledgersBeside, pathBeside, runIdIn } from './ledgersBeside';
import { type OpenLedger, openLedger, readLedgerFile } from './openLedger';

/**
 * The runs of one command: their ledgers are files with a lock file beside each (K7), or memory without `--ledger`. With
 * `--ledger run.ndjson` that of the run `run-1` is `run.run-1.ndjson`, so that all can be taken up (K6).
 */
export class FileBook implements RunBook {
  readonly #first: string | undefined;
  readonly #blobs: LedgerBlobs;
  /** Stay open until the command ends: what is said to a run that has ended is kept as well. */
  readonly #ledgers = new Map<string, OpenLedger>();
  readonly #elsewhere: Promise<void>[] = [];
  readonly #files = new Map<string, LedgerFile>();

  /**
   * @param first the ledger of the first run; those of the others lie beside it
   * @param sources where bytes are looked for besides
   */
  constructor(first: string | undefined, sources: readonly Blobs[] = []) {
    this.#first = first;
    this.#blobs = new LedgerBlobs(sources);
  }

  /** The bytes of the first run, also before its ledger is open. */
  get blobsOfFirst(): Blobs {
    return this.#blobs.of(this.#first);
  }

  /** Each resolves when a run of another process has ended, or is driven no more. */
  get elsewhere(): readonly Promise<void>[] {
    return this.#elsewhere;
  }

  /** Where the ledger of a run lies that a goal starts; undefined where all are in memory. */
  pathOf(runId: string): string | undefined {
    return this.#first === undefined ? undefined : pathBeside(this.#first, runId);
  }

  /**
   * The ledger of a run that was opened before the run was known.
   *
   * @throws StorageError when the bytes that it names cannot be kept beside it
   */
  async keep(runId: string, ledger: OpenLedger): Promise<void> {
    this.#ledgers.set(runId, ledger);
    const { path, before } = ledger;
    // Versions of before have left the bytes of all of its runs beside the first one.
    const first = path === undefined ? null : firstOf(path, runId);
    if (first !== null) this.#blobs.lookBeside(first);
    await this.#blobs.bring(path, before);
  }

  blobs(runId: string): Blobs {
    return this.#blobs.of(this.#ledgers.get(runId)?.path ?? this.pathOf(runId));
  }

  async line(runId: string): Promise<RunLine | null> {
    const ledger = await wholeLedger(this, runId);
    // One that cannot be read is told of when it is opened.
    if (!ledger.ok) return isAbsent(ledger.problem) ? null : lineOf(runId, []);
    return lineOf(runId, ledger.value);
  }

  readonly read = async (runId: string, from: number, most: number): Promise<PartRead> => {
    const kept = this.#ledgers.get(runId);
    if (kept !== undefined) return ok(partOf(await kept.store.read(runId), from, most));
    const path = await this.#fileOf(runId);
    if (path === undefined) return runAbsent(runId);
    const file = this.#files.get(path) ?? new LedgerFile(path, runId);
    this.#files.set(path, file);
    return file.read(from, most);
  };

  begin({ runId }: Beginning): Promise<Opened> {
    return this.#open(runId, () => openLedger(this.pathOf(runId), undefined));
  }

  /** Nothing is ever taken over from another process. */
  open(runId: string): Promise<Opened> {
    return this.#open(runId, () => openLedger(undefined, this.pathOf(runId)));
  }

  async remove(runId: string): Promise<void> {
    const kept = this.#ledgers.get(runId);
    const path = kept?.path ?? (await this.#fileOf(runId));
    await kept?.close();
    this.#ledgers.delete(runId);
    if (path === undefined || !(await stat(path).catch(() => null))?.isFile()) return;
    const named = [...(kept?.leaves ?? []), ...(await namedInFile(path)), ...this.#blobs.writtenBeside(path)];
    await rm(path, { force: true });
    await this.#blobs.drop(path, named, await this.#filesBut(path));
  }

  /** Of the runs of this process and of those whose ledgers lie beside the first one, only those are read that the page may hold. */
  async page({ after, most, ...filter }: RunsAsked): Promise<RunPage> {
    const found: RunLine[] = [];
    const unread: Diagnostic[] = [];
    for (const { runId, path } of (await this.#places()).filter((place) => isAfter(place, after))) {
      const ledger = await wholeLedger(this, runId);
      if (ledger.ok) {
        const line = await this.#standing(lineOf(runId, ledger.value), path);
        if (passes(line, filter)) found.push(line);
      } else if (!isAbsent(ledger.problem)) unread.push(...ledger.problem);
      if (found.length > most) break;
    }
    return { ...pageOf(found, most), ...(unread.length === 0 ? {} : { unread }) };
  }

  follow(runId: string, from: number, listener: (commits: readonly Commit[]) => void): () => void {
    const path = this.pathOf(runId);
    return path === undefined ? () => {} : followLedger({ runId, path }, from, listener);
  }

  async ended(runId: string, signal: AbortSignal): Promise<DependencyEnd> {
    const path = this.pathOf(runId);
    const end = endOf((await this.#ledgers.get(runId)?.store.read(runId)) ?? []);
    if (end !== null) return end;
    if (path === undefined) return 'missing';
    const { ended, rested } = endOfLedger({ runId, path }, signal);
    this.#elsewhere.push(rested);
    return ended;
  }

  async close(): Promise<void> {
    for (const ledger of this.#ledgers.values()) {
      await ledger.close();
      await this.#dropLeft(ledger);
    }
    this.#ledgers.clear();
  }

  /** Of a ledger that was replaced goes what it named, unless the new one names it as well (case H7). */
  async #dropLeft({ path, leaves, store }: OpenLedger): Promise<void> {
    if (path === undefined || leaves.length === 0) return;
    const named = namedIn(await store.read(''));
    const left = leaves.filter((hash) => !named.has(hash));
    await this.#blobs.drop(path, left, await this.#filesBut(path));
  }

  async #filesBut(path: string): Promise<readonly string[]> {
    const files = this.#first === undefined ? [] : await ledgersBeside(this.#first);
    return files.map((file) => file.path).filter((one) => one !== path);
  }

  async #open(runId: string, open: () => Promise<OpenLedger>): Promise<Opened> {
    try {
      const ledger = this.#ledgers.get(runId) ?? (await open());
      this.#ledgers.set(runId, ledger);
      const { store, path } = ledger;
      return ok({
        runId,
        append: async (id, commits) => {
          await this.#blobs.bring(path, commits);
          await store.append(id, commits);
        },
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

  /** The ledger file of a run that is there; undefined where there is none. */
  async #fileOf(runId: string): Promise<string | undefined> {
    if (this.#first === undefined) return undefined;
    const beside = pathBeside(this.#first, runId);
    if (existsSync(beside)) return beside;
    return (await runIdIn(this.#first)) === runId ? this.#first : undefined;
  }

  /** All runs that are there, the newest first. */
  async #places(): Promise<readonly (RunPlace & { readonly path: string | undefined })[]> {
    const files = this.#first === undefined ? [] : await ledgersBeside(this.#first);
    const known = new Set(files.map(({ runId }) => runId));
    const inMemory = [...this.#ledgers].filter(([runId]) => !known.has(runId));
    const held = await Promise.all(
      inMemory.map(async ([runId, { store }]) => {
        const { startedAt } = lineOf(runId, await store.read(runId));
        return { runId, startedAt, path: undefined };
      }),
    );
    return [...files, ...held].sort(newestFirst);
  }

  /** K6: as it stands, whoever drives it. */
  async #standing(line: RunLine, path: string | undefined): Promise<RunLine> {
    return asItStands(
      line,
      this.#ledgers.has(line.runId) || (path !== undefined && (await isLedgerTaken(path))),
    );
  }
}

function lineOf(runId: string, commits: readonly Commit[]): RunLine {
  return commits.reduce<RunLine>(lineAfter, lineOfNew(runId, false));
}

/** How often the ledger of a run that another process drives is looked at, in milliseconds. */
const LOOK_MS = 200;

/** A run that is told of by its ledger file. */
interface Awaited {
  readonly runId: string;
  readonly path: string;
}

/** M4: the runs that one depends on, each known by its ledger (H1 `--depends-on LEDGER`). */
export interface Dependencies {
  readonly runIds: readonly string[];
  /** How that run has ended; resolves when it has. Null for a run whose ledger was not given. */
  ended(runId: string, signal: AbortSignal): Promise<DependencyEnd> | null;
  /** Resolves when nothing more can be waited for here: each has ended, or no process goes on with it. */
  readonly rested: Promise<void>;
  /** For people: what the run still waits for. */
  unended(pendingOn: readonly string[]): Promise<readonly string[]>;
}

/** @throws Refusal when one of them is no ledger, or was changed */
export async function openDependencies(paths: readonly string[]): Promise<Dependencies> {
  const awaited = await Promise.all(
    paths.map(async (path) => ({ path, runId: runIdOf(await readLedgerFile(path), path) })),
  );
  const over = new AbortController();
  const ends = new Map(awaited.map((one) => [one.runId, endOfLedger(one, over.signal)]));
  const rested = Promise.all([...ends.values()].map(({ rested: one }) => one)).then(() => {
    over.abort();
  });
  return {
    runIds: awaited.map(({ runId }) => runId),
    ended: (runId) => ends.get(runId)?.ended ?? null,
    rested,
    unended: (pendingOn) => Promise.all(pendingOn.map((runId) => wordsOf(runId, awaited))),
  };
}

/**
 * Waits for the end of a ledger that another process writes, as long as one does: what nobody goes on with has no end that could be
 * waited for.
 */
function endOfLedger(awaited: Awaited, signal: AbortSignal) {
  const looked = lastEndOf(awaited, signal);
  // Where there is none it never resolves: others may go on with the run later.
  const ended = looked.then((end) => end ?? new Promise<DependencyEnd>(() => {}));
  const rested = looked.then(
    () => {},
    () => {},
  );
  return { ended, rested };
}

/** Null where nobody writes the ledger any more, and it has no end. */
async function lastEndOf({ runId, path }: Awaited, signal: AbortSignal): Promise<DependencyEnd | null> {
  if (!existsSync(path)) return 'missing';
  const { size } = await stat(path);
  const commits = await readLedgerFile(path);
  const end = endOf(commits);
  if (end !== null) return end;
  let line = lineOf(runId, commits);
  for await (const added of grows({ runId, path }, { from: commits.length, size }, signal)) {
    if (added === null) return 'missing';
    line = added.reduce(lineAfter, line);
    const ended = endOfLine(line);
    if (ended !== null) return ended;
  }
  return null;
}

/** Follows a ledger that another process writes, from a position on. @returns what ends that */
function followLedger(
  followed: Awaited,
  from: number,
  listener: (commits: readonly Commit[]) => void,
): () => void {
  const over = new AbortController();
  const follow = async (): Promise<void> => {
    for await (const added of grows(followed, { from, size: 0 }, over.signal)) {
      if (added === null || over.signal.aborted) return;
      listener(added);
    }
  };
  // One that was changed, or that can be read no more, tells nothing more.
  follow().catch(() => {});
  return () => over.abort();
}

/**
 * What comes to a ledger, as long as some process writes it: null as soon as it is gone.
 *
 * @param known how many commits are, and how large the file was then
 * @throws Refusal when it was changed
 */
async function* grows(
  { runId, path }: Awaited,
  known: { readonly from: number; readonly size: number },
  signal: AbortSignal,
): AsyncGenerator<readonly Commit[] | null> {
  const file = new LedgerFile(path, runId);
  let { from, size } = known;
  for (;;) {
    // Asked before the ledger is read: whoever lets go of it has written its last line.
    const taken = await isLedgerTaken(path);
    const found = await stat(path).catch(() => null);
    if (found === null) {
      yield null;
      return;
    }
    const hasGrown = found.size !== size;
    size = found.size;
    for (let next: number | null = hasGrown ? from : null; next !== null; ) {
      const part: PartRead = await file.read(next, AT_ONCE);
      if (!part.ok) throw new Refusal(part.problem);
      const { commits } = part.value;
      next = part.value.next;
      from += commits.length;
      if (commits.length > 0) yield commits;
    }
    if (!taken || signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** So many commits are told at once. */
const AT_ONCE = 500;

async function wordsOf(runId: string, awaited: readonly Awaited[]): Promise<string> {
  const path = awaited.find((one) => one.runId === runId)?.path;
  if (path === undefined) return `Waiting for run ${runId}: name its ledger with --depends-on.`;
  const state = fold(await readLedgerFile(path));
  const status = state.ok ? statusOf(state.value) : 'not to be read';
  return `Waiting for run ${runId}: it is ${status}, and no process runs "${path}". Resume that one first, then this one.`;
}

function runIdOf([first]: readonly Commit[], path: string): string {
  if (first?.fact.type === 'run.started') return first.fact.runId;
  throw refuse(
    'LEDGER_INVALID',
    `"${path}" is the ledger of no run.`,
    'Choose a file that --ledger has written.',
  );
}
