import {
  type Diagnostic,
  err,
  escapeControlsInJson,
  hashText,
  isAddress,
  isHash,
  isJsonObject,
  type Json,
  LIMITS,
  ok,
  parseJson,
  problem,
  type Result,
  utf8Length,
} from '#base';
import { type Commit, canonicalCommit, canonicalLine, sealedText } from '../commit';

/** Writes a ledger as NDJSON: one canonical commit a line (K3). */
export function writeLedger(commits: readonly Commit[]): string {
  return commits.map((commit) => `${canonicalLine(commit)}\n`).join('');
}

/**
 * Reads a ledger: limits, shape and chain. A line must be, byte for byte, what `writeLedger` writes of its commit, and
 * its hash must follow from it and from the hash before; so one changed byte anywhere is refused, naming its commit.
 * Whether the entries are what the facts cause is `replay`'s to say.
 */
export function readLedger(text: string): Result<readonly Commit[], readonly Diagnostic[]> {
  const bytes = utf8Length(text);
  if (bytes > LIMITS.importBytes) return err([tooLarge(bytes)]);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return err([refusal('LEDGER_EMPTY', 'The ledger is empty.', 0)]);
  const { commits, broken } = readLines(lines);
  return broken === null ? ok(commits) : err([broken.problem]);
}

/** The commits of a ledger up to the first that does not hold. */
export interface ReadLines {
  readonly commits: readonly Commit[];
  /** `commit` is what the line says where it has the shape of one, though it was changed. */
  readonly broken: { readonly problem: Diagnostic; readonly commit: Commit | null } | null;
}

/** Reads lines in turn, each on the one before. */
export function readLines(lines: readonly string[]): ReadLines {
  const commits: Commit[] = [];
  for (const [seq, line] of lines.entries()) {
    const shaped = readLine(line, seq);
    if (!shaped.ok) return { commits, broken: { problem: shaped.problem, commit: null } };
    const commit = shaped.value;
    if (!isWhole(commit, line, commits.at(-1) ?? null))
      return { commits, broken: { problem: changed(seq), commit } };
    commits.push(commit);
  }
  return { commits, broken: null };
}

function isWhole(commit: Commit, line: string, before: Commit | null): boolean {
  const text = canonicalCommit(commit);
  return isWritten(commit, line) && hashText(sealedText(before?.hash ?? null, text)) === commit.hash;
}

/** A ledger that was printed has its control characters escaped: the same commit, written for a terminal. */
function isWritten(commit: Commit, line: string): boolean {
  const canonical = canonicalLine(commit);
  return line === canonical || line === escapeControlsInJson(canonical);
}

function changed(seq: number): Diagnostic {
  const message = `Commit ${seq} was changed after it was sealed, or the commit before it is not the one it was sealed on.`;
  return refusal('LEDGER_CHANGED', message, seq);
}

function readLine(line: string, seq: number): Result<Commit, Diagnostic> {
  const parsed = parseJson(line, LIMITS.jsonDepth + 8);
  if (!parsed.ok) {
    return err(
      refusal('LEDGER_LINE_INVALID', `Commit ${seq} cannot be read: ${parsed.problem.message}`, seq),
    );
  }
  const commit: Json | Commit = parsed.value;
  const reason = shapeOf(commit, seq);
  if (reason !== null || !isCommit(commit, reason)) {
    return err(refusal('LEDGER_LINE_INVALID', `Commit ${seq} is none: ${reason}.`, seq));
  }
  return ok(commit);
}

/** Why a JSON value is no commit of that place; null when it has the shape of one. */
function shapeOf(value: Json, seq: number): string | null {
  if (!isJsonObject(value)) return 'it is no object';
  const { at, entries, fact, hash } = value;
  if (value.seq !== seq) return `its number is ${JSON.stringify(value.seq ?? null)}`;
  if (typeof at !== 'number' || !Number.isFinite(at)) return 'it has no time';
  if (typeof hash !== 'string' || !isHash(hash)) return 'it has no hash';
  if (!isJsonObject(fact) || typeof fact.type !== 'string') return 'it has no fact';
  // What a fact names came from outside and may be no address: then the kernel has refused it, and that is kept too.
  if (fact.address !== undefined && typeof fact.address !== 'string') return 'its fact has no address';
  if (!Array.isArray(entries)) return 'it has no entries';
  return entries.every(isEntry) ? null : 'one of its entries is none';
}

/** The shape that reading needs was looked at; what a fact means is judged when it is replayed. */
function isCommit(_value: Json | Commit, reason: string | null): _value is Commit {
  return reason === null;
}

function isEntry(value: Json): boolean {
  return (
    isJsonObject(value) &&
    typeof value.kind === 'string' &&
    isJsonObject(value.data) &&
    isPlace(value.address)
  );
}

function isPlace(value: Json | undefined): boolean {
  return typeof value === 'string' && (value === '' || isAddress(value));
}

function tooLarge(bytes: number): Diagnostic {
  return problem(
    'LEDGER_TOO_LARGE',
    `The ledger has ${bytes} bytes; ${LIMITS.importBytes} are accepted.`,
    'Export the run without its outputs, or only its plan.',
  );
}

function refusal(code: string, message: string, seq: number): Diagnostic {
  return problem(code, message, 'Use the ledger as it was exported, from its first line to its last.', {
    line: seq + 1,
  });
}
