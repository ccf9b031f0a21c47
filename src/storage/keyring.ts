import { type Diagnostic, err, ok, type Result } from '#base';
import type { Connection } from '#plan';
import { canonicalOrigin } from '#runtime';
import { gone, notStored, passphraseProblem, unreadable, wrongPassphrase } from './connectionProblems';
import type { Connected, ConnectionRow, ConnectionRows, PickRow, VaultEntry } from './connections';
import { boundTo, isSameSealing, type Keeping, type Sealed, seal, unseal } from './sealing';

/** A connection that is to be made. */
export interface NewConnection {
  /** OpenAI-compatible where it is not said, as in documents (W7). */
  readonly kind?: Connection['kind'];
  readonly url: string;
  readonly key?: string;
  readonly name?: string;
  readonly model?: string | null;
  /** This tab alone unless the person says otherwise (T2). */
  readonly keeping?: Keeping;
  /** Only where it is kept with one. */
  readonly passphrase?: string;
}

const DEFAULT_KIND = 'openai-compatible';

interface Secret {
  readonly entry: VaultEntry;
  readonly key: string | null;
  /** As it is stored; null while it was not sealed, or where there is no key. */
  readonly sealed: Sealed | null;
  readonly at: number;
}

interface KeyringOptions {
  /** Makes ids of entries: each time another one. */
  readonly mint: () => string;
  readonly rows: ConnectionRows;
  readonly now: () => number;
  /** What is stored with a connection. */
  readonly picksOf: (id: string) => readonly PickRow[];
  readonly onChange: () => void;
}

/**
 * The connections of the person with their keys (T2): in memory as they are, stored only where the person wants it, and
 * then encrypted. Changes hold at once; they are stored behind that, one after the other.
 */
export class Keyring {
  readonly #options: KeyringOptions;
  readonly #secrets = new Map<string, Secret>();
  #list: readonly VaultEntry[] = [];
  readonly #queue: WriteQueue;
  #changes = 0;

  constructor(options: KeyringOptions) {
    this.#options = options;
    this.#queue = new WriteQueue(options.rows, () => this.#changed());
  }

  /** In the order in which they were made. A new array appears with each change. */
  get list(): readonly VaultEntry[] {
    return this.#list;
  }

  get trouble(): Diagnostic | null {
    return this.#queue.trouble;
  }

