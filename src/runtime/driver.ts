import { type Address, inCanonicalOrder } from '#base';
import {
  type Command,
  type Commit,
  type Fact,
  isFinished,
  type RunError,
  type RunState,
  seal,
  step,
} from '#kernel';
import { askPlanner, type PlanningSurroundings } from './askPlanner';
import { callCapability, evaluate } from './callCapability';
import { WallTime } from './clock';
import { Departures } from './departures';
import { documentReader } from './documents';
import type { EffectCommand } from './effectQueue';
import { intercept } from './interceptors';
import { MissingFiles, neededFiles, whatComes } from './missingFiles';
import { OfflineCalls } from './offline';
import { Outside } from './outside';
import { type Capabilities, StorageError } from './ports';
import { redactFact } from './redact';
import type { RunTrouble, Told } from './runHandle';
import { type DriverSetup, surroundingsOf } from './surroundings';

/** A fact that waits for the kernel. */
interface Arrived {
  readonly fact: Fact;
  readonly written: () => void;
}

interface Unwritten {
  readonly commit: Commit;
  readonly commands: readonly Command[];
  readonly written: () => void;
}

/**
 * The only place where waiting happens. Facts queue up; each goes through the kernel and is sealed; those that
 * arrived together are appended in one transaction; only then their commands leave (K3).
 */
export class Driver {
  readonly #setup: DriverSetup;
  readonly around: PlanningSurroundings;
  readonly #outside: Outside;
  readonly #wallTime: WallTime;
  readonly #turns = new Turns();
  readonly #offlineCalls = new OfflineCalls();
  readonly #ledger: Commit[];
  #ledgerSeen: readonly Commit[] | null = null;
  #state: RunState | null;
  #last: Commit | null;
  #arrived: Arrived[] = [];
  #unwritten: Unwritten[] = [];
  readonly #departures: Departures;
  readonly #stopListening: () => void;
  #paused = false;
  #pumping = false;
  #closed = false;
  #trouble: RunTrouble | null = null;

  readonly commitListeners = new Listeners<[Commit]>();
  readonly progressListeners = new Listeners<Told>();
  readonly troubleListeners = new Listeners<[RunTrouble | null]>();
  /** Told whenever the run may have come to rest. */
  readonly changeListeners = new Listeners<[]>();

