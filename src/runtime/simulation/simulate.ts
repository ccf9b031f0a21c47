import {
  type Address,
  type Diagnostic,
  err,
  inCanonicalOrder,
  type JsonObject,
  LIMITS,
  ok,
  problem,
  type Result,
  withoutAttempt,
} from '#base';
import {
  type Command,
  type Commit,
  dueAt,
  type Entry,
  type Fact,
  isFinished,
  type KernelStatus,
  type RunError,
  type RunStarted,
  type RunState,
  runVariables,
  seal,
  statusOf,
  step,
} from '#kernel';
import {
  type CapabilityPlan,
  type Catalogue,
  NODE_TYPES,
  type NodeTypeName,
  type Script,
  type ScriptEvent,
  type Workspace,
} from '#plan';
import { nodeAtAddress, type OpenedPlan, openedPlan } from '#projection';
import { evaluate } from '../callCapability';
import { SimulatedClock, Timers } from '../clock';
import type { EffectCommand } from '../effectQueue';
import { firstFact } from '../firstFact';
import { guardsIn, ScriptedOutcomes, scriptedFact, speaksOf } from './scriptedFact';

interface SimulationOptions {
  readonly workspace: Workspace;
  /** Id of the capability plan. */
  readonly plan: string;
  readonly script: Script;
  /** What the plan may name; nothing of it is called. */
  readonly catalogue: Catalogue;
  /** Id that its ledger bears; the same for all by default. */
  readonly runId?: string;
}

/** What a simulation came to (H4). `virtualMs` is when the run ended or, if it waits, when anything last happened. */
export interface SimulationReport {
  readonly status: KernelStatus;
  readonly outputs: JsonObject;
  readonly variables: JsonObject;
  readonly error?: RunError;
  readonly virtualMs: number;
  readonly commits: number;
  readonly timeline: readonly TimelineLine[];
}

export interface Simulation {
  readonly report: SimulationReport;
  /** The ledger, as a run with this outside would have written it; its first fact says that it is simulated. */
  readonly commits: readonly Commit[];
  /** KEYs of the script that answered nothing: mistyped, or of nodes that never asked. */
  readonly unused: readonly string[];
}

/** A simulation has no chance in it: equal plans and scripts write equal ledgers. */
const RUN_ID = 'simulation';

/**
 * Simulates a capability plan (H4): the real kernel on a virtual clock, with an outside that is a script. No effect is
 * performed and no port called; only TRANSFORM is evaluated.
 *
 * @returns every reason why the plan cannot run with the script's inputs, `SIMULATION_TOO_LONG`, or what it came to;
 *   a run that fails, waits or is paused is a simulation that succeeded
 * @example
 * const script = readScript({ nodes: { look: [{ afterMs: 10, error: { code: 'DOWN', message: 'No.' } }] } });
 * if (script.ok) await simulate({ workspace, plan: 'main', script: script.value, catalogue });
 */
export async function simulate(
  options: SimulationOptions,
): Promise<Result<Simulation, readonly Diagnostic[]>> {
  const { workspace, plan, script, catalogue, runId = RUN_ID } = options;
  const simulated = { guards: guardsIn(script), speaksOf: (node: string) => speaksOf(script, node) };
  const started = firstFact({ workspace, plan, input: script.inputs, runId, simulated }, catalogue);
  if (!started.ok) return started;
  const rested = await new SimulatedRun(started.value, script).toItsRest();
  if (!rested.ok) return err([rested.problem]);
  const { commits, unused } = rested.value;
  return ok({ commits, unused, report: reportOf(rested.value) });
}

function reportOf({ state, commits }: Rested): SimulationReport {
  return {
    status: statusOf(state),
    outputs: state.outputs,
    variables: runVariables(state),
    ...(state.error === null ? {} : { error: state.error }),
    virtualMs: virtualEnd(commits),
    commits: commits.length,
    timeline: timelineOf(commits),
  };
}

const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

function virtualEnd(commits: readonly Commit[]): number {
  const end =
    commits.find(({ entries }) => entries.some(({ kind }) => ENDS.has(kind))) ?? commits.findLast(isEvent);
  return (end?.at ?? 0) - (commits[0]?.at ?? 0);
}

/** Neither something that came too late, nor a timer that came due during a pause and waits for the resume (R19). */
function isEvent({ fact, entries }: Commit): boolean {
  return entries.length === 0 ? fact.type !== 'timer.fired' : entries.some(({ kind }) => kind !== 'late');
}

/** A simulated run that has come to its rest. */
interface Rested {
  readonly state: RunState;
  readonly commits: readonly Commit[];
  /** KEYs of the script that answered nothing. */
  readonly unused: readonly string[];
}

