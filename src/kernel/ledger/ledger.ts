import {
  canonicalJson,
  type Diagnostic,
  err,
  escapeControlsInJson,
  type Hash,
  hashText,
  isAddress,
  isHash,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  parseJson,
  problem,
  type Result,
  utf8Length,
} from '#base';
import type { Entry } from '../entry';
import type { Fact, RunStarted } from '../fact';
import { type KernelStatus, type RunState, statusOf } from '../state';
import { step } from '../step';

/**
 * K3: one fact, whole, with all that it caused, in the order in which the kernel made it. `at` is milliseconds
 * since the Unix epoch, given by the host; `seq` counts from 0. `hash` is SHA-256 over the previous hash and the
 * canonical JSON of the commit without `hash`.
 */
export interface Commit {
  readonly seq: number;
  readonly at: number;
  readonly fact: Fact;
  readonly entries: readonly Entry[];
  readonly hash: Hash;
}

/** A commit without what seals it. */
type Unsealed = Pick<Commit, 'at' | 'entries' | 'fact' | 'seq'>;

/**
 * The canonical JSON of a commit without its hash (RFC 8785). The kernel writes entries with their keys in order, and
 * facts come so, which makes this the cheap case of `canonicalJson`.
 */
function canonicalCommit({ at, entries, fact, seq }: Unsealed): string {
  return `{"at":${at},"entries":${canonical(entries)},"fact":${canonical(fact)},"seq":${seq}}`;
}

/** The same with its hash: the line of a ledger. */
function canonicalLine(commit: Commit): string {
  const { at, entries, fact, hash, seq } = commit;
  return `{"at":${at},"entries":${canonical(entries)},"fact":${canonical(fact)},"hash":"${hash}","seq":${seq}}`;
}

/** What a hash is taken of: the hash before it, then the canonical commit (K3). */
function sealedText(previous: Hash | null, text: string): string {
  return (previous ?? '') + text;
}

/** Facts and entries are JSON, but for members that may be undefined, which canonical JSON leaves out. */
function canonical(value: unknown): string {
  return canonicalJson(value as Json);
}

/**
 * Seals a fact and what it caused into the next commit of a ledger (K3). Done once per commit, synchronously, outside
 * `step`: a WebCrypto digest inside an IndexedDB transaction would end it.
 *
 * @param previous the commit before; null for the first
 * @param draft `at` is milliseconds since the Unix epoch
 */
export function seal(
  previous: Commit | null,
  draft: { readonly at: number; readonly fact: Fact; readonly entries: readonly Entry[] },
): Commit {
  const { at, fact, entries } = draft;
  const seq = previous === null ? 0 : previous.seq + 1;
  const text = canonicalCommit({ at, entries, fact, seq });
  return { seq, at, fact, entries, hash: hashText(sealedText(previous?.hash ?? null, text)) };
}

/** Writes a ledger as NDJSON: one canonical commit a line (K3). */
export function writeLedger(commits: readonly Commit[]): string {
  return commits.map((commit) => `${canonicalLine(commit)}\n`).join('');
}

/**
 * Reads a ledger: limits, shape and chain. A line must be, byte for byte, what `writeLedger` writes of its commit, and
 * its hash must follow from it and from the hash before; so one changed byte anywhere is refused, naming its commit.
 * Whether the entries are what the facts cause is `replay`'s to say.
 *
 * @param before the commit that it goes on from, where the text is the rest of a ledger
 */
export function readLedger(
  text: string,
  before: Pick<Commit, 'seq' | 'hash'> | null = null,
): Result<readonly Commit[], readonly Diagnostic[]> {
  const bytes = utf8Length(text);
  if (bytes > LIMITS.importBytes) return err([tooLarge(bytes)]);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return err([refusal('LEDGER_EMPTY', 'The ledger is empty.', 0)]);
  const { commits, broken } = readLines(lines, before);
  return broken === null ? ok(commits) : err([broken.problem]);
}

