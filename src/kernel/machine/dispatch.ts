import { type Address, isEventType, isJsonObject, type Json, type JsonObject, ROOT } from '#base';
import { compileAlone, type MachineEvent, startMachine } from '#compile';
import { hears, type StateMachinePlan } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import { activate, succeedNode } from '../node';
import { assignedBy } from '../planInterface';
import { cancelFrame, cancelInside, createFrame, ROOT_FRAME } from '../scopes/scope';
import type { ScopeResult } from '../state';
import type { Activity, Awaited, MachineRun, Signal } from '../work';
import {
  afterChoice,
  chooseNext,
  dropEvent,
  failMachine,
  forgetActivity,
  isOfRun,
  nodeOfActivity,
} from './activities';
import { changeMachine, machineAt, machineOf, nodeOfMachine, startedMachine } from './machine';
import { deliver, takeTurn, turnFor } from './macrostep';

/**
 * An active node runs a machine: its input is the goal (M3). It begins in the commit that starts it, also while the run is
 * paused, because it settles by itself; what it asks for waits (R19).
 */
export function beginMachine(
  draft: Draft,
  ref: NodeRef,
  plan: StateMachinePlan,
  given: JsonObject,
  place: Address,
): void {
  const { machine } = startedMachine(draft, ref);
  const variables = assignedBy(plan, given);
  const turn = startMachine(machine, {
    goalData: given,
    handles: draft.has('handles'),
    variables: Object.fromEntries(variables),
  });
  const run: MachineRun = {
    plan: plan.id,
    place,
    standing: turn.standing,
    rounds: {},
    activities: [],
    timers: {},
    listens: null,
    heard: 0,
    told: 0,
    chosen: 0,
    choosing: [],
    assigned: [...variables.keys()].sort(),
    paused: null,
  };
  draft.setWork(ref, { kind: 'machine', run });
  draft.machines = [...draft.machines, { frame: ref.frame, node: ref.node }];
  takeTurn(draft, ref, turn, null);
  dispatchKept(draft, ref);
  if (machineAt(draft, ref) !== null) readInbox(draft, ref);
}

/** R16: signals that came before it began are kept, and it takes those that it has a use for, the oldest first. */
function dispatchKept(draft: Draft, ref: NodeRef): void {
  for (const signal of draft.signals) {
    if (draft.phase !== 'going' || machineAt(draft, ref) === null) return;
    if (dispatchToMachine(draft, ref, signal))
      draft.signals = draft.signals.filter((other) => other !== signal);
  }
}

/** A run whose plan is a machine: its root holds one node that no author wrote. */
export function beginMachineOfRun(draft: Draft, plan: StateMachinePlan): void {
  const turn = createFrame(draft, {
    kind: 'plan',
    id: ROOT_FRAME,
    address: ROOT,
    scope: compileAlone(nodeOfMachine(plan), 0),
    parent: null,
    order: [],
  });
  draft.change(ROOT_FRAME).position = turn.position;
  const ref = { frame: ROOT_FRAME, node: 0 };
  activate(draft, ref, ROOT, { kind: 'calling' });
  beginMachine(draft, ref, plan, draft.start.input, ROOT);
}

/** The point where a fork leaves its record (K8): the run's machine sees what was set, and hears the signals that were kept. */
export function goOnAt(draft: Draft, ref: NodeRef, set: JsonObject): void {
  const run = machineAt(draft, ref);
  if (run === null) return;
  if (isOfRun(run)) {
    let { variables } = run.standing;
    for (const [name, value] of Object.entries(set)) variables = variables.set(name, value);
    changeMachine(draft, ref, { standing: { ...run.standing, variables } });
  }
  dispatchKept(draft, ref);
}

/**
 * Offers a signal to a machine (R16): what no transition is for leaves it as it is. To one that has paused the plan, the
 * event that its pause names, and `resume` always, bring the input that it waits for (M4).
 *
 * @returns whether it was of use to it
 */
export function dispatchToMachine(draft: Draft, ref: NodeRef, signal: Signal): boolean {
  const run = machineOf(draft, ref);
  const { paused } = run;
  if (paused !== null && (signal.event === 'resume' || signal.event === paused.resumeOn)) {
    draft.emit({ address: paused.address, data: { event: signal.event }, kind: 'signal.taken' });
    resumeMachine(draft, ref, signal.data, signal.event);
    return true;
  }
  const { listens } = run;
  if (listens === null || !listens.events.some((event) => hears(event, signal.event))) return false;
  const turn = turnFor(draft, ref, { data: signal.data, kind: 'user', type: signal.event });
  if (turn === null) return false;
  noteTaken(draft, listens.address, signal);
  draft.answered(listens.address);
  changeMachine(draft, ref, { heard: run.heard + 1, listens: null });
  takeTurn(draft, ref, turn, { data: signal.data, type: signal.event });
  return true;
}