/**
 * A run whose outside is a script (H4). The kernel is the real one, and so are timers and TRANSFORM; what would leave
 * is answered by the script instead. Facts of the same millisecond arrive in the order in which their commands left,
 * events of the script first: that of the clock's appointments, for events are made before anything leaves.
 */
class SimulatedRun {
  readonly #started: RunStarted;
  readonly #clock: SimulatedClock;
  readonly #timers: Timers;
  readonly #outcomes: ScriptedOutcomes;
  readonly #commits: Commit[] = [];
  #state: RunState | null = null;
  /** The fact of the appointment that has just come. */
  #due: Fact | null = null;

  constructor(started: RunStarted, script: Script) {
    this.#started = started;
    this.#clock = new SimulatedClock(Date.parse(script.startAt));
    this.#timers = new Timers(this.#clock, (address) => {
      this.#due = { type: 'timer.fired', address };
    });
    this.#outcomes = new ScriptedOutcomes(script);
    for (const event of script.events) this.#arrange(event.atMs, factOf(event));
  }

  /**
   * Runs until nothing is due any more, which is beyond the run's end when calls that were withdrawn are answered late.
   *
   * @returns `SIMULATION_TOO_LONG` when it has more commits than the limit
   */
  async toItsRest(): Promise<Result<Rested, Diagnostic>> {
    await this.#feed(this.#started);
    while (this.#commits.length <= LIMITS.simulatedCommits && this.#clock.ring()) {
      const fact = this.#due;
      this.#due = null;
      if (fact !== null) await this.#feed(fact);
    }
    if (this.#state === null || this.#commits.length > LIMITS.simulatedCommits) return err(tooLong());
    return ok({ state: this.#state, commits: this.#commits, unused: this.#outcomes.unused });
  }

  async #feed(given: Fact): Promise<void> {
    const fact = inCanonicalOrder(given);
    const { state, entries, commands } = step(this.#state, fact);
    this.#state = state;
    this.#commits.push(seal(this.#commits.at(-1) ?? null, { at: this.#clock.now(), fact, entries }));
    for (const command of commands) await this.#leave(command);
    if (isFinished(state)) this.#timers.withdrawAll();
  }

  /** Waits are answered by events; a call that is withdrawn is answered all the same, and the kernel calls that late. */
  async #leave(command: Command): Promise<void> {
    switch (command.kind) {
      case 'timer':
        this.#timers.arm(command, dueAt(command, this.#clock.now()));
        return;
      case 'cancel':
        this.#timers.withdraw(command.address);
        return;
      case 'wait':
      case 'listen':
      case 'observe':
        return;
      case 'evaluate':
        this.#arrange(0, await evaluate(command, { clock: this.#clock }));
        return;
      default:
        await this.#answer(command);
    }
  }

  async #answer(command: EffectCommand): Promise<void> {
    const outcome = this.#outcomes.take(command);
    const so = { started: this.#started, commits: this.#commits };
    this.#arrange(outcome.afterMs, await scriptedFact(command, outcome, so));
  }

  #arrange(afterMs: number, fact: Fact): void {
    this.#clock.after(afterMs, () => {
      this.#due = fact;
    });
  }
}

function factOf(event: ScriptEvent): Fact {
  switch (event.kind) {
    case 'answer':
      return { type: 'answer.given', address: event.address, value: event.value };
    case 'signal':
      return { type: 'signal.received', event: event.signal, data: event.data };
    case 'command':
      return COMMANDS[event.command];
  }
}

const COMMANDS = {
  pause: { type: 'run.paused', reason: 'user' },
  resume: { type: 'run.resumed' },
  cancel: { type: 'run.cancelled' },
} as const;

function tooLong(): Diagnostic {
  return problem(
    'SIMULATION_TOO_LONG',
    `The simulation has more than ${LIMITS.simulatedCommits} commits.`,
    'Let loops end sooner, or shorten what they go over.',
  );
}

type TimelineStatus =
  | 'running'
  | 'waiting'
  | 'retrying'
  | 'succeeded'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'late';

/** One line: a node's address without attempt, and what became of it. `atMs` is virtual. */
interface TimelineLine {
  readonly atMs: number;
  readonly address: Address;
  readonly status: TimelineStatus;
}

/** H4: a line for each thing that became of a node, in the order of the ledger's entries. */
function timelineOf(commits: readonly Commit[]): readonly TimelineLine[] {
  const started = commits[0]?.fact;
  if (started?.type !== 'run.started') return [];
  const types = new TypesOfNodes(started);
  const from = commits[0]?.at ?? 0;
  const starts = new Starts();
  const lines: TimelineLine[] = [];
  for (const { at, entries } of commits) {
    const say = (address: Address, status: TimelineStatus): void => {
      lines.push({ atMs: at - from, address: withoutAttempt(address), status });
    };
    for (const entry of entries) {
      if (entry.kind === 'plan.opened') types.open(entry);
      for (const again of starts.ofRounds(entry, types)) say(again, 'running');
      const status = statusOfEntry(entry, types);
      if (status !== null && entry.address !== '' && !starts.isSaid(entry)) say(entry.address, status);
    }
  }
  return lines;
}