  constructor(setup: DriverSetup) {
    this.#setup = setup;
    this.#state = setup.state;
    this.#ledger = [...setup.commits];
    this.#last = setup.commits.at(-1) ?? null;
    const reader = setup.host.documents ?? documentReader();
    const files = new MissingFiles(neededFiles(setup, reader), () => this.#recheck());
    this.around = surroundingsOf(setup, reader, this.#ledger, (address, progress) =>
      this.progressListeners.tell(address, progress),
    );
    this.#departures = new Departures(
      setup.host,
      files,
      () => this.#state,
      (fact) => void this.send(fact),
    );
    this.#outside = new Outside({
      host: setup.host,
      perform: (command, signal) => this.#perform(command, signal),
      fired: (address) => void this.send({ type: 'timer.fired', address }),
      dropped: (address) => this.tellNothingCame(address),
      departures: this.#departures,
      isReady: () => files.isKnown,
      changed: () => this.changeListeners.tell(),
    });
    this.#wallTime = new WallTime(
      setup.host.clock,
      () => void this.send({ type: 'run.paused', reason: 'budget' }),
    );
    for (const commit of setup.commits) this.#follow(commit);
    this.#stopListening = whatComes(setup.host, files, () => this.#recheck());
  }

  get commits(): readonly Commit[] {
    this.#ledgerSeen ??= [...this.#ledger];
    return this.#ledgerSeen;
  }

  get trouble(): RunTrouble | null {
    return this.#trouble;
  }

  get state(): RunState | null {
    return this.#state;
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  /** The run has ended, and its end is durable; or it was closed here. */
  get isOver(): boolean {
    return this.#closed || (this.#unwritten.length === 0 && this.#state !== null && isFinished(this.#state));
  }

  /** Nothing in the run moves by itself. */
  get isAtRest(): boolean {
    if (this.#closed || this.#trouble) return true;
    if (this.#pumping || this.#arrived.length > 0 || this.#unwritten.length > 0) return false;
    return this.isOver || (this.#outside.isQuiet(this.#paused) && (this.#state?.withdrawn.length ?? 0) === 0);
  }

  /** Queues a fact. Resolves when its commit is durable, which a storage problem may delay. */
  send(fact: Fact): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((written) => {
      this.#arrived.push({ fact, written });
      // Facts of the same moment gather until the microtask, and share a transaction.
      queueMicrotask(() => void this.#pump());
    });
  }

  /** Takes up a command of the ledger that was never answered (K6). Effects leave when the run is resumed. */
  takeUp(command: Command, issuedAt: number): void {
    this.#departures.takeUp(command);
    this.#outside.issue(command, issuedAt, true);
  }

  /**
   * Nothing will come of a call that was withdrawn: it never left, or whoever waited for it is gone. The run need keep nothing of its
   * budget for it (K10).
   */
  tellNothingCame(address: Address): void {
    if (this.#state?.withdrawn.some((command) => command.address === address))
      void this.send({ type: 'effect.failed', address, error: WITHDRAWN });
  }

  async retryStorage(): Promise<void> {
    if (!this.#trouble?.retryable) return;
    this.#setTrouble(null);
    await this.#pump();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopListening();
    this.#outside.stop();
    this.#wallTime.halt(this.#setup.host.clock.now());
    for (const { written } of [...this.#unwritten, ...this.#arrived]) written();
    this.#unwritten = [];
    this.#arrived = [];
    this.changeListeners.tell();
  }

  /** What a call needs may be there now. */
  #recheck(): void {
    this.#outside.recheck();
    this.changeListeners.tell();
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (!this.#trouble && !this.#closed && this.#arrived.length + this.#unwritten.length > 0) {
        if (this.#unwritten.length === 0) this.#stepArrived();
        await this.#write();
      }
    } catch (thrown) {
      this.#setTrouble(troubleOf(thrown));
    } finally {
      this.#pumping = false;
      this.changeListeners.tell();
    }
  }

  #stepArrived(): void {
    const { host } = this.#setup;
    const batch = this.#arrived;
    this.#arrived = [];
    for (const { fact, written } of batch) {
      const clean = inCanonicalOrder(redactFact(fact, host.secrets?.() ?? []));
      const { state, entries, commands } = step(this.#state, clean);
      const commit = seal(this.#last, { at: host.clock.now(), fact: clean, entries });
      this.#state = state;
      this.#last = commit;
      this.#follow(commit);
      this.#unwritten.push({ commit, commands, written });
    }
  }

  async #write(): Promise<void> {
    const batch = this.#unwritten;
    const commits = batch.map(({ commit }) => commit);
    try {
      if (this.#ledger.length === 0) await this.#setup.keepFirst?.();
      await this.#setup.host.ledger.append(this.#setup.runId, commits);
    } catch (thrown) {
      if (!this.#closed) this.#setTrouble(troubleOf(thrown));
      return;
    }
    if (this.#closed) return;
    this.#unwritten = [];
    for (const commit of commits) this.#ledger.push(commit);
    this.#ledgerSeen = null;
    for (const one of batch) this.#publish(one);
    if (!this.isOver) return;
    this.#stopListening();
    this.#outside.stopTimers();
  }

  #publish({ commit, commands, written }: Unwritten): void {
    this.commitListeners.tell(commit);
    intercept(this.#setup.host.interceptors, this.#setup.runId, commit);
    written();
    if (this.#paused) this.#outside.hold();
    for (const command of commands) this.#outside.issue(command, commit.at);
    if (!this.#paused && !this.#offlineCalls.isPausing) this.#outside.release();
  }

  async #perform(command: EffectCommand, signal: AbortSignal): Promise<void> {
    const { host } = this.#setup;
    const turn = isLocal(command, host.capabilities) ? this.#turns.take(signal) : null;
    for await (const fact of performEffect(command, this.around, signal)) {
      await turn?.come;
      if (host.online && !signal.aborted && this.#offlineCalls.keeps(fact)) this.#waitForNetwork(command);
      else void this.send(this.#offlineCalls.withTries(fact));
    }
    turn?.over();
  }

  /** Case F8: the call stays open and leaves again with the resume, which comes by itself when the network is back. */
  #waitForNetwork(command: EffectCommand): void {
    this.#outside.issue(command, this.#setup.host.clock.now(), true);
    this.#offlineCalls.pause(this.#setup.host, this);
  }

  #setTrouble(trouble: RunTrouble | null): void {
    this.#trouble = trouble;
    // Whoever lost the run to another tab must not go on calling things in its name.
    if (trouble && !trouble.retryable) this.#outside.stop();
    this.troubleListeners.tell(trouble);
    this.changeListeners.tell();
  }

  /** Keeps what a commit says of pausing and of time. */
  #follow(commit: Commit): void {
    const { fact, entries, at } = commit;
    this.#departures.follow(commit);
    if (fact.type === 'run.started' || fact.type === 'budget.raised') this.#wallTime.budget(fact.budget);
    for (const { kind } of entries) {
      if (kind === 'run.paused' || kind === 'run.resumed') this.#paused = kind === 'run.paused';
    }
    const going = !this.#paused && !(this.#state !== null && isFinished(this.#state));
    if (going) this.#wallTime.go(at);
    else this.#wallTime.halt(at);
  }
}

const WITHDRAWN: RunError = {
  code: 'CALL_WITHDRAWN',
  message: 'The call was withdrawn, and nothing came of it.',
};

/** Carries out one effect; its facts come in order, the one that ends it last. Never throws. */
async function* performEffect(
  command: EffectCommand,
  around: PlanningSurroundings,
  signal: AbortSignal,
): AsyncGenerator<Fact> {
  switch (command.kind) {
    case 'call':
      yield await callCapability(command, around, signal);
      return;
    case 'observe':
      // L4: an observer changes nothing, whatever becomes of it.
      await callCapability(
        { ...command, effect: 'unknown', idempotent: false, kind: 'call' },
        around,
        signal,
      );
      return;
    case 'evaluate':
      yield await evaluate(command, around, signal);
      return;
    case 'plan':
      yield* askPlanner(command, around, signal);
  }
}

/** What to say, and whether trying again can help, when the run's ledger could not be written (cases H2, H3). */
function troubleOf(thrown: unknown): RunTrouble {
  if (thrown instanceof StorageError) return { ...storageTrouble(thrown.code), message: thrown.message };
  return {
    code: 'RUN_BROKEN',
    message: `The run cannot continue: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    help: 'Its ledger is kept as it is. Export it and report the fault; the plan can be run anew.',
    retryable: false,
  };
}

function storageTrouble(code: StorageError['code']): Omit<RunTrouble, 'message'> {
  switch (code) {
    case 'STORAGE_FULL':
      return {
        code,
        help: 'Delete old runs or export this one, then try again. Nothing is lost so far, and nothing more is called.',
        retryable: true,
      };
    case 'STORAGE_REFUSED':
      return {
        code,
        help: 'Check whether the browser lets this site store data, then try again, or export the run.',
        retryable: true,
      };
    case 'STORAGE_STALE_WRITER':
      return {
        code,
        help: 'Another tab has taken this run over. It continues there; here it can be read.',
        retryable: false,
      };
  }
}

/** One effect's place in the order of handing over. */
interface Turn {
  /** Resolves when all that left before have been handed over, or withdrawn. */
  readonly come: Promise<void>;
  over(): void;
}

/**
 * The order in which results of local effects are handed over: that in which they left. Which of two answers first
 * then never depends on which library a host happens to load faster, and two hosts write equal ledgers (K3). What
 * waits for a network or a person is handed over as it comes.
 */
class Turns {
  #last: Promise<void> = Promise.resolve();

  take(signal: AbortSignal): Turn {
    const come = this.#last;
    let over = (): void => {};
    const handed = new Promise<void>((resolve) => {
      over = resolve;
    });
    signal.addEventListener('abort', over, { once: true });
    this.#last = come.then(() => handed);
    return { come, over };
  }
}

/** Whether an effect comes to its result by itself: by computing over what the run and the workspace hold. */
function isLocal(command: EffectCommand, capabilities: Capabilities): boolean {
  if (command.kind === 'evaluate') return true;
  if (command.kind === 'call' || command.kind === 'observe')
    return capabilities.find(command.capability)?.isLocal === true;
  if (command.flavour === 'capability' && command.text === null)
    return capabilities.find(command.use ?? '')?.isLocal === true;
  return command.text !== null || command.flavour === 'rules' || command.flavour === 'htn';
}

/**
 * Those who want to be told of something. They take values and give none back; one that throws is reported to the
 * host and disturbs neither the others nor the run.
 */
class Listeners<Values extends readonly unknown[]> {
  readonly #listeners = new Set<(...values: Values) => void>();

  /** @returns takes the listener out again */
  add(listener: (...values: Values) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  tell(...values: Values): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(...values);
      } catch (thrown) {
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  }
}
