import { appendFile } from 'node:fs/promises';
import { type Commit, type Fact, fold, isFinished, openCommands, writeLedger } from '#kernel';
import type { Workspace } from '#plan';
import {
  type CallContext,
  CallError,
  type Host,
  type LedgerStore,
  type RunHandle,
  resumeRun,
  SimulatedClock,
  startRun,
} from '#runtime';
import { openLedger } from '../../../src/cli/run/openLedger';
import { at, hostOf } from '../../runtime/notation';
import type { ScriptEvent } from '../reference/language';
import { EFFECTS } from './cases';
import { keyOf } from './keys';
import type { World } from './world';

/**
 * A process that runs a plan on a ledger in a file, and dies at its n-th point: before, during or after a write; before
 * an effect, while it goes on, or when it has happened and nobody has written so. Time stands still while anything
 * moves by itself.
 */
export class Process {
  points = 0;
  isDead = false;
  /** What this process was told is durable. */
  acknowledged: readonly Commit[] = [];
  readonly #world: World;
  readonly #path: string;
  readonly #diesAt: number;
  readonly #clock: SimulatedClock;
  /** What the run does by itself without taking time: evaluations, and planners of rules. */
  readonly #local = new Set<string>();
  #writing = 0;
  #isOver = false;
  #moves = 0;
  #lastWords: Promise<void> = Promise.resolve();

  constructor(world: World, path: string, diesAt = Number.POSITIVE_INFINITY) {
    this.#world = world;
    this.#path = path;
    this.#diesAt = diesAt;
    this.#clock = new SimulatedClock(world.now);
  }

  /** Runs until the run is over, or waits for what never comes, or the process dies. */
  async live(workspace: Workspace, stored: readonly Commit[]): Promise<void> {
    const resume = stored.length > 0 ? this.#path : undefined;
    const ledger = await openLedger(this.#path, resume);
    try {
      const host = this.#host(ledger.store);
      const run = resume
        ? resumeRun(host, ledger.before, workspace)
        : startRun(host, { workspace, plan: 'main', input: {}, runId: 'run-1' });
      if (!run.ok) throw new Error(JSON.stringify(run.problem));
      this.#follow(run.value, ledger.before);
      if (resume) await this.#takeUp(run.value);
      await this.#goOn(run.value, stored.filter(isEvent).length);
      run.value.close();
      this.acknowledged = run.value.commits;
    } finally {
      await this.#lastWords;
      await ledger.close();
    }
  }

  async #goOn(run: RunHandle, from: number): Promise<void> {
    let next = from;
    for (let left = MOST; ; left--) {
      await this.#quiet();
      if (left === 0) throw new Error('It goes on for ever.');
      if (this.isDead || this.#isOver) return;
      const event = this.#world.events[next];
      const due = this.#clock.nextDue();
      if (event !== undefined && event.atMs <= (due ?? Number.POSITIVE_INFINITY)) {
        next++;
        this.#clock.advance(Math.max(0, event.atMs - this.#clock.now()));
        void run.send(factOf(event));
      } else if (due !== null) this.#clock.ring();
      else return;
      this.#world.now = this.#clock.now();
    }
  }

  /** A person looks what became of each effect that nobody knows of, then lets the run go on (K6). */
  async #takeUp(run: RunHandle): Promise<void> {
    await this.#still();
    for (let doubt = doubtIn(run); doubt && !this.isDead; doubt = doubtIn(run)) {
      const outcome = this.#world.found(keyOf(doubt));
      const as = outcome
        ? { kind: 'done' as const, result: outcome.output ?? null }
        : { kind: 'repeat' as const };
      void run.settle(doubt.address, as);
      await this.#still();
    }
    if (this.isDead || this.#isOver) return;
    void run.resume();
    await this.#quiet();
  }

  #host(ledger: LedgerStore): Host {
    const work = (_input: object, context: CallContext): Promise<unknown> => this.#work(context);
    const works = { look: work, send: work, put: work, echo: work };
    const store: LedgerStore = {
      append: (runId, commits) => this.#append(ledger, runId, commits),
      read: (runId) => ledger.read(runId),
    };
    return hostOf(works, { ledger: store, clock: this.#clock, effectsInFlight: 200 }, EFFECTS);
  }

  async #append(ledger: LedgerStore, runId: string, commits: readonly Commit[]): Promise<void> {
    await this.#point();
    await this.#point(() => tear(this.#path, commits));
    this.#writing++;
    await ledger.append(runId, commits);
    this.#writing--;
    await this.#point();
  }

  async #work({ address, idempotencyKey: key, signal }: CallContext): Promise<unknown> {
    await this.#point();
    const effect = this.#world.begin({ key, address });
    await this.#point();
    await new Promise<void>((resolve) => {
      this.#clock.after(Math.max(0, effect.dueAt - this.#clock.now()), resolve);
    });
    if (signal.aborted) return never();
    effect.hasHappened = true;
    await this.#point();
    const { error, output = null } = effect.outcome;
    if (error) throw new CallError({ ...error, help: 'Try again.' });
    return output;
  }