function noteTaken(draft: Draft, address: Address, { event, data }: Signal): void {
  draft.emit({ address, data: { data, event }, kind: 'signal.taken' });
}

/**
 * The plan goes on (M4): the input is `results.user_input`, and the machine hears `resume` in the state that it paused in,
 * or the event that was to resume it where a transition is for that.
 *
 * @param event the event that resumed it; null where a person did
 */
export function resumeMachine(draft: Draft, ref: NodeRef, input: Json, event: string | null): void {
  const run = machineOf(draft, ref);
  if (run.paused === null) return;
  const { address } = run.paused;
  draft.emit({ address, data: { input }, kind: 'machine.resumed' });
  draft.answered(address);
  changeMachine(draft, ref, { paused: null });
  openGate(draft);
  const isTaken = event !== null && moves(draft, ref, input, event);
  if (!isTaken) deliver(draft, ref, { data: input, kind: 'resume', type: 'resume' });
}

/** Whether a transition is for the event that resumes it. */
function moves(draft: Draft, ref: NodeRef, data: Json, type: string): boolean {
  const turn = turnFor(draft, ref, { data, kind: 'resume', type });
  if (turn === null || !turn.effects.some(({ kind }) => kind === 'taken')) return false;
  takeTurn(draft, ref, turn, { data, type });
  return true;
}

/** The gate that machines have closed opens when none of them pauses any more. */
function openGate(draft: Draft): void {
  const { gate } = draft;
  if (gate.kind !== 'closed' || gate.reason !== 'plan') return;
  if (draft.machines.some((one) => machineAt(draft, one)?.paused)) return;
  draft.gate = { kind: 'open' };
  draft.emit({ address: ROOT, data: {}, kind: 'run.resumed' });
}

/** A person resumes the run: with it every machine that had paused it, the oldest first. */
export function resumeMachines(draft: Draft, input: Json): void {
  for (const ref of draft.machines) {
    if (draft.phase === 'going' && machineAt(draft, ref)?.paused) resumeMachine(draft, ref, input, null);
  }
}

/**
 * What went on in a state has ended: the machine hears of it (M1, M2). An invocation's error that no transition is for
 * fails the machine, as it fails an actor of XState; a response that none is for leaves it where it is, if anything
 * else can still move it on.
 */
export function activityEnded(draft: Draft, { ref, scope, result, error }: ScopeResult): void {
  const activity = machineOf(draft, ref).activities.find(({ frame }) => frame === scope);
  if (activity === undefined) return;
  forgetActivity(draft, ref, activity.frame);
  if (activity.purpose.kind === 'choose') {
    const chosen = afterChoice(draft, ref, activity, result, error);
    if (chosen !== null) takeChosen(draft, ref, activity, chosen);
    return;
  }
  const event = eventOf(activity, result, error);
  if (event === null) return;
  const isTaken = deliver(draft, ref, event, error);
  if (!isTaken && error !== null) failMachine(draft, ref, error);
}

/** M5: the chosen event is heard; where the machine is still in that state it is asked again, until the breaker trips. */
function takeChosen(draft: Draft, ref: NodeRef, { state }: Activity, type: string): void {
  const before = state === null ? undefined : machineOf(draft, ref).rounds[state];
  deliver(draft, ref, { data: null, kind: 'user', type });
  const after = machineAt(draft, ref);
  if (state === null || after === null || after.rounds[state] !== before) return;
  if (!after.standing.configuration.includes(state)) return;
  changeMachine(draft, ref, { choosing: [...after.choosing, state] });
  chooseNext(draft, ref);
}

function eventOf({ state, purpose }: Activity, result: Json, error: RunError | null): MachineEvent | null {
  if (purpose.kind === 'action' && state !== null) return responseOf(state, purpose.awaited, result, error);
  if (purpose.kind !== 'invoke') return null;
  if (error === null) return { id: purpose.id, kind: 'done', output: result, state };
  const { code, message } = error;
  return { error: { code, message }, id: purpose.id, kind: 'failed', state };
}

/** M2: what came from outside names its event; so may a capability, by `{event, data}`. */
function responseOf(
  state: string,
  { response, failure, came }: Awaited,
  result: Json,
  error: RunError | null,
): MachineEvent {
  if (came !== null) return answer(state, came.event, came.data, came.event === failure);
  if (error !== null) {
    const { code, message } = error;
    return answer(state, failure, { code, message }, true);
  }
  const named = eventNamedBy(result);
  if (named === null) return answer(state, response, result, false);
  return answer(state, named.event, named.data, named.event === failure);
}

