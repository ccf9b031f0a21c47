import {
  type Address,
  type Hash,
  handlesIn,
  hashOfHandle,
  isJsonObject,
  isTableHandle,
  type Json,
  own,
  type TableHandle,
} from '#base';
import { type Command, type Commit, type Fact, type Reuse, type RunStarted, recordIn } from '#kernel';
import { type FileDocument, isFileDocument } from '#plan';
import { missingFile } from './documents';
import type { Host } from './host';
import type { DocumentReader } from './readDocument';
import type { DriverSetup } from './surroundings';

/** A file, or the rows of a table, that commands of a run may need. */
interface NeededFile {
  /** What is said where it is not here. */
  readonly message: string;
  isHere(): Promise<boolean>;
  isReadBy(command: Command): boolean;
}

/** The files and tables of a run that are not here (K13), as far as it has been looked. */
export class MissingFiles {
  readonly #files: readonly NeededFile[];
  readonly #changed: () => void;
  #missing: ReadonlySet<NeededFile> | null;

  /** @param changed called when it is known what is missing, and whenever that changes */
  constructor(files: readonly NeededFile[], changed: () => void) {
    this.#files = files;
    this.#changed = changed;
    this.#missing = files.length === 0 ? new Set() : null;
  }

  /** Nothing leaves before it is known what is here. */
  get isKnown(): boolean {
    return this.#missing !== null;
  }

  /** Looks what is here, at the beginning and when a file may have come. */
  async look(): Promise<void> {
    if (this.#files.length === 0 || this.#missing?.size === 0) return;
    // A store that refuses to say is asked again by the call itself, which tells why.
    const here = await Promise.all(this.#files.map((file) => file.isHere().catch(() => true)));
    this.#missing = new Set(this.#files.filter((_, index) => here[index] === false));
    this.#changed();
  }

  /** What keeps a command from leaving, in a sentence; undefined when nothing does. */
  neededBy(command: Command): string | undefined {
    const missing = this.#missing;
    if (missing === null || missing.size === 0) return undefined;
    return [...missing].find((file) => file.isReadBy(command))?.message;
  }
}

/**
 * The files that a run may need: those of its documents, and those of inputs whose rows are kept by reference (V6), should these rows be
 * lost; all other inputs stand in the ledger. Then the tables that its ledger names, or the record that it is served from (K8). Tables that
 * its own calls make from now on are here.
 *
 * @param setup with the commits of a run that is taken up; a new run has just kept the tables of its inputs
 */
export function neededFiles(
  { documents, commits, reuse, host: { blobs } }: DriverSetup,
  reader: DocumentReader,
): readonly NeededFile[] {
  const started = startOf(commits);
  const ofDocuments = documents.filter(isFileDocument).map(
    (document): NeededFile => ({
      message: missingFile(document),
      isHere: () => reader.isHere(document),
      isReadBy: (command) => reads(command, document),
    }),
  );
  if (blobs === undefined) return ofDocuments;
  const tableIn = (hash: Hash, message: string): NeededFile => ({
    message,
    isHere: () => blobs.has(hash),
    isReadBy: (command) => command.kind === 'call' && holdsTable(command.input, hash),
  });
  const inputs = started === null ? [] : tablesOfInputs(started);
  const facts = commits.map(({ fact }) => fact);
  return [
    ...ofDocuments,
    ...inputs.map(({ document, hash }) => tableIn(hash, missingFile(document))),
    ...[...namedTables(facts, reuse)].map(([hash, table]) => tableIn(hash, missingTable(table))),
  ];
}

/** How a run began; null before that stands in its ledger. */
export function startOf([first]: readonly Commit[]): RunStarted | null {
  return first?.fact.type === 'run.started' ? first.fact : null;
}

/** The inputs of a run that are tables by reference, each with the file that it was read from. */
export function tablesOfInputs({ input, inputFiles = [] }: RunStarted) {
  return inputFiles.flatMap((document) => {
    const value = own(input, document.id);
    return isTableHandle(value) ? [{ document, hash: value.$table.hash }] : [];
  });
}

function holdsTable(input: Json, hash: Hash): boolean {
  return [...handlesIn(input)].some((handle) => hashOfHandle(handle) === hash);
}

/** Whether a command reads a document: planners are told what is in all of them, a call reads those that its input names. */
export function reads(command: Command, document: FileDocument): boolean {
  if (command.kind === 'plan') return true;
  if (command.kind !== 'call' || !isJsonObject(command.input)) return false;
  const one = own(command.input, 'document') ?? null;
  const several = own(command.input, 'documents') ?? null;
  const named = [one, ...(Array.isArray(several) ? several : [])];
  if (command.capability === SEARCH && several === null) return isProse(document);
  return named.some((name: Json) => name === document.id);
}

/** Without a list of documents it looks through all that are prose. */
const SEARCH = 'documents.search';

function isProse({ kind }: FileDocument): boolean {
  return kind === 'text' || kind === 'markdown' || kind === 'pdf' || kind === 'docx';
}

/**
 * Looks for files at once and whenever one may have come, and rechecks when a connection is there.
 *
 * @returns a function that ends it
 */
export function whatComes(host: Host, files: MissingFiles, recheck: () => void): () => void {
  const stops = [host.onConnect?.(recheck), host.onFile?.(() => void files.look())];
  void files.look();
  return () => {
    for (const stop of stops) stop?.();
  };
}

/** A table that a ledger names, and the call that gave it first. */
export interface NamedTable {
  readonly handle: TableHandle;
  readonly madeAt: Address;
}

/**
 * The tables that answered calls name (V6).
 *
 * @param reuse the record that a new run is served from (K8); one of a ledger is read with its first fact
 */
export function namedTables(facts: readonly Fact[], reuse?: Reuse): ReadonlyMap<Hash, NamedTable> {
  const found = new Map<Hash, NamedTable>();
  noteServed(reuse, found);
  for (const fact of facts) note(fact, found);
  return found;
}

function noteServed(reuse: Reuse | undefined, found: Map<Hash, NamedTable>): void {
  for (const served of reuse?.served ?? []) if ('fact' in served) note(served.fact, found);
}

function note(fact: Fact, found: Map<Hash, NamedTable>): void {
  if (fact.type === 'run.started') noteServed(recordIn(fact) ?? undefined, found);
  if (fact.type !== 'effect.succeeded') return;
  for (const handle of handlesIn(fact.result)) {
    const hash = hashOfHandle(handle);
    if (isTableHandle(handle) && !found.has(hash)) found.set(hash, { handle, madeAt: fact.address });
  }
}

/** What is said of a table whose rows are not here: what made it, and how it comes back (K13). */
function missingTable({ handle: { $table }, madeAt }: NamedTable): string {
  const rows = $table.rows === 1 ? 'row' : `${$table.rows.toLocaleString('en')} rows`;
  return `The ${rows} that ${madeAt} made ${$table.rows === 1 ? 'is' : 'are'} not here (SHA-256 ${$table.hash.slice(0, 12)}…): choose their file, or run the plan again.`;
}
