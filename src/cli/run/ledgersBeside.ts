import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isJsonObject, LIMITS, own, parseJson } from '#base';

/** A ledger in a file, by its first commit. */
export interface FoundLedger {
  readonly path: string;
  readonly runId: string;
  /** When its run began; 0 where its first commit does not say it. */
  readonly startedAt: number;
}

/** Where the ledger of a run lies that was begun beside a first one: with `run.ndjson` that of `run-1` is `run.run-1.ndjson`. */
export function pathBeside(first: string, runId: string): string {
  return `${stem(first)}.${runId}${ENDING}`;
}

/** The first ledger beside which that of a run was begun; null where it was not begun beside another. */
export function firstOf(path: string, runId: string): string | null {
  const ending = `.${runId}${ENDING}`;
  return path.endsWith(ending) ? `${path.slice(0, -ending.length)}${ENDING}` : null;
}

const ENDING = '.ndjson';

function stem(first: string): string {
  return first.replace(/\.ndjson$/, '');
}

/** The ledgers that are there: the first one, and those beside it. Of each no more than its first commit is read. */
export async function ledgersBeside(first: string): Promise<readonly FoundLedger[]> {
  const [folder, prefix] = [dirname(first), `${basename(stem(first))}.`];
  const names = await readdir(folder).catch((): readonly string[] => []);
  const beside = names.filter((name) => name.startsWith(prefix) && name.endsWith(ENDING));
  const found = await Promise.all(
    beside.map(async (name) => {
      const runId = name.slice(prefix.length, -ENDING.length);
      const path = join(folder, name);
      const begun = await beginningOf(path);
      // What is named otherwise, or says that it is another run, was not begun beside the first one.
      return begun === null || runId === '' || (begun.runId ?? runId) !== runId
        ? []
        : [{ ...begun, path, runId }];
    }),
  );
  const begun = await beginningOf(first);
  const itself = begun?.runId === undefined ? [] : [{ ...begun, path: first, runId: begun.runId }];
  return [...itself, ...found.flat()];
}

/** The run whose ledger lies there; undefined where there is none, or it says none. */
export async function runIdIn(path: string): Promise<string | undefined> {
  return (await beginningOf(path))?.runId;
}

interface Begun {
  /** Undefined where its first commit says none. */
  readonly runId: string | undefined;
  readonly startedAt: number;
}

/** Null where there is no file, or no commit in it. */
async function beginningOf(path: string): Promise<Begun | null> {
  if (!(await stat(path).catch(() => null))?.isFile()) return null;
  const line = await firstLine(path);
  // A ledger without a line is as good as none.
  if (line === null) return null;
  const parsed = parseJson(line, LIMITS.jsonDepth + 8);
  const { fact, at } = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const runId = isJsonObject(fact) ? own(fact, 'runId') : undefined;
  return {
    runId: typeof runId === 'string' ? runId : undefined,
    startedAt: typeof at === 'number' ? at : 0,
  };
}

/** How much of a file is read at once. */
const CHUNK = 16_384;

async function firstLine(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    const parts: Buffer[] = [];
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK);
      const part = buffer.subarray(0, bytesRead);
      const end = part.indexOf('\n');
      if (end !== -1) return Buffer.concat([...parts, part.subarray(0, end)]).toString('utf8');
      if (bytesRead === 0) return null;
      parts.push(part);
    }
  } finally {
    await file.close();
  }
}