function answer(state: string, type: string, data: Json, failed: boolean): MachineEvent {
  return { data, failed, kind: 'response', state, type };
}

function eventNamedBy(result: Json): { readonly event: string; readonly data: Json } | null {
  if (!isJsonObject(result) || typeof result.event !== 'string' || !isEventType(result.event)) return null;
  const others = Object.keys(result).filter((key) => key !== 'event' && key !== 'data');
  return others.length > 0 ? null : { event: result.event, data: result.data ?? null };
}

/** A published event that awaits its response, and the machine whose it is. */
interface Waiter {
  readonly ref: NodeRef;
  readonly activity: Activity;
}

/** All of the run, the oldest first. */
export function waiters(draft: Draft): readonly Waiter[] {
  return draft.machines
    .flatMap((ref) =>
      (machineAt(draft, ref)?.activities ?? []).flatMap((activity) =>
        activity.purpose.kind === 'action' ? [{ activity, ref }] : [],
      ),
    )
    .sort((one, other) => one.activity.serial - other.activity.serial);
}

/** Whether a signal is the response, or the failure, that it awaits (M2). */
export function awaits({ activity: { purpose } }: Waiter, { event }: Signal): boolean {
  return (
    purpose.kind === 'action' && (purpose.awaited.response === event || purpose.awaited.failure === event)
  );
}

function isWait(draft: Draft, address: Address): boolean {
  const kind = draft.commands.get(address)?.command.kind;
  return kind === 'listen' || kind === 'wait';
}

/** Whether it is the one that a correlation names. */
export function isNamedBy({ activity: { purpose } }: Waiter, correlationId: string): boolean {
  return purpose.kind === 'action' && purpose.awaited.correlationId === correlationId;
}

/**
 * A signal answers a published event, whoever was to answer it: what its responder does is withdrawn.
 */
export function respond(draft: Draft, { ref, activity }: Waiter, signal: Signal): void {
  const { frame, purpose } = activity;
  if (purpose.kind !== 'action') return;
  const answered = { ...activity, purpose: { ...purpose, awaited: { ...purpose.awaited, came: signal } } };
  changeMachine(draft, ref, {
    activities: machineOf(draft, ref).activities.map((one) => (one.frame === frame ? answered : one)),
  });
  const node = nodeOfActivity(activity);
  if (draft.isActive(node)) {
    noteTaken(draft, draft.active(node).address, signal);
    cancelInside(draft, node);
    // A wait is answered by it; a call of a responder is withdrawn.
    for (const open of draft.active(node).open) if (isWait(draft, open)) draft.answered(open);
    succeedNode(draft, node, { ports: [], result: signal.data });
    return;
  }
  // It has not begun, because the run is paused: there is nothing to withdraw.
  cancelFrame(draft, frame);
  activityEnded(draft, { error: null, ref, result: signal.data, scope: frame });
}

/** A delayed transition, or a delayed event, of a machine is due (M1). */
export function timerOfMachine(draft: Draft, ref: NodeRef, address: Address): void {
  const { timers } = machineOf(draft, ref);
  const found = Object.entries(timers).find(([, addresses]) => addresses.includes(address));
  if (found === undefined) return;
  const [id, addresses] = found;
  const { [id]: _fired, ...others } = timers;
  const left = addresses.filter((one) => one !== address);
  changeMachine(draft, ref, { timers: left.length === 0 ? others : { ...others, [id]: left } });
  deliver(draft, ref, { id, kind: 'timer' });
}

/** A machine that something was sent to hears it, when whoever sent it has done its turn. False when nothing is queued. */
export function deliverQueued(draft: Draft): boolean {
  const [first, ...rest] = draft.eventQueue;
  if (first === undefined) return false;
  draft.eventQueue = rest;
  readInbox(draft, first);
  return true;
}

/** A machine hears what was sent to it, also before it began. */
function readInbox(draft: Draft, ref: NodeRef): void {
  const parent = draft.frames.get(ref.frame)?.parent ?? null;
  const around = parent === null ? null : machineAt(draft, parent);
  const activity = around?.activities.find(({ frame }) => frame === ref.frame);
  if (parent === null || !around || !activity || activity.inbox.length === 0) return;
  if (machineAt(draft, ref) === null && isToBegin(draft, ref)) return;
  changeMachine(draft, parent, {
    activities: around.activities.map((one) => (one === activity ? { ...one, inbox: [] } : one)),
  });
  for (const signal of activity.inbox) {
    if (machineAt(draft, ref) === null || !dispatchToMachine(draft, ref, signal)) dropEvent(draft, signal);
  }
}

/** Its turn has not come yet, or its next attempt; what is over has no ear. */
function isToBegin(draft: Draft, ref: NodeRef): boolean {
  return draft.ready.has(ref) || draft.isActive(ref);
}