  entry(id: string | null): VaultEntry | null {
    return (id === null ? undefined : this.#secrets.get(id)?.entry) ?? null;
  }

  /** Null for one that is not there, or whose key is locked or cannot be read: nothing goes to its server without it. */
  connected(id: string | null): Connected | null {
    const secret = id === null ? undefined : this.#secrets.get(id);
    if (secret === undefined || (secret.entry.hasKey && secret.key === null)) return null;
    const { kind, url, origin } = secret.entry;
    return { id: secret.entry.id, kind, url, origin, key: secret.key };
  }

  /** Whether it is in this page alone: by choice, or because it could not be stored. */
  isOnlyHere(id: string): boolean {
    const secret = this.#secrets.get(id);
    return secret !== undefined && (secret.entry.keeping === 'tab' || this.#queue.hasFailed(id));
  }

  keys(): readonly string[] {
    return [...this.#secrets.values()].flatMap(({ key }) => (key === null ? [] : [key]));
  }

  add(draft: NewConnection): Result<VaultEntry, Diagnostic> {
    const { url, key = '', keeping = 'tab', passphrase = '', model = null, name } = draft;
    const { kind = DEFAULT_KIND } = draft;
    const origin = canonicalOrigin(url);
    if (!origin.ok) return err(origin.problem);
    const short = keeping === 'passphrase' && key !== '' ? passphraseProblem(passphrase) : null;
    if (short !== null) return err(short);
    const { mint } = this.#options;
    const entry: VaultEntry = {
      ...{ id: mint(), kind, name: this.#freeName(name ?? new URL(url).host), url, origin: origin.value },
      ...{ keeping, model, models: null, hasKey: key !== '', locked: false, trouble: null },
    };
    this.#set({ entry, key: key || null, sealed: null, at: this.#nextAt() }, passphrase);
    return ok(entry);
  }

  /** Later than all that are there, so that two of one millisecond keep their order. */
  #nextAt(): number {
    return Math.max(this.#options.now(), ...[...this.#secrets.values()].map(({ at }) => at + 1));
  }

  setKey(
    id: string,
    key: string | null,
    { keeping, passphrase = '' }: Pick<NewConnection, 'keeping' | 'passphrase'> = {},
  ): Result<VaultEntry, Diagnostic> {
    const secret = this.#secrets.get(id);
    if (secret === undefined) return err(gone());
    const kept = keeping ?? secret.entry.keeping;
    const short = kept === 'passphrase' && key ? passphraseProblem(passphrase) : null;
    if (short !== null) return err(short);
    const entry = { ...secret.entry, keeping: kept, hasKey: Boolean(key), locked: false, trouble: null };
    this.#set({ ...secret, entry, key: key || null, sealed: null }, passphrase);
    return ok(entry);
  }

  setKeeping(id: string, keeping: Keeping, passphrase = ''): Result<VaultEntry, Diagnostic> {
    const secret = this.#secrets.get(id);
    if (secret === undefined) return err(gone());
    if (secret.entry.locked) return err(wrongPassphrase());
    if (secret.entry.hasKey && secret.key === null) return err(unreadable());
    return this.setKey(id, secret.key, { keeping, passphrase });
  }

  update(id: string, to: Partial<Pick<VaultEntry, 'name' | 'model' | 'models'>>): void {
    const secret = this.#secrets.get(id);
    if (secret) this.#set({ ...secret, entry: { ...secret.entry, ...to } });
  }

  heard(id: string, trouble: Diagnostic | null): void {
    const secret = this.#secrets.get(id);
    if (secret === undefined || secret.entry.trouble?.message === trouble?.message) return;
    this.#secrets.set(id, { ...secret, entry: { ...secret.entry, trouble } });
    this.#changed();
  }

  remove(id: string): void {
    this.#secrets.delete(id);
    this.later(id, (rows) => rows.remove(id));
    this.#changed();
  }

  async unlock(passphrase: string): Promise<Result<number, Diagnostic>> {
    let opened = 0;
    for (const [id, { entry, sealed }] of [...this.#secrets]) {
      if (!entry.locked || sealed === null) continue;
      const key = await unseal(sealed, boundTo(entry), passphrase);
      const now = this.#secrets.get(id);
      if (!key.ok || now?.sealed !== sealed) continue;
      this.#secrets.set(id, { ...now, key: key.value, entry: { ...now.entry, locked: false } });
      opened++;
    }
    if (opened === 0) return err(wrongPassphrase());
    this.#changed();
    return ok(opened);
  }

  /** Resolves when everything that was asked so far is stored, or could not be. */
  stored(): Promise<void> {
    return this.#queue.done();
  }

  /** Stores something of the person's connections, after all that was to be stored before. */
  later(about: string, work: (rows: ConnectionRows) => Promise<void>): void {
    this.#queue.write(about, work);
  }

  /** Takes over what is stored. What is kept in this tab alone stays. */
  reload(adopt: (picks: readonly PickRow[]) => void): Promise<void> {
    return this.#queue.read(async (rows) => {
      for (;;) {
        const before = this.#changes;
        const { connections, picks } = await rows.read();
        const read = await Promise.all(connections.map((row) => this.#secretFrom(row)));
        // What is still to be stored is newer, and is read again when it is.
        if (this.#queue.waiting > 0) return;
        if (before !== this.#changes) continue;
        this.#adopt(read);
        adopt(picks);
        return this.#changed();
      }
    });
  }

  #adopt(read: readonly Secret[]): void {
    const onlyHere = [...this.#secrets.values()].filter(({ entry }) => this.isOnlyHere(entry.id));
    const stored = read.filter(({ entry }) => !this.isOnlyHere(entry.id));
    this.#secrets.clear();
    for (const secret of [...stored, ...onlyHere].sort((one, other) => one.at - other.at))
      this.#secrets.set(secret.entry.id, secret);
  }

  async #secretFrom({ sealed, at, kind = DEFAULT_KIND, ...rest }: ConnectionRow): Promise<Secret> {
    const facts = { ...rest, kind };
    const known = this.#secrets.get(facts.id);
    const isKnown = sealed !== null && known?.sealed != null && isSameSealing(known.sealed, sealed);
    const opened = sealed === null || isKnown ? null : await unseal(sealed, boundTo(facts), null);
    const key = isKnown ? known.key : opened?.ok ? opened.value : null;
    const isLocked = sealed?.by === 'passphrase' && key === null;
    const lost = opened !== null && !opened.ok && !isLocked ? opened.problem : null;
    // What the last call said stays, whatever another tab has written.
    const trouble = lost ?? known?.entry.trouble ?? null;
    return { key, sealed, at, entry: { ...facts, hasKey: sealed !== null, locked: isLocked, trouble } };
  }

  #set(secret: Secret, passphrase = ''): void {
    this.#secrets.set(secret.entry.id, secret);
    this.later(secret.entry.id, (rows) => this.#store(rows, secret.entry.id, passphrase));
    this.#changed();
  }

  async #store(rows: ConnectionRows, id: string, passphrase: string): Promise<void> {
    const secret = this.#secrets.get(id);
    if (secret === undefined) return;
    const { entry, key, at } = secret;
    if (entry.keeping === 'tab') return rows.remove(id);
    const by = entry.keeping === 'passphrase' ? passphrase : null;
    const sealed =
      key !== null && secret.sealed === null ? await seal(key, boundTo(entry), by) : secret.sealed;
    const now = this.#secrets.get(id);
    // Forgotten, or given another key, while it was encrypted: what was asked then comes after this.
    if (now === undefined || now.key !== key || now.entry.keeping !== entry.keeping) return;
    this.#secrets.set(id, { ...now, sealed });
    const { hasKey: _key, locked: _locked, trouble: _trouble, ...facts } = now.entry;
    await rows.put({ ...facts, sealed, at }, this.#options.picksOf(id));
  }

  #freeName(wanted: string): string {
    const taken = new Set(this.#list.map(({ name }) => name));
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`;
    return name;
  }

  #changed(): void {
    this.#changes++;
    this.#list = [...this.#secrets.values()].map(({ entry }) => entry);
    this.#options.onChange();
  }
}

type Work = (rows: ConnectionRows) => Promise<void>;

/**
 * What is written and read of stored connections: one thing after the other, never throwing. What has failed is known until
 * the same is written.
 */
class WriteQueue {
  readonly #rows: ConnectionRows;
  readonly #onTrouble: () => void;
  readonly #failed = new Map<string, Diagnostic>();
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** @param onTrouble hears when something fails, and when that is past */
  constructor(rows: ConnectionRows, onTrouble: () => void) {
    this.#rows = rows;
    this.#onTrouble = onTrouble;
  }

  /** The first failure that is not past. */
  get trouble(): Diagnostic | null {
    return this.#failed.values().next().value ?? null;
  }

  /** Writes that were asked for and have not been made. */
  get waiting(): number {
    return this.#waiting;
  }

  hasFailed(about: string): boolean {
    return this.#failed.has(about);
  }

  /** @param about what is written: once that succeeds, an earlier failure is past */
  write(about: string, work: Work): void {
    this.#waiting++;
    void this.#inTurn(about, (rows) => work(rows).finally(() => this.#waiting--));
  }

  /** Reads after all that was to be written before. */
  read(work: Work): Promise<void> {
    return this.#inTurn('everything', work);
  }

  /** Resolves when everything that was asked so far is done, or could not be. */
  done(): Promise<void> {
    return this.#last;
  }

  #inTurn(about: string, work: Work): Promise<void> {
    this.#last = this.#last
      .then(() => work(this.#rows))
      .then(
        () => {
          if (this.#failed.delete(about)) this.#onTrouble();
        },
        (thrown: unknown) => {
          this.#failed.set(about, notStored(thrown));
          this.#onTrouble();
        },
      );
    return this.#last;
  }
}
