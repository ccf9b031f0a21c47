import {
  type Address,
  depthOf,
  type Json,
  type JsonObject,
  type PersistentMap,
  problem,
  type Result,
  ROOT,
  withAttempt,
  within,
  withoutAttempt,
} from '#base';
import type { CompiledNode } from '#compile';
import { NODE_TYPES, type PlanNode } from '#plan';
import type { Command, Review } from './command';
import { asPlace, type Entry } from './entry';
import {
  type Behaviour,
  type Budget,
  type BudgetPart,
  type EndStatus,
  type FactType,
  hasBehaviour,
  isPassedAt,
  type PauseReason,
  type RunError,
  type RunPolicy,
  type RunStarted,
  type Stop,
} from './fact';
import {
  type ActiveNode,
  type BranchesFrame,
  type Frame,
  FrameTable,
  isSame,
  type NodeRef,
  type Own,
  type OwnFrame,
  ReadyQueue,
  type ResolvedInput,
  RestingScopes,
} from './frame';
import { modelAskedBy } from './need';
import type { Admission, KernelPorts, LeafCall, NodeBehaviour, NodeBehaviours, ReuseLookup } from './ports';
import {
  type Gate,
  type Held,
  type Mutexes,
  type OpenCommand,
  type Proposal,
  type RunPhase,
  type RunState,
  releaseMutexes,
  type ScopeResult,
  type ServedFrom,
  type Serving,
  type Spent,
} from './state';
import type { ActivationState, Signal } from './work';

/** The fields of a run's state while one fact is applied: taken from a state, replaced as it goes on, put into the next. */
class DraftFields {
  readonly start: RunStarted;
  phase: RunPhase;
  gate: Gate;
  stop: Stop | null;
  readonly frames: FrameTable;
  commands: PersistentMap<OpenCommand>;
  withdrawn: readonly Command[];
  waits: PersistentMap<Address>;
  variables: PersistentMap<Json>;
  signals: readonly Signal[];
  runPolicies: readonly RunPolicy[];
  pendingOn: readonly string[];
  machines: readonly NodeRef[];
  mutexes: Mutexes;
  held: readonly Held[];
  reviews: readonly Review[];
  due: readonly Address[];
  uncertain: number;
  calls: number;
  plannerCalls: PersistentMap<number>;
  spent: Spent;
  budget: Budget;
  dynamicSteps: number;
  proposals: PersistentMap<Proposal>;
  outputs: JsonObject;
  error: RunError | null;
  readonly ready: ReadyQueue;
  serial: number;

  constructor(state: RunState) {
    this.start = state.start;
    this.phase = state.phase;
    this.gate = state.gate;
    this.stop = state.stop;
    this.frames = new FrameTable(state.frames);
    this.commands = state.commands;
    this.withdrawn = state.withdrawn;
    this.waits = state.waits;
    this.variables = state.variables;
    this.signals = state.signals;
    this.runPolicies = state.runPolicies;
    this.pendingOn = state.pendingOn;
    this.machines = state.machines;
    this.mutexes = state.mutexes;
    this.held = state.held;
    this.reviews = state.reviews;
    this.due = state.due;
    this.uncertain = state.uncertain;
    this.calls = state.calls;
    this.plannerCalls = state.plannerCalls;
    this.spent = state.spent;
    this.budget = state.budget;
    this.dynamicSteps = state.dynamicSteps;
    this.proposals = state.proposals;
    this.outputs = state.outputs;
    this.error = state.error;
    this.ready = new ReadyQueue(state.ready, (frame) => this.frames.has(frame));
    this.serial = state.serial;
  }

  finish(): RunState {
    return {
      start: this.start,
      phase: this.phase,
      gate: this.gate,
      stop: this.stop,
      frames: this.frames.finish(),
      commands: this.commands,
      withdrawn: this.withdrawn,
      waits: this.waits,
      variables: this.variables,
      ready: this.ready.toSorted(),
      signals: this.signals,
      runPolicies: this.runPolicies,
      pendingOn: this.pendingOn,
      machines: this.machines,
      mutexes: this.mutexes,
      held: this.held,
      reviews: this.reviews,
      due: this.due,
      uncertain: this.uncertain,
      serial: this.serial,
      calls: this.calls,
      plannerCalls: this.plannerCalls,
      spent: this.spent,
      budget: this.budget,
      dynamicSteps: this.dynamicSteps,
      proposals: this.proposals,
      outputs: this.outputs,
      error: this.error,
    };
  }
}

/**
 * The run while one fact is applied: the fields of `RunState`, replaced as it goes on, with the entries and commands
 * made so far. It lives inside one call of `step`; the state it came from is never touched.
 */
