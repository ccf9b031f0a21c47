import { Dexie, type ObservabilitySet } from 'dexie';
import type { Blobs } from '#runtime';
import type { Runs } from './runs';
import type { KeptSessions } from './sessions';
import type { Kept, Settings } from './storage';
import type { Workspaces } from './workspaces';

type Listener = (kept: readonly Kept[]) => void;

const KEPT: readonly Kept[] = [
  'workspaces',
  'checkpoints',
  'runs',
  'settings',
  'blobs',
  'connections',
  'picks',
  'sessions',
];

/** Changes of a database, whichever tab makes them: Dexie tells each tab of what the others have written. */
export function databaseChanges(database: string): (listener: Listener) => () => void {
  return (listener) => {
    const tell = (parts: ObservabilitySet): void => {
      const parted = Object.keys(parts);
      const changed = KEPT.filter((kept) =>
        parted.some((part) => part.startsWith(`idb://${database}/${kept}/`)),
      );
      if (changed.length > 0) listener(changed);
    };
    Dexie.on('storagemutated', tell);
    return () => Dexie.on.storagemutated.unsubscribe(tell);
  };
}

/** The doors of a storage in memory, which tell of what goes through them. */
export class MemoryChanges {
  readonly #listeners = new Set<Listener>();

  readonly onChange = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  workspaces(inner: Workspaces): Workspaces {
    return {
      ...inner,
      save: (draft) => this.#after(inner.save(draft), 'workspaces', 'checkpoints'),
      checkpoint: (draft) => this.#after(inner.checkpoint(draft), 'checkpoints'),
      removeCheckpoint: (key) => this.#after(inner.removeCheckpoint(key), 'checkpoints'),
      remove: (id) => this.#after(inner.remove(id), 'workspaces', 'checkpoints', 'runs'),
    };
  }

  runs(inner: Runs): Runs {
    return {
      ...inner,
      open: async (...asked) => {
        const writer = await this.#after(inner.open(...asked), 'runs');
        return writer && { ...writer, append: (...added) => this.#after(writer.append(...added), 'runs') };
      },
      import: (...given) => this.#after(inner.import(...given), 'runs'),
      mark: (...given) => this.#after(inner.mark(...given), 'runs'),
      rename: (...given) => this.#after(inner.rename(...given), 'runs'),
      remove: (runId) => this.#after(inner.remove(runId), 'runs'),
    };
  }

  blobs(inner: Blobs): Blobs {
    return {
      ...inner,
      write: (bytes) => this.#after(inner.write(bytes), 'blobs'),
      remove: (hash) => this.#after(inner.remove(hash), 'blobs'),
    };
  }

  settings(inner: Settings): Settings {
    return {
      get: inner.get,
      set: (...given) => this.#after(inner.set(...given), 'settings'),
      change: (...given) => this.#after(inner.change(...given), 'settings'),
    };
  }

  sessions(inner: KeptSessions): KeptSessions {
    return {
      ...inner,
      of: (workspace) => {
        const { read, change } = inner.of(workspace);
        return { read, change: (...given) => this.#after(change(...given), 'sessions') };
      },
      remove: (...given) => this.#after(inner.remove(...given), 'sessions'),
      forget: (workspace) => this.#after(inner.forget(workspace), 'sessions'),
    };
  }

  async #after<Value>(work: Promise<Value>, ...kept: readonly Kept[]): Promise<Value> {
    const value = await work;
    for (const listener of [...this.#listeners]) listener(kept);
    return value;
  }
}
