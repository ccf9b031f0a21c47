import { type Diagnostic, err, ok, present, type Result } from '#base';
import { type Commit, type DependencyEnd, fold, type RunStarted } from '#kernel';
import type { ModelSpec, Workspace } from '#plan';
import { project } from '#projection';
import {
  answerGoals,
  type GoalHost,
  type GoalRun,
  type GoalsOfRun,
  givenSession,
  type Host,
  keepEpisode,
  type RunHandle,
  receiverOf,
  resumeRun,
  type SessionEvent,
  type StartOptions,
  startOf,
  startRun,
} from '#runtime';
import {
  type Beginning,
  type Letters,
  linesOfRuns,
  NO_LETTERS,
  type Opened,
  type RunBook,
  type RunWriter,
} from './book';
import { isAbsent, wholeLedger } from './ledgerParts';
import { endOfLine, UNFINISHED } from './line';

/** A run that is driven here. */
export interface DrivenRun {
  readonly handle: RunHandle;
  /** What it has asked of other runs. */
  readonly goals: GoalsOfRun;
  /** Resolves when somebody else has taken it over, and it is let go of here (case H3). */
  readonly lost: Promise<void>;
  /**
   * Resolves when it is over, and what it did is kept in its session (P16): null, or with a sentence that says why it could
   * not be kept.
   */
  readonly kept: Promise<string | null>;
}

/** What a run is started with here: its id is known before, since its ledger is opened first. */
export type StartHere = StartOptions & { readonly runId: string; readonly name?: string | undefined };

/** How a run is taken up from its ledger. */
export interface TakingUp {
  /** Also from whoever drives it now (case H3). */
  readonly takeOver?: boolean;
  /** Aborted when it is wanted no more. */
  readonly left?: AbortSignal;
}

/**
 * How a run stands once it was opened: it is driven `here`; somebody `elsewhere` drives it, so that it can be followed and taken over
 * (case H3); it is over, or was executed elsewhere, and its `record` can be read (case A14); or the book has nothing of it.
 */
export type OpenRun =
  | { readonly standing: 'here'; readonly run: DrivenRun }
  | { readonly standing: 'elsewhere'; readonly commits: readonly Commit[] }
  | { readonly standing: 'record'; readonly commits: readonly Commit[]; readonly imported: boolean }
  | { readonly standing: 'absent' };

/**
 * What executes runs: facts go in, each commit is durable before its commands go out (K3). In a page and in a process that is the
 * runtime. A durable engine puts its own here: `start` begins one there, `resume` takes one up from its ledger, wherever a crash has
 * left it; what people do goes in by the handle, and its commits come back by `subscribe`.
 */
export interface RunDriver {
  start(host: Host, options: StartOptions): Begun | Promise<Begun>;
  resume(host: Host, commits: readonly Commit[], workspace: Workspace): Begun | Promise<Begun>;
}

/** The handle of a run, or why it cannot run. */
type Begun = Result<RunHandle, readonly Diagnostic[]>;

const RUNTIME: RunDriver = { start: startRun, resume: resumeRun };

/** What a page, a process or a test gives to its runs. */
export interface RunsOptions {
  readonly book: RunBook;
  readonly letters: Letters;
  /** Where the plans, documents and models of runs that are taken up or started for a goal are, as it stands now. */
  workspace(): Workspace;
  /**
   * The outside that a run may use.
   *
   * @param recorded the models that it began with
   */
  hostFor(writer: RunWriter, recorded: readonly ModelSpec[]): Promise<Host>;
  /** What executes them; the runtime where nothing is said. */
  readonly driver?: RunDriver;
  /** Whether a run that was interrupted goes on without being asked when it is opened (K6). Without it, none does. */
  mayGoOn?(started: RunStarted): Promise<boolean>;
  /** Why no run may be started for a goal now; null when it may. Without it, it always may. */
  refusesGoals?(): Diagnostic | null;
  /** What every run that is started for a goal has besides (D10, P7). */
  givenToGoals?(): Promise<Pick<StartOptions, 'pins' | 'measures'>>;
  /**
   * Told of each run when it is driven here, before anything of it happens.
   *
   * @param goal what it was started or taken up for; null where a person or a program did it
   */
  joined?(run: DrivenRun, goal: GoalRun | null): void;
  /** Aborted when nobody is here any more who would drive what is about to begin. */
  readonly left?: AbortSignal;
}

