import { type FileHandle, open } from 'node:fs/promises';
import {
  type Diagnostic,
  err,
  isHash,
  isJsonObject,
  LIMITS,
  ok,
  parseJson,
  problem,
  type Result,
} from '#base';
import { type PartRead, runAbsent } from '#hosting';
import { type Commit, readLedger } from '#kernel';

/** How much of a file is looked at for the ends of its lines at once. */
const CHUNK = 65_536;

/**
 * A ledger file that is read by parts. Where its lines begin is remembered, so that what another process appends is read from there on. Of
 * each part shape and chain are checked, from the commit before it.
 */
export class LedgerFile {
  readonly #path: string;
  readonly #runId: string;
  /** Where each whole line begins that was seen, and where the next one will. */
  #starts: number[] = [0];

  constructor(path: string, runId: string) {
    this.#path = path;
    this.#runId = runId;
  }

  async read(from: number, most: number): Promise<PartRead> {
    const wasSeen = this.#starts.length > 1;
    const part = await this.#read(from, most);
    if (part.ok || !wasSeen) return part;
    // Perhaps another ledger has taken its place.
    this.#starts = [0];
    return this.#read(from, most);
  }

  async #read(from: number, most: number): Promise<PartRead> {
    const file = await open(this.#path, 'r').catch(() => null);
    if (file === null) return runAbsent(this.#runId);
    try {
      const end = from + most;
      await this.#see(file, end + 1);
      const lines = this.#starts.length - 1;
      const read = await this.#commits(file, from, Math.min(end, lines));
      return read.ok ? ok({ commits: read.value, next: end < lines ? end : null }) : read;
    } finally {
      await file.close();
    }
  }

  /** Finds where lines begin, until so many are known. */
  async #see(file: FileHandle, lines: number): Promise<void> {
    const { size } = await file.stat();
    if (size < this.#end) this.#starts = [0];
    for (let at = this.#end; this.#starts.length <= lines; ) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
      if (bytesRead === 0) return;
      const chunk = buffer.subarray(0, bytesRead);
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, end + 1))
        this.#starts.push(at + end + 1);
      at += bytesRead;
    }
  }

  get #end(): number {
    return this.#starts.at(-1) ?? 0;
  }

  async #commits(
    file: FileHandle,
    from: number,
    end: number,
  ): Promise<Result<readonly Commit[], readonly Diagnostic[]>> {
    if (from >= end) return ok([]);
    const text = await this.#lines(file, from, end);
    if (from === 0) return readLedger(text);
    const before = headOf(await this.#lines(file, from - 1, from), from - 1);
    return before.ok ? readLedger(text, before.value) : before;
  }

  async #lines(file: FileHandle, from: number, end: number): Promise<string> {
    const [start = 0, stop = 0] = [this.#starts[from], this.#starts[end]];
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stop - start), 0, stop - start, start);
    return buffer.toString('utf8', 0, bytesRead);
  }
}

const LINE_FEED = 10;

/** What the commit after a line was sealed on. */
function headOf(line: string, seq: number): Result<Pick<Commit, 'seq' | 'hash'>, readonly Diagnostic[]> {
  const parsed = parseJson(line, LIMITS.jsonDepth + 8);
  const hash = parsed.ok && isJsonObject(parsed.value) ? parsed.value.hash : undefined;
  if (typeof hash === 'string' && isHash(hash)) return ok({ seq, hash });
  return err([
    problem(
      'LEDGER_LINE_INVALID',
      `Commit ${seq} cannot be read.`,
      'Choose a ledger that nobody has changed.',
    ),
  ]);
}