/** The commits of a ledger up to the first that does not hold. */
interface ReadLines {
  readonly commits: readonly Commit[];
  /** `commit` is what the line says where it has the shape of one, though it was changed. */
  readonly broken: { readonly problem: Diagnostic; readonly commit: Commit | null } | null;
}

/** Reads lines in turn, each on the one before. */
function readLines(lines: readonly string[], before: Pick<Commit, 'seq' | 'hash'> | null = null): ReadLines {
  const commits: Commit[] = [];
  const first = before === null ? 0 : before.seq + 1;
  for (const [index, line] of lines.entries()) {
    const seq = first + index;
    const shaped = readLine(line, seq);
    if (!shaped.ok) return { commits, broken: { problem: shaped.problem, commit: null } };
    const commit = shaped.value;
    if (!isWhole(commit, line, commits.at(-1) ?? before))
      return { commits, broken: { problem: changed(seq), commit } };
    commits.push(commit);
  }
  return { commits, broken: null };
}

function isWhole(commit: Commit, line: string, before: Pick<Commit, 'hash'> | null): boolean {
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

/** The first commit in which a ledger is not what its facts cause (K4). */
export interface Difference {
  readonly seq: number;
  readonly code:
    | 'LEDGER_EMPTY'
    | 'LEDGER_REDUCED'
    | 'SEQ_DIFFERS'
    | 'ENTRIES_DIFFER'
    | 'HASH_DIFFERS'
    | 'STEP_FAILED';
  readonly message: string;
  readonly expected?: Json;
  readonly got?: Json;
}

export type Replay =
  | {
      readonly ok: true;
      readonly commits: number;
      readonly hash: Hash | null;
      readonly status: KernelStatus;
      readonly outputs: JsonObject;
      /** Replaying performs nothing. */
      readonly effects: 0;
    }
  | { readonly ok: false; readonly difference: Difference };

/**
 * Folds the facts of a ledger into the state after them (K4): what a resumed run goes on from. The entries are not
 * looked at; `replay` is what compares them.
 */
export function fold(commits: readonly Commit[]): Result<RunState, Diagnostic> {
  let state: RunState | null = null;
  const reduced = reductionOf(commits);
  if (reduced !== null) return err(reductionProblem(reduced));
  for (const { fact, seq } of commits) {
    if (state === null && fact.type !== 'run.started') return err(notARun(seq));
    state = step(state, fact).state;
  }
  return state === null ? err(notARun(0)) : ok(state);
}

/**
 * Replays a ledger: feeds only its facts to `step`, performs nothing, and compares entries and hashes with what was
 * recorded (K4).
 *
 * @param at replays only the first `at` commits
 */
export function replay(commits: readonly Commit[], at: number = commits.length): Replay {
  let state: RunState | null = null;
  let before: Commit | null = null;
  const reduced = reductionOf(commits);
  if (reduced !== null) {
    const { code, message, help } = reductionProblem(reduced);
    return differs({ seq: 0, code, message: `${message} ${help}` });
  }
  for (const commit of commits.slice(0, at)) {
    const expectedSeq: number = before === null ? 0 : before.seq + 1;
    if (commit.seq !== expectedSeq) return differs(outOfOrder(commit, expectedSeq));
    if (state === null && commit.fact.type !== 'run.started') return differs(noStart(commit));
    const stepped = tryStep(state, commit);
    if (typeof stepped === 'string') return differs(stepFailed(commit, stepped));
    const again: Commit = seal(before, { ...commit, entries: stepped.entries });
    if (again.hash !== commit.hash) return differs(difference(commit, again));
    state = stepped.state;
    before = commit;
  }
  return {
    ok: true,
    commits: Math.min(at, commits.length),
    hash: before?.hash ?? null,
    status: state === null ? 'pending' : statusOf(state),
    outputs: state?.outputs ?? {},
    effects: 0,
  };
}

/**
 * What the first commit of a text that was changed should be (K4): what its fact causes, and what it says instead.
 *
 * @param text a ledger that `readLedger` refused
 * @returns null where the line is no commit at all, or says the same in other bytes
 */
export function changeIn(text: string): Difference | null {
  const { commits, broken } = readLines(text.split('\n'));
  const commit = broken?.commit;
  if (!commit) return null;
  const state = commits.length === 0 ? null : fold(commits);
  if (state?.ok === false || (state === null && commit.fact.type !== 'run.started')) return null;
  const stepped = tryStep(state?.value ?? null, commit);
  if (typeof stepped === 'string') return stepFailed(commit, stepped);
  return difference(commit, seal(commits.at(-1) ?? null, { ...commit, entries: stepped.entries }));
}

function tryStep(state: RunState | null, { fact }: Commit): ReturnType<typeof step> | string {
  try {
    return step(state, fact);
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function differs(difference: Difference): Replay {
  return { ok: false, difference };
}

/** Entries that differ say more than a hash that differs; where they are equal, fact, time or chain was changed. */
function difference(recorded: Commit, again: Commit): Difference {
  const text = canonicalCommit(recorded);
  if (canonicalCommit(again) === text) {
    return {
      seq: recorded.seq,
      code: 'HASH_DIFFERS',
      message: `Commit ${recorded.seq} was changed after it was sealed, or one before it was.`,
      expected: again.hash,
      got: recorded.hash,
    };
  }
  const index = firstDifferent(again.entries, recorded.entries);
  return {
    seq: recorded.seq,
    code: 'ENTRIES_DIFFER',
    message: `Commit ${recorded.seq} holds entries that its fact does not cause, from entry ${index} on.`,
    expected: asJson(again.entries[index]),
    got: asJson(recorded.entries[index]),
  };
}

function firstDifferent(expected: readonly Entry[], got: readonly Entry[]): number {
  const length = Math.max(expected.length, got.length);
  for (let index = 0; index < length; index++) {
    if (canonical(expected[index] ?? null) !== canonical(got[index] ?? null)) return index;
  }
  return length;
}

function asJson(entry: Entry | undefined): Json {
  return JSON.parse(canonical(entry ?? null));
}

function outOfOrder({ seq }: Commit, expected: number): Difference {
  return {
    seq,
    code: 'SEQ_DIFFERS',
    message: `Commit ${expected} is missing: the next one says it is ${seq}.`,
    expected,
    got: seq,
  };
}

function noStart({ seq, fact }: Commit): Difference {
  return {
    seq,
    code: 'STEP_FAILED',
    message: 'The first fact of a ledger is run.started.',
    expected: 'run.started',
    got: fact.type,
  };
}

function stepFailed({ seq }: Commit, message: string): Difference {
  return { seq, code: 'STEP_FAILED', message: `The fact of commit ${seq} cannot be applied: ${message}` };
}

function notARun(seq: number): Diagnostic {
  return problem(
    'LEDGER_INVALID',
    `This ledger does not begin with the start of a run (commit ${seq}).`,
    'Give the whole ledger of a run, from its first line.',
  );
}

type Reduced = NonNullable<RunStarted['reduced']>;

/** What a ledger was reduced to (S2); null where it is whole. */
function reductionOf([first]: readonly Commit[]): Reduced | null {
  return (first?.fact.type === 'run.started' && first.fact.reduced) || null;
}

function reductionProblem({ detail, head }: Reduced) {
  const what = detail === 'plan' ? 'its plan' : 'its plan and outputs';
  return {
    ...problem(
      'LEDGER_REDUCED',
      `This ledger was reduced to ${what}: it can be looked at, and not replayed or gone on with.`,
      `Ask for the full one, whose last commit has the hash ${head}.`,
      { line: 1 },
    ),
    code: 'LEDGER_REDUCED' as const,
  };
}
