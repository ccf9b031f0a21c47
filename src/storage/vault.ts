import { type Diagnostic, ok, type Result } from '#base';
import {
  type Connected,
  type ConnectionRows,
  DEFAULT_SLOT,
  NO_ROWS,
  NO_WORKSPACE,
  type PickRow,
  type VaultEntry,
} from './connections';
import { Keyring, type NewConnection } from './keyring';
import type { Keeping } from './sealing';

/** What is chosen and typed to fill a slot. */
interface SlotDraft extends NewConnection {
  /** The connection that was chosen; null, or with another address than its own: a new one. */
  readonly id: string | null;
  readonly key: string;
}

interface VaultOptions {
  readonly mint?: () => string;
  readonly rows?: ConnectionRows;
  readonly now?: () => number;
}

/** The person wants no default: a pick of no connection. */
const NONE = '';

/**
 * The connections of the person, with their keys (T2). They belong to no workspace. A workspace names slots, and a slot
 * reaches a connection only where the person has picked it for that slot of that workspace, or by default in workspaces
 * that were made in this browser (W7): a link that uses the same names gets nothing (case A2). A key is bound to one
 * canonical origin, and to the connection that it was given for.
 *
 * Answers come from memory, at once. What is to be remembered is stored behind them, in order; `stored` waits for it.
 */
export class Vault {
  readonly #keyring: Keyring;
  readonly #picks = new Picks();
  readonly #listeners = new Set<() => void>();
  readonly #now: () => number;

  constructor({ mint = newId, rows = NO_ROWS, now = Date.now }: VaultOptions = {}) {
    this.#now = now;
    const picksOf = (id: string) => this.#picks.of(id);
    this.#keyring = new Keyring({ mint, rows, now, picksOf, onChange: () => this.#changed() });
  }

  /** All entries in the order in which they were made. A new array appears with each change. */
  get list(): readonly VaultEntry[] {
    return this.#keyring.list;
  }

  /** Why connections could not be saved; null once everything is. */
  get trouble(): Diagnostic | null {
    return this.#keyring.trouble;
  }

  /**
   * The connection that is used where nobody has picked one, in workspaces made in this browser; the first one until the
   * person says otherwise. Null: none is there, or none is wanted.
   */
  get byDefault(): VaultEntry | null {
    const id = this.#picks.get(NO_WORKSPACE, DEFAULT_SLOT);
    if (id === NONE) return null;
    return this.#keyring.entry(id) ?? this.list[0] ?? null;
  }

  /** @param id null: none is wanted */
  setDefault(id: string | null): void {
    if (id === null) this.#put(NO_WORKSPACE, DEFAULT_SLOT, NONE, true);
    else this.pick(NO_WORKSPACE, DEFAULT_SLOT, id);
  }

  /**
   * Adds a connection. It has the key that is given with it and no other, whatever else goes to the same origin.
   *
   * @returns the entry, `ADDRESS_INVALID` (case A3), or `PASSPHRASE_SHORT`
   */
  add(draft: NewConnection): Result<VaultEntry, Diagnostic> {
    return this.#keyring.add(draft);
  }

  /**
   * Gives a connection another key; null: none. Its address never changes: another address is another connection.
   *
   * @returns the entry, `CONNECTION_GONE`, or `PASSPHRASE_SHORT`
   */
  setKey(id: string, key: string | null, how: Pick<NewConnection, 'keeping' | 'passphrase'> = {}) {
    return this.#keyring.setKey(id, key, how);
  }

  /** Keeps a connection elsewhere, with its key as it is. One that is locked has to be opened first. */
  setKeeping(id: string, keeping: Keeping, passphrase = ''): Result<VaultEntry, Diagnostic> {
    return this.#keyring.setKeeping(id, keeping, passphrase);
  }

  /** Changes what is no secret. */
  update(id: string, to: Partial<Pick<VaultEntry, 'name' | 'model'>>): void {
    this.#keyring.update(id, to);
  }

  /**
   * Fills a slot: with a connection that is there, or with a new one. A key that is given replaces the one of that
   * connection; without one it keeps its own, and a new connection has none, whatever else goes to the same origin.
   *
   * @returns the connection that fills it now, `ADDRESS_INVALID` (case A3), or `PASSPHRASE_SHORT`
   */
  connect(workspace: string, slot: string, draft: SlotDraft): Result<VaultEntry, Diagnostic> {
    const entry = this.#chosenOrNew(draft);
    if (entry.ok) this.pick(workspace, slot, entry.value.id);
    return entry;
  }

