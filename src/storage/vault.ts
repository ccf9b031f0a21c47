import { type Diagnostic, err, ok, type Result } from '#base';
import { canonicalOrigin } from '#runtime';

/** An address that the user entered, and whether a key belongs to it. The key itself is never listed. */
export interface VaultEntry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** The one origin that the key may travel to (T2). */
  readonly origin: string;
  readonly hasKey: boolean;
}

/** What a call needs: where to, and with what. */
export interface Connected {
  readonly url: string;
  readonly origin: string;
  readonly key: string | null;
}

interface Secret {
  readonly entry: VaultEntry;
  readonly key: string | null;
}

/**
 * Keys, in memory only (T2): they end with the page. Each is bound to one canonical origin, and a workspace reaches
 * it only by a name that the user has joined to it, so that a link with the same names gets nothing (case A2).
 */
export class Vault {
  readonly #secrets = new Map<string, Secret>();
  readonly #picks = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #list: readonly VaultEntry[] = [];

  /** All entries in the order in which they were made. A new array appears with each change. */
  get list(): readonly VaultEntry[] {
    return this.#list;
  }

  /**
   * Adds an entry, or changes it. A key stays with its origin: when the address moves to another origin and no new
   * key is given, the old one is forgotten.
   *
   * @param draft.key left out: the key that is there stays; null: none
   * @returns the entry, or `ADDRESS_INVALID` (case A3)
   */
  put(draft: {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly key?: string | null;
  }): Result<VaultEntry, Diagnostic> {
    const origin = canonicalOrigin(draft.url);
    if (!origin.ok) return err(origin.problem);
    const before = this.#secrets.get(draft.id);
    const kept = before?.entry.origin === origin.value ? before.key : null;
    const key = draft.key === undefined ? kept : draft.key || null;
    const entry = { ...draftOf(draft), origin: origin.value, hasKey: key !== null };
    this.#secrets.set(draft.id, { entry, key });
    this.#changed();
    return ok(entry);
  }

  remove(id: string): void {
    this.#secrets.delete(id);
    for (const [name, picked] of this.#picks) if (picked === id) this.#picks.delete(name);
    this.#changed();
  }

  /** The user's explicit pick: this connection of this workspace is that entry (case A2). */
  pick(workspace: string, connection: string, id: string | null): void {
    const name = nameOf(workspace, connection);
    if (id === null) this.#picks.delete(name);
    else this.#picks.set(name, id);
    this.#changed();
  }

  picked(workspace: string, connection: string): VaultEntry | null {
    return this.#secretOf(workspace, connection)?.entry ?? null;
  }

  /** What a connection of a workspace stands for; null until the user has picked one. */
  resolve(workspace: string, connection: string): Connected | null {
    const secret = this.#secretOf(workspace, connection);
    return secret && { url: secret.entry.url, origin: secret.entry.origin, key: secret.key };
  }

  /** Every key that is known now: what must never be written or shared (cases A10, A11). */
  secrets(): readonly string[] {
    return [...this.#secrets.values()].flatMap(({ key }) => (key === null ? [] : [key]));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #secretOf(workspace: string, connection: string): Secret | null {
    const id = this.#picks.get(nameOf(workspace, connection));
    return (id === undefined ? undefined : this.#secrets.get(id)) ?? null;
  }

  #changed(): void {
    this.#list = [...this.#secrets.values()].map(({ entry }) => entry);
    for (const listener of [...this.#listeners]) listener();
  }
}

function draftOf({ id, name, url }: { id: string; name: string; url: string }) {
  return { id, name, url };
}

/** Ids hold no slash (W2), so two pairs never share a name. */
function nameOf(workspace: string, connection: string): string {
  return `${workspace}/${connection}`;
}