/** Guards are asked when the node has its turn, and before its call: its first attempt begins with the first of them. */
function asksGuard(entry: Entry): boolean {
  return entry.kind === 'command' && entry.data.command.kind === 'call' && /!pre-\d+$/.test(entry.address);
}

function startOf(address: Address, types: TypesOfNodes): TimelineStatus {
  const type = types.of(withoutAttempt(address));
  return type !== null && NODE_TYPES[type].waits ? 'waiting' : 'running';
}

function statusOfEntry(entry: Entry, types: TypesOfNodes): TimelineStatus | null {
  switch (entry.kind) {
    case 'command':
      return asksGuard(entry) ? startOf(entry.address, types) : null;
    case 'node.started':
      return startOf(entry.address, types);
    // What waits for a person, a time or a signal has said so by its start.
    case 'node.waiting':
      return entry.data.for === 'mutex' ? 'waiting' : null;
    case 'node.retrying':
      return 'retrying';
    case 'node.succeeded':
      // R2: a failure that `continue` has handled is no success.
      return entry.data.handled === undefined ? 'succeeded' : 'failed';
    case 'node.failed':
      return 'failed';
    case 'node.skipped':
      return 'skipped';
    case 'node.cancelled':
      return 'cancelled';
    case 'late':
      // L9: an answer to a node that does not wait does nothing, also when nothing waits any more.
      return entry.data.fact === 'answer.given' ? null : 'late';
    default:
      return null;
  }
}

/** Starts of attempts that a ledger tells in another way than by one entry for each. */
class Starts {
  /** Nodes that have a start already, because a guard of theirs was asked. */
  readonly #guarded = new Set<Address>();
  /** What the addresses of the next round begin with, by that of the RETRY that waits for it. */
  readonly #next = new Map<Address, string>();
  readonly #failed = new Map<Address, number>();

  /** Whether an entry is a start that is in the timeline already: a first attempt begins with its first guard (L4). */
  isSaid(entry: Entry): boolean {
    const address = withoutAttempt(entry.address);
    if (entry.kind === 'node.started') return this.#guarded.delete(address);
    if (!asksGuard(entry)) return false;
    const isKnown = this.#guarded.has(address);
    this.#guarded.add(address);
    return isKnown;
  }

  /**
   * The RETRYs of which an entry shows that another round has begun. Rounds are its attempts, and nothing says that one
   * begins but what happens in it.
   */
  ofRounds({ kind, address }: Entry, types: TypesOfNodes): readonly Address[] {
    if (kind === 'node.retrying' && types.of(withoutAttempt(address)) === 'RETRY') {
      const failed = (this.#failed.get(address) ?? 0) + 1;
      this.#failed.set(address, failed);
      this.#next.set(address, `${address}[${failed}]/`);
      return [];
    }
    if (END_OR_START.has(kind)) this.#next.delete(address);
    if (this.#next.size === 0 || kind === 'late') return [];
    const begun = [...this.#next].filter(([, inside]) => address.startsWith(inside)).map(([retry]) => retry);
    for (const retry of begun) this.#next.delete(retry);
    return begun;
  }
}

/** With these a RETRY waits for no other round: it has settled, or begins an attempt of its own (L2). */
const END_OR_START: ReadonlySet<string> = new Set([
  'node.started',
  'node.succeeded',
  'node.failed',
  'node.cancelled',
]);

/** Types of nodes by address without attempt, also in plans that a run opened. */
class TypesOfNodes {
  readonly #started: RunStarted;
  readonly #plan: CapabilityPlan | null;
  readonly #opened = new Map<Address, OpenedPlan>();
  readonly #known = new Map<Address, NodeTypeName | null>();

  constructor(started: RunStarted) {
    this.#started = started;
    const plan = started.closure.plans[0];
    this.#plan = plan?.kind === 'capability' ? plan : null;
  }

  open(entry: Extract<Entry, { kind: 'plan.opened' }>): void {
    const opened = openedPlan(entry, { opened: this.#opened });
    this.#opened.set(opened.executor, opened);
  }

  of(address: Address): NodeTypeName | null {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const type =
      nodeAtAddress(address, this.#plan, { opened: this.#opened, started: this.#started })?.type ?? null;
    this.#known.set(address, type);
    return type;
  }
}