  async #point(lastWords: () => Promise<void> = async () => {}): Promise<void> {
    this.#moves++;
    if (this.isDead) return never();
    if (++this.points !== this.#diesAt) return;
    this.isDead = true;
    this.#lastWords = lastWords();
    await never();
  }

  #follow(run: RunHandle, before: readonly Commit[]): void {
    if (before.length > 0)
      for (const { kind, address } of openIn(before)) if (LOCAL.has(kind)) this.#local.add(address);
    if (before.length > 0) this.#isOver = isFinished(stateOf(before));
    run.subscribe(({ fact, entries }) => {
      if ('address' in fact) this.#local.delete(fact.address);
      for (const entry of entries) {
        if (ENDS.has(entry.kind)) this.#isOver = true;
        if (entry.kind !== 'command') continue;
        if (LOCAL.has(entry.data.command.kind)) this.#local.add(entry.address);
        if (entry.data.command.kind === 'cancel') this.#local.delete(entry.address);
      }
    });
  }

  /**
   * Until nothing moves by itself any more. What the run computes by itself takes real time, and more of it on a busy
   * machine: it is waited for, so that the clock never overtakes it.
   */
  async #quiet(): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    await this.#still();
    while (this.#local.size > 0 && !this.isDead && !this.#isOver) {
      if (Date.now() > until) throw new Error(`It computes for ever: ${[...this.#local].join(', ')}.`);
      await this.#still();
    }
  }

  /** Until nothing is written or begun; what a paused run holds back is not waited for. */
  async #still(): Promise<void> {
    for (let idle = 0; idle < 3 && !this.isDead; ) {
      const moves = this.#moves;
      await new Promise((resolve) => setImmediate(resolve));
      idle = this.#writing > 0 || moves !== this.#moves ? 0 : idle + 1;
    }
  }
}

/** Longer than any evaluation may take. */
const PATIENCE_MS = 60_000;
const MOST = 2_000;
const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);
const LOCAL: ReadonlySet<string> = new Set(['evaluate', 'plan']);

function never(): Promise<never> {
  return new Promise(() => {});
}

/** Half a line: what the disk may hold of a write that was never acknowledged. */
function tear(path: string, commits: readonly Commit[]): Promise<void> {
  const text = writeLedger(commits);
  return appendFile(path, text.slice(0, Math.ceil(text.length / 2)));
}

function stateOf(commits: readonly Commit[]) {
  const state = fold(commits);
  if (!state.ok) throw new Error(state.problem.message);
  return state.value;
}

function openIn(commits: readonly Commit[]) {
  return openCommands(stateOf(commits));
}

function doubtIn({ commits }: RunHandle) {
  const open = stateOf(commits)
    .commands.values()
    .find(({ uncertain }) => uncertain);
  return open?.command.kind === 'call' ? open.command : null;
}

function isEvent({ fact }: Commit): boolean {
  return ['answer.given', 'signal.received', 'run.cancelled'].includes(fact.type);
}

function factOf(event: ScriptEvent): Fact {
  if ('answer' in event) {
    const { address, value } = event.answer;
    return { type: 'answer.given', address: at(address), value };
  }
  if ('signal' in event) return { type: 'signal.received', event: event.signal, data: event.data };
  return { type: 'run.cancelled' };
}