export class Draft extends DraftFields {
  /** Containers whose scope has just ended: they settle before anything else happens. */
  readonly endedScopes: ScopeResult[] = [];
  /** JOINs that can no longer get what they need: they fail when all skips have spread (R22). */
  starved: NodeRef[] = [];
  /** Commands that are answered from the record or by pins, with their places there (K8, D10). */
  serving: readonly Serving[] = [];
  /** Machines that something was sent to in this step, and that have not heard it yet. */
  eventQueue: readonly NodeRef[] = [];
  /** The run is before the point that it was forked at. */
  forking = false;
  /** Points of earlier forks that it has passed (D3). */
  forkPoints = 0;
  readonly entries: Entry[] = [];
  readonly issued: Command[] = [];
  /** The input that was resolved last: each is once for all that ask for it while a node is let in. */
  resolved: ResolvedInput | null = null;
  readonly #resting = new RestingScopes();
  readonly #behaviours: NodeBehaviours<Draft>;
  readonly #admission: Admission<Draft>;
  readonly #reuse: ReuseLookup<Draft>;

  constructor(state: RunState, { behaviours, admission, reuse }: KernelPorts<Draft>) {
    super(state);
    this.#behaviours = behaviours;
    this.#admission = admission;
    this.#reuse = reuse;
  }