/**
 * The runs of a page or a process: which of them are driven here, and how one comes to be. A run is driven in one place;
 * runs answer the goals of each other (M3), and hear the events of their session (M2) wherever they are driven.
 */
export class Runs implements GoalHost {
  readonly #options: RunsOptions;
  readonly #driver: RunDriver;
  readonly #driven = new Map<string, DrivenRun>();
  /**
   * A person may open a run while the run that asked for it is resumed and takes it up as well: who comes second finds it
   * driven here, and not a ledger that somebody else writes.
   */
  readonly #turns = new InTurn();
  #closing = new AbortController();

  constructor(options: RunsOptions) {
    this.#options = options;
    this.#driver = options.driver ?? RUNTIME;
  }

  /** The run of that id, where it is driven here and not over. */
  driven(runId: string): DrivenRun | null {
    return this.#driven.get(runId) ?? null;
  }

  /**
   * Starts a run, and drives it here until it is over. Where it does not begin nothing is left of it.
   *
   * @returns null where nobody is here any more to drive it
   * @throws what the book or the host throws
   */
  start({ name, ...options }: StartHere): Promise<Result<DrivenRun | null, readonly Diagnostic[]>> {
    const { runId, plan, workspace } = options;
    return this.#turns.do(runId, async () => {
      const opened = await this.#options.book.begin(beginningOf(runId, plan, workspace, name));
      return this.#drive(opened, {
        recorded: workspace.models,
        isNew: true,
        begin: async (host) => this.#driver.start(host, await inSession(host, options)),
      });
    });
  }

  /**
   * Opens a run to be looked at: one that is not over is taken up here, unless somebody else drives it (K7). It is paused until it is
   * resumed, or goes on where it may (K6).
   *
   * @returns null where it is wanted no more
   * @throws what the book or the host throws
   */
  async open(runId: string, how: TakingUp = {}): Promise<Result<OpenRun | null, readonly Diagnostic[]>> {
    const { book } = this.#options;
    const here = this.driven(runId);
    if (here !== null) return ok({ standing: 'here', run: here });
    const [line, ledger] = await Promise.all([book.line(runId), wholeLedger(book, runId)]);
    if (how.left?.aborted) return ok(null);
    if (!ledger.ok) return isAbsent(ledger.problem) ? ok({ standing: 'absent' }) : ledger;
    const commits = ledger.value;
    if (line === null || commits.length === 0) return ok({ standing: 'absent' });
    if (endOfLine(line) !== null) return ok({ standing: 'record', commits, imported: line.imported });
    const taken = await this.takeUp(runId, how);
    if (how.left?.aborted) return ok(null);
    if (!taken.ok) return taken;
    const run = taken.value;
    if (run === null) return ok({ standing: 'elsewhere', commits });
    if (!how.takeOver) await this.#goOn(run, how.left);
    return ok({ standing: 'here', run });
  }

  /**
   * Follows a run that somebody else drives, until the returned function is called.
   *
   * @param seen how many of its commits are known
   */
  follow(runId: string, seen: number, listener: (commit: Commit) => void): () => void {
    return this.#options.book.follow(runId, seen, (commits) => {
      for (const commit of commits) listener(commit);
    });
  }

  /**
   * Takes up a run from its ledger (K6): one that was going is paused (interrupted) until it is resumed. One that is
   * driven here already is that one.
   *
   * @returns null while somebody else drives it, or where it is wanted no more
   * @throws what the book or the host throws
   */
  takeUp(
    runId: string,
    { takeOver = false, left }: TakingUp = {},
  ): Promise<Result<DrivenRun | null, readonly Diagnostic[]>> {
    return this.#turns.do(runId, async () => {
      const here = this.driven(runId);
      if (here !== null) return ok(here);
      const { book } = this.#options;
      if ((await book.line(runId)) === null) return ok(null);
      return this.#takeUp(await book.open(runId, takeOver), left);
    });
  }

  /** Hears the events of sessions that others send here, until the returned function is called. */
  hear(): () => void {
    return this.#options.letters.hear((to, event) => void this.#deliver(to, event));
  }

  /** Lets go of all of them: their ledgers stay as they are (K6). */
  close(): void {
    this.#closing.abort();
    this.#closing = new AbortController();
    for (const { handle } of this.#driven.values()) handle.close();
    this.#driven.clear();
  }

  workspace(): Workspace {
    return this.#options.workspace();
  }

  ensure(goal: GoalRun): Promise<Result<null, readonly Diagnostic[]>> {
    const refused = this.#options.refusesGoals?.() ?? null;
    if (refused !== null) return Promise.resolve(err([refused]));
    return this.#turns.do(goal.runId, () => this.#ensure(goal));
  }

  async read(runId: string): Promise<readonly Commit[]> {
    const here = this.driven(runId);
    if (here !== null) return here.handle.commits;
    const ledger = await wholeLedger(this.#options.book, runId);
    return ledger.ok ? ledger.value : [];
  }

  async parentOf(runId: string): Promise<string | null> {
    const started = startOf(this.driven(runId)?.handle.commits ?? []);
    if (started !== null) return started.parentRunId ?? null;
    return (await this.#options.book.line(runId))?.parentRunId ?? null;
  }

  async ended(runId: string, signal: AbortSignal): Promise<DependencyEnd> {
    const closing = this.#closing.signal;
    const here = this.driven(runId);
    await here?.handle.done;
    const end = here === null ? null : endOf(here.handle.commits);
    // Without an end it was let go of: perhaps somebody else goes on with it.
    return end ?? this.#options.book.ended(runId, AbortSignal.any([signal, closing]));
  }

  async tell(runId: string, event: SessionEvent): Promise<void> {
    try {
      const ledgers = new Map<string, readonly Commit[]>();
      for (const id of await this.#beside(runId)) ledgers.set(id, await this.read(id));
      const to = receiverOf(event, ledgers);
      if (to === null) return;
      if (this.driven(to) === null) this.#options.letters.send(to, event);
      else await this.#deliver(to, event);
    } catch {
      // The book refused: whoever waits goes on waiting, and says so.
    }
  }

  cancel(runId: string, reason: string): void {
    void this.driven(runId)?.handle.cancel(reason);
  }

  /** The runs of the same session that have not ended, without the run itself (M2). */
  async #beside(runId: string): Promise<readonly string[]> {
    const { book } = this.#options;
    const sessionId = (await book.line(runId))?.sessionId ?? null;
    if (sessionId === null) return [];
    const beside: string[] = [];
    for await (const line of linesOfRuns(book, { sessionId, statuses: UNFINISHED }))
      if (line.runId !== runId && endOfLine(line) === null && this.#canHear(line.runId))
        beside.push(line.runId);
    return beside;
  }

  /** Where no letters go, only those that are driven here. */
  #canHear(runId: string): boolean {
    return this.#options.letters !== NO_LETTERS || this.driven(runId) !== null;
  }

  /** K6: a run that was interrupted goes on without being asked, where it may. */
  async #goOn({ handle }: DrivenRun, left: AbortSignal | undefined): Promise<void> {
    const started = startOf(handle.commits);
    if (started === null || !(await this.#options.mayGoOn?.(started))) return;
    if (!left?.aborted && isInterrupted(handle.commits)) await handle.resume();
  }

  async #deliver(to: string, { event, data, correlationId }: SessionEvent): Promise<void> {
    await this.driven(to)?.handle.signal(event, data, correlationId);
  }

  /** Done when it has ended, or is driven already, here or elsewhere. */
  async #ensure(goal: GoalRun): Promise<Result<null, readonly Diagnostic[]>> {
    const { book, givenToGoals } = this.#options;
    const { runId, plan } = goal;
    const here = this.driven(runId);
    if (here !== null) {
      // Opened here before the run that asked for it goes on: then it goes on as well.
      if (isInterrupted(here.handle.commits)) await here.handle.resume();
      return ok(null);
    }
    const line = await book.line(runId);
    if (line !== null && endOfLine(line) !== null) return ok(null);
    const given = await givenToGoals?.();
    const opened = await (line === null
      ? book.begin(beginningOf(runId, plan, this.workspace()))
      : book.open(runId, false));
    if (!opened.ok) return opened;
    const before = (await opened.value?.read(runId)) ?? [];
    if (endOf(before) !== null) {
      opened.value?.release();
      return ok(null);
    }
    const isNew = before.length === 0;
    const run = await this.#drive(opened, {
      recorded: recordedIn(before),
      isNew,
      begin: async (host) => {
        const workspace = this.workspace();
        if (!isNew) return this.#driver.resume(host, before, workspace);
        return this.#driver.start(host, await inSession(host, { ...goal, ...given, workspace }));
      },
      goal,
    });
    if (!run.ok) return run;
    if (!isNew) await run.value?.handle.resume();
    return ok(null);
  }

  async #takeUp(
    opened: Opened,
    left: AbortSignal | undefined,
  ): Promise<Result<DrivenRun | null, readonly Diagnostic[]>> {
    if (!opened.ok || opened.value === null) return opened.ok ? ok(null) : opened;
    const { runId } = opened.value;
    const before = await opened.value.read(runId);
    return this.#drive(opened, {
      recorded: recordedIn(before),
      isNew: false,
      begin: async (host) => this.#driver.resume(host, before, this.workspace()),
      // Whoever is told of it finds it paused, and not for a moment as if it went on.
      toRest: true,
      left,
    });
  }

  /** Joins what is started or taken up with its ledger, or gives the ledger back. */
  async #drive(
    opened: Opened,
    { recorded, isNew, begin, toRest = false, goal = null, left = this.#options.left }: Driving,
  ): Promise<Result<DrivenRun | null, readonly Diagnostic[]>> {
    if (!opened.ok) return opened;
    const writer = opened.value;
    if (writer === null) return ok(null);
    const giveUp = async (): Promise<void> => {
      writer.release();
      if (isNew) await this.#options.book.remove(writer.runId);
    };
    try {
      const host = await this.#options.hostFor(writer, recorded);
      const run = this.#options.left?.aborted ? null : await begin(host);
      if (run?.ok && toRest) await run.value.atRest();
      if (run?.ok && !left?.aborted) return ok(this.#join(run.value, writer, host, goal));
      if (run?.ok) {
        run.value.close();
        await run.value.done;
      }
      await giveUp();
      return run?.ok === false ? run : ok(null);
    } catch (thrown) {
      await giveUp();
      throw thrown;
    }
  }

  #join(handle: RunHandle, writer: RunWriter, { sessions }: Host, goal: GoalRun | null): DrivenRun {
    const { runId } = handle;
    const forget = (): void => {
      if (this.driven(runId)?.handle === handle) this.#driven.delete(runId);
    };
    const over = handle.done.then(() => {
      writer.release();
      forget();
    });
    const lost = writer.lost.then(() => {
      handle.close();
      forget();
      return over;
    });
    const kept = handle.done.then(() => keepEpisode(sessions, handle.commits));
    const run = { handle, goals: answerGoals(handle, this), lost, kept };
    this.#driven.set(runId, run);
    this.#options.joined?.(run, goal);
    return run;
  }
}