  #chosenOrNew(draft: SlotDraft): Result<VaultEntry, Diagnostic> {
    const chosen = this.list.find(({ id, url }) => id === draft.id && url === draft.url);
    if (chosen === undefined) return this.add(draft);
    return draft.key === '' ? ok(chosen) : this.setKey(chosen.id, draft.key, draft);
  }

  /** Forgets a connection with its key, wherever it was picked and stored (case H9). */
  remove(id: string): void {
    this.#picks.removeConnection(id);
    this.#keyring.remove(id);
  }

  /** Forgets every connection that has a key, with what it was encrypted with. Those without one stay. */
  forgetKeys(): void {
    for (const { id, hasKey } of this.list) if (hasKey) this.remove(id);
  }

  /** Opens what was locked with this passphrase. `PASSPHRASE_WRONG` where that is nothing. */
  unlock(passphrase: string): Promise<Result<number, Diagnostic>> {
    return this.#keyring.unlock(passphrase);
  }

  /** The person's explicit pick: this connection fills that slot of that workspace (case A2); null: none does. */
  pick(workspace: string, slot: string, id: string | null): void {
    const entry = this.#keyring.entry(id);
    if (id !== null && entry === null) return;
    // A pick of what ends with the tab ends with it.
    this.#put(workspace, slot, id, entry !== null && entry.keeping !== 'tab');
  }

  #put(workspace: string, slot: string, connection: string | null, remember: boolean): void {
    this.#picks.put(workspace, slot, connection);
    this.#keyring.later(`${workspace} ${slot}`, (rows) =>
      connection !== null && remember
        ? rows.putPick({ workspace, slot, connection })
        : rows.removePick(workspace, slot),
    );
    this.#changed();
  }

  /** Forgets the picks of a workspace, which go with it. The connections stay: they are the person's. */
  forgetWorkspace(workspace: string): void {
    this.#keyring.later(workspace, (rows) => rows.removePicksOf(workspace));
    if (this.#picks.removeWorkspace(workspace)) this.#changed();
  }

  /** The slots of a workspace that the person has filled. */
  filled(workspace: string): readonly string[] {
    return this.#picks.slotsOf(workspace);
  }

  /** @param orDefault the workspace was made in this browser, so that the default fills what nobody has picked for */
  picked(workspace: string, slot: string, orDefault = false): VaultEntry | null {
    return this.#keyring.entry(this.#picks.get(workspace, slot)) ?? (orDefault ? this.byDefault : null);
  }

  /** What a slot of a workspace stands for; null until the person has picked something for it whose key can be used. */
  resolve(workspace: string, slot: string, orDefault = false): Connected | null {
    return this.connection(this.picked(workspace, slot, orDefault)?.id ?? null);
  }

  /** What a connection stands for, whatever it is picked for; null where it is not there, or its key is not to be had. */
  connection(id: string | null): Connected | null {
    return this.#keyring.connected(id);
  }

  /** The models that its server has, as it lists them now. */
  listed(id: string, names: readonly string[]): void {
    this.#keyring.update(id, { models: { names, at: this.#now() } });
  }

  /** What came of a call over a connection: null when it was answered. */
  heard(id: string, trouble: Diagnostic | null): void {
    this.#keyring.heard(id, trouble);
  }

  /** Every key that is known now: what must never be written or shared (cases A10, A11). */
  secrets(): readonly string[] {
    return this.#keyring.keys();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves when everything that was asked so far is stored, or could not be. */
  stored(): Promise<void> {
    return this.#keyring.stored();
  }

  /** Takes over what is stored: when the page begins, and when a tab has changed it. */
  reload(): Promise<void> {
    return this.#keyring.reload((picks) => this.#picks.replace(picks, (id) => this.#keyring.isOnlyHere(id)));
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Pages whose address the browser does not trust have no `randomUUID`. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Which connection fills which slot of which workspace (W7), by their ids. */
class Picks {
  readonly #byWorkspace = new Map<string, Map<string, string>>();

  get(workspace: string, slot: string): string | null {
    return this.#byWorkspace.get(workspace)?.get(slot) ?? null;
  }

  /** @param connection null empties the slot */
  put(workspace: string, slot: string, connection: string | null): void {
    const slots = this.#byWorkspace.get(workspace) ?? new Map<string, string>();
    if (connection === null) slots.delete(slot);
    else slots.set(slot, connection);
    if (slots.size === 0) this.#byWorkspace.delete(workspace);
    else this.#byWorkspace.set(workspace, slots);
  }

  /** @returns whether it had any */
  removeWorkspace(workspace: string): boolean {
    return this.#byWorkspace.delete(workspace);
  }

  removeConnection(connection: string): void {
    for (const { workspace, slot } of this.of(connection)) this.put(workspace, slot, null);
  }

  slotsOf(workspace: string): readonly string[] {
    return [...(this.#byWorkspace.get(workspace)?.keys() ?? [])];
  }

  /** All picks of a connection. */
  of(connection: string): readonly PickRow[] {
    return this.#all().filter((pick) => pick.connection === connection);
  }

  /** @param staying says of which connections the picks that are here stay */
  replace(picks: readonly PickRow[], staying: (connection: string) => boolean): void {
    const kept = this.#all().filter(({ connection }) => staying(connection));
    this.#byWorkspace.clear();
    for (const { workspace, slot, connection } of [...picks, ...kept]) this.put(workspace, slot, connection);
  }

  #all(): readonly PickRow[] {
    return [...this.#byWorkspace].flatMap(([workspace, slots]) =>
      [...slots].map(([slot, connection]) => ({ workspace, slot, connection })),
    );
  }
}