  /** Whether this run has a record of another, or pins. Most have neither, and ask for nothing there. */
  get #isReusing(): boolean {
    return this.start.reuse !== undefined;
  }

  /** Whether any node or plan of this run may have guards or observers (L4). */
  get hasFeatures(): boolean {
    return (this.start.closure.features?.length ?? 0) > 0;
  }

  /** What a node does, by its type. */
  behaviourOf({ type }: PlanNode): NodeBehaviour<Draft> {
    return this.#behaviours[type];
  }

  /** What a node would call now (K2), with its input resolved; null for one that makes no call of its own, or several. */
  callOf(ref: NodeRef, node: PlanNode): Result<LeafCall, RunError> | null {
    return this.behaviourOf(node).call?.(this, ref, node) ?? null;
  }

  /** Lets something of a node leave, or begin, where the run goes on and its budget allows it (R19, K10); else it is held back. */
  admit(ref: NodeRef, what: Held['what']): void {
    const held = { frame: ref.frame, node: ref.node, what };
    if (!this.#admission.allows(this, held)) this.hold(ref, what);
    else this.#admission.letIn(this, held);
  }

  /** Holds something back: it leaves, or begins, when it may, before anything new starts (R22). */
  hold({ frame, node }: NodeRef, what: Held['what']): void {
    this.held = [...this.held, { frame, node, what }];
  }

  /**
   * Whether it is said what comes of a node, whatever it has inside.
   *
   * @param base its address without attempt: an output that a person has put in stands there (D7), a pin anywhere (D10)
   */
  isPinned(ref: NodeRef, base: Address): boolean {
    if (!this.#isReusing) return false;
    return this.#reuse.isPutIn(this.start, base) || this.#reuse.pinOfNode(this, ref) !== null;
  }

  /** Whether a pin answers what a node would ask now, so that it takes nothing of a budget (D10, K10). */
  isNextCallPinned(ref: NodeRef): boolean {
    return this.#isReusing && this.#reuse.pinOfNextCall(this, ref) !== null;
  }

  /** Whether a command of a node is answered from the record or by a pin, and so does not leave (K8, D10). */
  isAnswered(ref: NodeRef, command: Command): boolean {
    return this.#answerTo(ref, command) !== null;
  }

  /** Whether a pin answers a call that is not a node's own: it merges branches, or is only told (D10). */
  isCallPinned(frame: Frame, capability: string, input: Json): boolean {
    return this.#isReusing && this.#reuse.pinOfCall(this, frame, capability, input) !== null;
  }

  /** Whether this run was recorded with a behaviour (K5). */
  has(behaviour: Behaviour): boolean {
    return hasBehaviour(this.start, behaviour);
  }

  /** An open frame. Whoever holds its id knows that it is open: a missing one is a mistake of the kernel. */
  frame(id: string): Frame {
    const frame = this.frames.get(id);
    if (frame === undefined) throw new Error(`The scope ${id} is not open.`);
    return frame;
  }

  /** The same to write to. */
  change(id: string): OwnFrame {
    const frame = this.frames.change(id);
    if (frame === undefined) throw new Error(`The scope ${id} is not open.`);
    return frame;
  }

  /** The frame of all branches of a container, to write to. */
  changeBranches(id: string): Own<BranchesFrame> {
    const frame = this.change(id);
    if (frame.kind !== 'branches') throw new Error(`The scope ${id} has no branches.`);
    return frame;
  }

  /** A frame's machine has come to rest: it ends when nothing is ready any more. */
  rest(frame: string): void {
    this.#resting.push(frame, depthOf(this.frame(frame).address));
  }

  /** The frame at rest that ends next; those that have closed meanwhile are passed over. */
  nextAtRest(): string | null {
    for (let next = this.#resting.pop(); next !== null; next = this.#resting.pop()) {
      if (this.frames.has(next)) return next;
    }
    return null;
  }

  compiled(ref: NodeRef): CompiledNode {
    const node = this.frame(ref.frame).scope.nodes[ref.node];
    if (node === undefined) throw new Error(`The scope ${ref.frame} has no node ${ref.node}.`);
    return node;
  }

  active(ref: NodeRef): ActiveNode {
    const active = this.frame(ref.frame).active.get(String(ref.node));
    if (active === undefined) throw new Error(`Node ${ref.node} of the scope ${ref.frame} is not active.`);
    return active;
  }

  /** Whether a node is still active: what is told of it may come when it has been cancelled. */
  isActive(ref: NodeRef): boolean {
    return this.frames.get(ref.frame)?.active.has(String(ref.node)) ?? false;
  }

  /** What a node is busy with; undefined where it is not active. */
  workOf(ref: NodeRef): ActivationState | undefined {
    return this.frames.get(ref.frame)?.active.get(String(ref.node))?.work;
  }

  /** An active node is busy with something else from now on. */
  setWork(ref: NodeRef, work: ActivationState): void {
    this.setActive(ref, { ...this.active(ref), work });
  }

  /** The layer of a container's attempt, where it has one. */
  layerOf(ref: NodeRef): PersistentMap<Json> | null {
    return this.frames.get(ref.frame)?.active.get(String(ref.node))?.layer ?? null;
  }

  setActive(ref: NodeRef, active: ActiveNode): void {
    const frame = this.change(ref.frame);
    const { kind } = active.work;
    // Who waits for a mutex, or for its guard, has not started (R9, L2, L4).
    if (kind !== 'queued' && kind !== 'guarded') frame.started = true;
    frame.active = frame.active.set(String(ref.node), active);
  }

  /** The node has settled, or is cancelled: it is active no more, and what it had out is withdrawn. */
  release(ref: NodeRef): void {
    const active = this.active(ref);
    for (const address of active.open) this.withdraw(address);
    const frame = this.change(ref.frame);
    if (this.stop !== null) this.passStop(within(frame.address, this.compiled(ref).id), ref);
    frame.active = frame.active.delete(String(ref.node));
    if (this.machines.length > 0) this.machines = this.machines.filter((one) => !isSame(one, ref));
    if (this.mutexes.length > 0) this.mutexes = releaseMutexes(this.mutexes, ref);
    if (this.held.length > 0) this.held = this.held.filter((held) => !isSame(held, ref));
  }

  /**
   * D1, "run to here": whatever comes of the chosen node, or of what contains it, nothing else starts from there on, and the run
   * is paused where anything is left to do. It stops once.
   *
   * @param place of a node that has settled or was skipped, without attempt
   */
  passStop(place: Address, { frame, node }: NodeRef): void {
    const { stop, gate } = this;
    if (stop === null || !isPassedAt(stop, place)) return;
    this.stop = null;
    // Who has paused the run, or steps through it, decides when it goes on.
    if (gate.kind === 'closed' || (gate.kind === 'inside' && gate.reason === undefined)) return;
    this.gate = { kind: 'inside', frame, node, reason: 'reached' };
  }

  /** Records an entry. Keys are written in canonical order, which lets `seal` skip the sorting. */
  emit(entry: Entry): void {
    this.entries.push(entry);
  }

  refuse(address: Address, code: string, message: string, help: string): void {
    this.emit({
      address: asPlace(address),
      data: { problem: problem(code, message, help) },
      kind: 'refused',
    });
  }

  /** A fact came for something that is over, or never was: it has no effect (R17). */
  late(address: Address, fact: FactType): void {
    this.emit({ address: asPlace(address), data: { fact }, kind: 'late' });
  }

  /** Sends a command on behalf of an active node. */
  issue(ref: NodeRef, command: Command): void {
    const { address } = command;
    // What is answered at once needs no clock.
    if (command.kind === 'timer' && this.serving.some((one) => isSame(one, ref)) && !this.#runsMachine(ref))
      return;
    const from = this.#answerTo(ref, command);
    const served = from !== null;
    const uncertain = !served && this.#isReusing && this.#reuse.mayBeDone(this.start, command);
    const { frame, node } = ref;
    if (served) this.serving = [...this.serving, { frame, node, address, from }];
    else this.#leave(ref, command, uncertain);
    const open = { frame, node, command, serial: this.serial++, served, uncertain };
    this.commands = this.commands.set(address, open);
    if (command.kind === 'wait') this.waits = this.waits.set(withoutAttempt(address), address);
    const active = this.active(ref);
    this.setActive(ref, { ...active, open: [...active.open, address] });
  }

  /** What answers a command instead of the outside: the record, then pins. Null when it has to leave. */
  #answerTo(ref: NodeRef, command: Command): ServedFrom | null {
    if (!this.#isReusing) return null;
    const record = this.#reuse.servedBy(this.start, command);
    return record === null ? this.#reuse.pinOfCommand(this, ref, command) : { record };
  }

  /** @param uncertain D11: an earlier run may have done it, so it leaves only when a person says so */
  #leave(ref: NodeRef, command: Command, uncertain: boolean): void {
    if (command.kind === 'call' || command.kind === 'plan') this.calls++;
    if (!uncertain) {
      this.send(command);
      return;
    }
    this.uncertain++;
    this.emit({ address: this.active(ref).address, data: { again: command }, kind: 'node.uncertain' });
    this.emit({ address: ROOT, data: {}, kind: 'run.uncertain' });
  }

  /** A command leaves. */
  send(command: Command): void {
    this.emit({ address: command.address, data: { command }, kind: 'command' });
    this.issued.push(command);
  }

  /** A machine has many things out, of which one may be answered. */
  #runsMachine(ref: NodeRef): boolean {
    return this.active(ref).work.kind === 'machine';
  }

  /** The outside has answered a command: it is open no more. */
  answered(address: Address): void {
    const open = this.commands.get(address);
    if (open === undefined) return;
    this.#forget(address, open);
    const active = this.active(open);
    this.setActive(open, { ...active, open: active.open.filter((other) => other !== address) });
  }

  /** Takes an open command back (R17). */
  withdraw(address: Address): void {
    const open = this.commands.get(address);
    if (open === undefined) return;
    this.#forget(address, open);
    if (open.served) return;
    if (this.#maySayLate(open)) this.withdrawn = [...this.withdrawn, open.command];
    this.send({ address, kind: 'cancel' });
  }

  /** Whether something may come of a call of a model after it was withdrawn. Of one that was cut off nobody will hear (K6). */
  #maySayLate({ command, uncertain }: OpenCommand): boolean {
    return (
      !uncertain && this.has('withdrawnReserved') && modelAskedBy(command, this.start.closure) !== undefined
    );
  }

  #forget(address: Address, open: OpenCommand): void {
    this.commands = this.commands.delete(address);
    if (open.uncertain) this.uncertain--;
    if (open.command.kind === 'wait') this.waits = this.waits.delete(withoutAttempt(address));
    if (this.due.length > 0) this.due = this.due.filter((other) => other !== address);
  }

  /** Ends the run. */
  end(phase: EndStatus): void {
    this.phase = phase;
    this.gate = { kind: 'open' };
    this.ready.clear();
    this.held = [];
    this.reviews = [];
    this.due = [];
  }

  /**
   * Nothing starts or leaves any more until the run is resumed, and the ledger says why.
   *
   * @param of the part of the budget that is used up; that of calls goes without saying
   */
  pause(reason: PauseReason, of?: BudgetPart): void {
    this.gate = { kind: 'closed', reason };
    const part = of === undefined || of === 'calls' ? {} : { of };
    this.emit({ address: ROOT, data: { ...part, reason }, kind: 'run.paused' });
  }

  failRun(error: RunError): void {
    this.error = error;
    this.emit({ address: ROOT, data: { error }, kind: 'run.failed' });
    this.end('failed');
  }
}

/** The address of a node without its attempt (K11). */
export function baseAddress(draft: Draft, ref: NodeRef): Address {
  return within(draft.frame(ref.frame).address, draft.compiled(ref).id);
}

/** What the entries of its first attempt are called: with the attempt for a leaf, without one for a container. */
export function firstAddress(draft: Draft, ref: NodeRef): Address {
  const { node } = draft.compiled(ref);
  const base = baseAddress(draft, ref);
  return opensScope(node) ? base : withAttempt(base, 1);
}

/** K2, K11: whether what a node calls lies in a scope of its own; then its own address has no attempt. */
export function opensScope(node: PlanNode): boolean {
  return NODE_TYPES[node.type].opensScope(node);
}
