import { type Address, type Hash, hashText, ROOT } from '#base';
import type { Commit, Entry } from '#kernel';
import { SimulatedClock } from '#runtime';
import { type CheckpointDraft, openStorage, pageLocks, type Storage, type WorkspaceDraft } from '#storage';

/** A browser profile: what its tabs share. */
export class Profile {
  readonly clock = new SimulatedClock(1_000);
  readonly locks = pageLocks();
  /** Test files share a process, and so the databases of all of them. */
  readonly database = `planloom-${crypto.randomUUID()}`;

  /** A tab: the storage as one page opens it. */
  tab(channel: BroadcastChannel | null = null): Promise<Storage> {
    return openStorage({ clock: this.clock, locks: this.locks, name: this.database, channel });
  }
}

export const ORIGIN = { workspace: 'demo', plan: 'main', planName: 'Main' };

/** All runs that are kept, or those of a workspace. */
export async function listed({ runs }: Pick<Storage, 'runs'>, workspace?: string) {
  return (await runs.page({ most: 100, ...(workspace === undefined ? {} : { workspace }) })).lines;
}

/** Commits `from` to `to`, both included, of a ledger that only counts. */
export function commits(from: number, to: number, runId = 'run-1'): Commit[] {
  const list: Commit[] = [];
  for (let seq = from; seq <= to; seq++) list.push(commit(seq, runId));
  return list;
}

function commit(seq: number, runId: string): Commit {
  const fact: Commit['fact'] =
    seq === 0 ? startOf(runId) : { type: 'timer.fired', address: `/wait#${seq}!retry` as Address };
  const entries: Entry[] =
    seq === 0
      ? [{ kind: 'run.started', address: ROOT, data: { planId: 'main', planHash: hashText('plan') } }]
      : [];
  return { seq, at: 1_000 + seq, fact, entries, hash: hashText(`${runId} ${seq}`) };
}

function startOf(runId: string): Commit['fact'] {
  const closure = { plans: [], prompts: [], planners: [], models: [], policies: [], capabilities: [] };
  const limits = { planSteps: 50, plannerDepth: 3, dynamicSteps: 200 };
  return {
    ...{ type: 'run.started', runId, planHash: hashText('plan'), closure, input: {}, labels: {}, limits },
    ...{ budget: {}, flags: [], seed: 1, paused: false },
  };
}

/** A commit in which something of that kind happened. */
export function commitWith(seq: number, ...kinds: readonly Entry['kind'][]): Commit {
  const entries = kinds.map((kind) => ({ kind, address: ROOT, data: {} }) as Entry);
  return { seq, at: 1_000 + seq, fact: { type: 'run.resumed' }, entries, hash: hashText(`x ${seq}`) };
}

export function draft(text: string, revision: number, over: Partial<WorkspaceDraft> = {}): WorkspaceDraft {
  const hash: Hash = hashText(text);
  return { id: 'demo', name: 'Demo', text, hash, trusted: null, revision, ...over };
}

/** A checkpoint of `demo` that somebody named. */
export function named(label: string, text: string): CheckpointDraft {
  return { workspace: 'demo', reason: 'named', label, hash: hashText(text), text, trusted: false };
}

/** Opens a database past the storage: as another version of the app would, or the one that is installed. */
export function openedAt(
  name: string,
  version?: number,
  upgrade: (database: IDBDatabase) => void = () => {},
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
