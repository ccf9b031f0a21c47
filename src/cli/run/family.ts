import { existsSync } from 'node:fs';
import { type Diagnostic, err, ok, type Result } from '#base';
import { type Commit, type DependencyEnd, fold, isFinished } from '#kernel';
import type { Workspace } from '#plan';
import {
  answerGoals,
  type GoalHost,
  type GoalRun,
  type GoalsOfRun,
  type Host,
  type LedgerStore,
  type RunHandle,
  receiverOf,
  resumeRun,
  type SessionEvent,
  startRun,
} from '#runtime';
import { Refusal } from '../outcome';
import { endIn, endOfLedger } from './dependencies';
import { type OpenLedger, openLedger, readLedgerFile } from './openLedger';

interface Member {
  readonly handle: RunHandle;
  readonly goals: GoalsOfRun;
  readonly ledger: OpenLedger | null;
  readonly path: string | undefined;
}

export interface FamilyOptions {
  readonly workspace: Workspace;
  readonly hostFor: (ledger: LedgerStore) => Host;
  /** The ledger of the first run; those of the others lie beside it. */
  readonly ledger: string | undefined;
  readonly say: (line: string) => void;
  /** Told of each run when it is there. */
  readonly joined: (handle: RunHandle) => void;
}

/**
 * A run, and those that it starts by its goals (M3). Each has a ledger of its own: with `--ledger run.ndjson` that of the
 * run `run-1` is `run.run-1.ndjson`, so that all can be taken up (K6).
 */
export class Family implements GoalHost {
  readonly #options: FamilyOptions;
  readonly #members = new Map<string, Member>();
  /** Resolved when a run of another process has ended, or is driven no more. */
  readonly #elsewhere: Promise<void>[] = [];

  constructor(options: FamilyOptions) {
    this.#options = options;
  }

  /** The first run; its ledger is its caller's. */
  begin(handle: RunHandle): void {
    this.#join(handle, null, this.#options.ledger);
  }

  workspace(): Workspace {
    return this.#options.workspace;
  }

  async ensure(run: GoalRun): Promise<Result<null, readonly Diagnostic[]>> {
    if (this.#members.has(run.runId)) return ok(null);
    const path = this.#pathOf(run.runId);
    const isThere = path !== undefined && existsSync(path);
    try {
      const ledger = await openLedger(isThere ? undefined : path, isThere ? path : undefined);
      const begun = this.#start(run, ledger);
      if (begun === null || !begun.ok) await ledger.close();
      if (begun === null) return ok(null);
      if (!begun.ok) return begun;
      const beside = path === undefined ? '' : ` Its ledger is "${path}".`;
      this.#options.say(
        `The goal "${run.goal?.event}" is answered by the run ${run.runId} of "${run.plan}".${beside}`,
      );
      this.#join(begun.value, ledger, path);
      if (ledger.before.length > 0) await begun.value.resume();
      return ok(null);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      // Another process goes on with it: its ledger tells when it has ended.
      if (thrown.diagnostics[0]?.code === 'LEDGER_LOCKED') return ok(null);
      return err(thrown.diagnostics);
    }
  }

  /** Null for one that has ended. */
  #start(run: GoalRun, { store, before }: OpenLedger): Result<RunHandle, readonly Diagnostic[]> | null {
    if (endIn(before) !== null) return null;
    const { workspace, hostFor } = this.#options;
    const host = hostFor(store);
    return before.length > 0 ? resumeRun(host, before, workspace) : startRun(host, { ...run, workspace });
  }

  #join(handle: RunHandle, ledger: OpenLedger | null, path: string | undefined): void {
    this.#options.joined(handle);
    this.#members.set(handle.runId, { handle, goals: answerGoals(handle, this), ledger, path });
  }

  async read(runId: string): Promise<readonly Commit[]> {
    const member = this.#members.get(runId);
    const path = this.#pathOf(runId);
    if (member !== undefined) return member.handle.commits;
    return path !== undefined && existsSync(path) ? readLedgerFile(path) : [];
  }

  async parentOf(runId: string): Promise<string | null> {
    const first = this.#members.get(runId)?.handle.commits[0]?.fact;
    return (first?.type === 'run.started' ? first.parentRunId : null) ?? null;
  }

  async ended(runId: string, signal: AbortSignal): Promise<DependencyEnd> {
    const member = this.#members.get(runId);
    const path = this.#pathOf(runId);
    if (member === undefined) {
      if (path === undefined) return 'missing';
      const { ended, rested } = endOfLedger({ path }, signal);
      this.#elsewhere.push(rested);
      return ended;
    }
    await member.handle.done;
    // One that was let go of has no end.
    return endIn(member.handle.commits) ?? new Promise(() => {});
  }

  /** The session is told of by those of its runs that this process drives. */
  async tell(runId: string, event: SessionEvent): Promise<void> {
    const others = new Map<string, readonly Commit[]>();
    const session = sessionOf(this.#members.get(runId));
    for (const [id, member] of this.#members) {
      if (id !== runId && session !== undefined && sessionOf(member) === session)
        others.set(id, member.handle.commits);
    }
    const receiver = receiverOf(event, others);
    if (receiver === null) return;
    await this.#members.get(receiver)?.handle.signal(event.event, event.data, event.correlationId);
  }

  cancel(runId: string, reason: string): void {
    void this.#members.get(runId)?.handle.cancel(reason);
  }

  /** Resolves when none of them moves by itself, and none has an answer on its way to another. */
  async atRest(): Promise<void> {
    for (;;) {
      const members = [...this.#members.values()];
      const known = members.length + this.#elsewhere.length;
      await Promise.all([...this.#elsewhere, ...members.map(({ handle }) => handle.atRest())]);
      // What one has ended with reaches the other in this turn.
      await new Promise((resolve) => setImmediate(resolve));
      const isKnown = known === this.#members.size + this.#elsewhere.length;
      const isStill = isKnown && members.every(({ goals }) => goals.isQuiet);
      if (isStill && (await areAtRest(members))) return;
    }
  }

  /** What people are told of runs that the first one waits for. */
  unended(): readonly string[] {
    return [...this.#members.values()].slice(1).flatMap(({ handle, path }) => {
      const state = fold(handle.commits);
      if (!state.ok || isFinished(state.value)) return [];
      const where =
        path === undefined ? 'Without --ledger it ends with this command.' : `Take it up: --resume ${path}`;
      return [`The run ${handle.runId} has not ended. ${where}`];
    });
  }

  async close(): Promise<void> {
    for (const { handle, ledger } of [...this.#members.values()].slice(1)) {
      handle.close();
      await ledger?.close();
    }
  }

  #pathOf(runId: string): string | undefined {
    const { ledger } = this.#options;
    return ledger === undefined ? undefined : `${ledger.replace(/\.ndjson$/, '')}.${runId}.ndjson`;
  }
}

function sessionOf(member: Member | undefined): string | undefined {
  const first = member?.handle.commits[0]?.fact;
  return first?.type === 'run.started' ? first.labels.sessionId : undefined;
}

/** Whether none moved meanwhile: a promise of rest that is kept already comes before the next turn. */
async function areAtRest(members: readonly Member[]): Promise<boolean> {
  const next = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  const all = Promise.all(members.map(({ handle }) => handle.atRest())).then(() => true as const);
  return Promise.race([all, next]);
}