/** How a run comes to be driven, once its ledger is open. */
interface Driving {
  readonly recorded: readonly ModelSpec[];
  readonly isNew: boolean;
  readonly begin: (host: Host) => Promise<Begun>;
  /** It comes to rest before it is joined. */
  readonly toRest?: boolean;
  readonly goal?: GoalRun | null;
  readonly left?: AbortSignal | undefined;
}

/** How the run of a ledger has ended; null while it has not. */
export function endOf(commits: readonly Commit[]): DependencyEnd | null {
  const state = fold(commits);
  if (!state.ok || state.value.phase === 'going') return null;
  return state.value.phase;
}

function beginningOf(runId: string, plan: string, { plans }: Workspace, name?: string): Beginning {
  const planName = plans.find(({ id }) => id === plan)?.name ?? plan;
  return { runId, plan, planName, ...present({ name }) };
}

/** P16: what goes on from another run has been told what that was told, so that it asks the same. */
async function inSession(host: Host, options: StartOptions): Promise<StartOptions> {
  if (options.reuse !== undefined) return options;
  return { ...options, session: await givenSession(host.sessions, options.labels?.sessionId) };
}

/** The models that a run began with. */
function recordedIn(commits: readonly Commit[]): readonly ModelSpec[] {
  return startOf(commits)?.closure.models ?? [];
}

/** Paused because whoever drove it was lost, and by nobody (K6). */
function isInterrupted(commits: readonly Commit[]): boolean {
  const { status, pausedBecause } = project(commits);
  return status === 'paused' && pausedBecause === 'interrupted';
}

/** Does works one after the other for each key; works of different keys do not wait for each other. */
class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  async do<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
