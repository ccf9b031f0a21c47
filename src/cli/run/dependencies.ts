import { stat } from 'node:fs/promises';
import { endOf } from '#hosting';
import { type Commit, type DependencyEnd, fold, statusOf } from '#kernel';
import { isLedgerTaken } from '../host/ledgerLock';
import { refuse } from '../outcome';
import { readLedgerFile } from './openLedger';

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
 * Follows the ledger of another process until it has an end, or nobody writes it any more: what nobody goes on with
 * has no end that could be waited for.
 */
export function endOfLedger({ path }: Pick<Awaited, 'path'>, signal: AbortSignal) {
  let atRest = (): void => {};
  const rested = new Promise<void>((resolve) => {
    atRest = resolve;
  });
  const ended = new Promise<DependencyEnd>((resolve, reject) => {
    let size = -1;
    const look = async (): Promise<void> => {
      // Asked before the ledger is read: whoever lets go of it has written its last line.
      const taken = await isLedgerTaken(path);
      const found = await stat(path).catch(() => null);
      if (found === null) return resolve('missing');
      const end = found.size === size ? null : endOf(await readLedgerFile(path));
      size = found.size;
      if (end !== null) return resolve(end);
      if (!taken) return atRest();
      if (!signal.aborted) setTimeout(() => void look().catch(reject), LOOK_MS);
    };
    look().catch(reject);
  });
  return {
    ended,
    rested: Promise.race([
      rested,
      ended.then(
        () => {},
        () => {},
      ),
    ]),
  };
}

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
