import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { canonicalOrigin } from '#runtime';

/** A connection of the person: an address, and whether a key belongs to it. The key itself is never listed. */
export interface VaultEntry {
  /** Minted here, of no meaning, and never given again. */
  readonly id: string;
  /** Its host, so that a person tells it from the others. */
  readonly name: string;
  readonly url: string;
  /** The one origin that the key may travel to (T2). */
  readonly origin: string;
  readonly hasKey: boolean;
  /** Why the last call over it failed; null when it did not, or when none was made yet. */
  readonly trouble: Diagnostic | null;
}

/** What a call needs: where to, and with what. */
export interface Connected {
  /** Of the entry. */
  readonly id: string;
  readonly url: string;
  readonly origin: string;
  readonly key: string | null;
}

interface Secret {
  readonly entry: VaultEntry;
  readonly key: string | null;
}

/**
 * The connections of the person, with their keys, in memory only (T2): they end with the page. They belong to no
 * workspace. A workspace names slots, and a slot reaches a connection only where the person has picked it for that
 * slot of that workspace (W7): a link that uses the same names gets nothing (case A2). A key is bound to one canonical
 * origin, and to the connection that it was given for.
 */
export class Vault {
  readonly #mint: () => string;
  readonly #secrets = new Map<string, Secret>();
  /** Ids of entries, by workspace and slot. */
  readonly #picks = new Map<string, Map<string, string>>();
  readonly #listeners = new Set<() => void>();
  #list: readonly VaultEntry[] = [];

  /** @param mint makes ids of entries: each time another one */
  constructor(mint: () => string = () => crypto.randomUUID()) {
    this.#mint = mint;
  }

  /** All entries in the order in which they were made. A new array appears with each change. */
  get list(): readonly VaultEntry[] {
    return this.#list;
  }

  /**
   * Adds a connection. It has the key that is given with it and no other, whatever else goes to the same origin.
   *
   * @returns the entry, or `ADDRESS_INVALID` (case A3)
   */
  add({ url, key }: { readonly url: string; readonly key?: string }): Result<VaultEntry, Diagnostic> {
    const origin = canonicalOrigin(url);
    if (!origin.ok) return err(origin.problem);
    const entry: VaultEntry = {
      id: this.#mint(),
      name: this.#freeName(new URL(url).host),
      ...{ url, origin: origin.value, hasKey: Boolean(key), trouble: null },
    };
    this.#secrets.set(entry.id, { entry, key: key || null });
    this.#changed();
    return ok(entry);
  }

  /** Gives a connection another key; null: none. Its address never changes: another address is another connection. */
  setKey(id: string, key: string | null): Result<VaultEntry, Diagnostic> {
    const secret = this.#secrets.get(id);
    if (secret === undefined) return err(gone());
    const entry = { ...secret.entry, hasKey: Boolean(key), trouble: null };
    this.#secrets.set(id, { entry, key: key || null });
    this.#changed();
    return ok(entry);
  }

  /**
   * Fills a slot: with a connection that is there, or with a new one. A key that is given replaces the one of that
   * connection; without one it keeps its own, and a new connection has none, whatever else goes to the same origin.
   *
   * @param draft.id the connection that was chosen; null, or with another address than its own: a new one
   * @returns the connection that fills it now, or `ADDRESS_INVALID` (case A3)
   */
  connect(
    workspace: string,
    slot: string,
    { id, url, key }: { readonly id: string | null; readonly url: string; readonly key: string },
  ): Result<VaultEntry, Diagnostic> {
    const chosen = this.#list.find((entry) => entry.id === id && entry.url === url);
    const entry =
      chosen === undefined ? this.add({ url, key }) : key === '' ? ok(chosen) : this.setKey(chosen.id, key);
    if (entry.ok) this.pick(workspace, slot, entry.value.id);
    return entry;
  }

  /** Forgets a connection with its key, wherever it was picked. */
  remove(id: string): void {
    this.#secrets.delete(id);
    for (const [workspace, slots] of this.#picks) {
      for (const [slot, picked] of slots) if (picked === id) slots.delete(slot);
      if (slots.size === 0) this.#picks.delete(workspace);
    }
    this.#changed();
  }

  /** The person's explicit pick: this connection fills that slot of that workspace (case A2); null: none does. */
  pick(workspace: string, slot: string, id: string | null): void {
    const slots = this.#picks.get(workspace) ?? new Map<string, string>();
    if (id === null) slots.delete(slot);
    else if (this.#secrets.has(id)) slots.set(slot, id);
    if (slots.size === 0) this.#picks.delete(workspace);
    else this.#picks.set(workspace, slots);
    this.#changed();
  }

  /** Forgets the picks of a workspace, which go with it. The connections stay: they are the person's. */
  forgetWorkspace(workspace: string): void {
    if (this.#picks.delete(workspace)) this.#changed();
  }

  /** The slots of a workspace that are filled. */
  filled(workspace: string): readonly string[] {
    return [...(this.#picks.get(workspace)?.keys() ?? [])];
  }

  picked(workspace: string, slot: string): VaultEntry | null {
    return this.#secretOf(workspace, slot)?.entry ?? null;
  }

  /** What a slot of a workspace stands for; null until the person has picked something for it. */
  resolve(workspace: string, slot: string): Connected | null {
    const secret = this.#secretOf(workspace, slot);
    if (secret === null) return null;
    const { id, url, origin } = secret.entry;
    return { id, url, origin, key: secret.key };
  }

  /** What came of a call over a connection: null when it was answered. */
  heard(id: string, trouble: Diagnostic | null): void {
    const secret = this.#secrets.get(id);
    if (secret === undefined || secret.entry.trouble?.message === trouble?.message) return;
    this.#secrets.set(id, { ...secret, entry: { ...secret.entry, trouble } });
    this.#changed();
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

  #secretOf(workspace: string, slot: string): Secret | null {
    const id = this.#picks.get(workspace)?.get(slot);
    return (id === undefined ? undefined : this.#secrets.get(id)) ?? null;
  }

  #freeName(host: string): string {
    const taken = new Set(this.#list.map(({ name }) => name));
    let name = host;
    for (let number = 2; taken.has(name); number++) name = `${host} (${number})`;
    return name;
  }

  #changed(): void {
    this.#list = [...this.#secrets.values()].map(({ entry }) => entry);
    for (const listener of [...this.#listeners]) listener();
  }
}

function gone(): Diagnostic {
  return problem(
    'CONNECTION_GONE',
    'This connection was forgotten meanwhile.',
    'Make a new one with its address and its key.',
  );
}
