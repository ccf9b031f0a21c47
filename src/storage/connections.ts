import type { Diagnostic } from '#base';
import type { Connection } from '#plan';
import type { Keeping, Sealed } from './sealing';

/** What a server said of its models, and when: milliseconds since the epoch. */
interface ListedModels {
  readonly names: readonly string[];
  readonly at: number;
}

/** What of a connection is no secret. */
interface ConnectionFacts {
  /** Minted, of no meaning, and never given again. */
  readonly id: string;
  /** How its server is spoken to (W7). */
  readonly kind: Connection['kind'];
  /** So that a person tells it from the others. */
  readonly name: string;
  readonly url: string;
  /** The one origin that the key may travel to (T2). */
  readonly origin: string;
  readonly keeping: Keeping;
  /** As its server spells it: used where this connection is the default; null: none is chosen. */
  readonly model: string | null;
  /** Null until its server was asked. */
  readonly models: ListedModels | null;
}

/** A connection of the person, as it is shown. The key itself is never listed. */
export interface VaultEntry extends ConnectionFacts {
  readonly hasKey: boolean;
  /** Its key waits for the passphrase. */
  readonly locked: boolean;
  /** Why the last call over it failed; null when it did not, or when none was made yet. */
  readonly trouble: Diagnostic | null;
}

/** What a call needs: where to, and with what. */
export interface Connected {
  /** Of the entry. */
  readonly id: string;
  readonly kind: Connection['kind'];
  readonly url: string;
  readonly origin: string;
  readonly key: string | null;
}

/** A connection as it is stored: never one of this tab alone, and its key only sealed. */
export interface ConnectionRow extends Omit<ConnectionFacts, 'kind'> {
  /** Rows from before there were kinds lack it: they are OpenAI-compatible. */
  readonly kind?: Connection['kind'];
  readonly sealed: Sealed | null;
  /** When it was made, which is their order. */
  readonly at: number;
}

/** Which connection fills a slot of a workspace (W7); without a workspace: the default. */
export interface PickRow {
  readonly workspace: string;
  readonly slot: string;
  readonly connection: string;
}

/** The slot of a workspace without models, which the default fills (W7); no model may have this id. */
export const DEFAULT_SLOT = 'default';
/** The default is the person's pick for no workspace at all. */
export const NO_WORKSPACE = '';

/** Where connections are stored. Each call is one transaction; what fails throws a `StorageError`. */
export interface ConnectionRows {
  read(): Promise<{ readonly connections: readonly ConnectionRow[]; readonly picks: readonly PickRow[] }>;
  put(connection: ConnectionRow, picks: readonly PickRow[]): Promise<void>;
  /** With every pick of it. */
  remove(id: string): Promise<void>;
  putPick(pick: PickRow): Promise<void>;
  removePick(workspace: string, slot: string): Promise<void>;
  removePicksOf(workspace: string): Promise<void>;
}

/** Where nothing can be stored. */
export const NO_ROWS: ConnectionRows = {
  read: async () => ({ connections: [], picks: [] }),
  put: async () => {},
  remove: async () => {},
  putPick: async () => {},
  removePick: async () => {},
  removePicksOf: async () => {},
};
