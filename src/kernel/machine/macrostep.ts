import { type Address, type Json, own, present, withCall, within } from '#base';
import { type MachineEffect, type MachineEvent, type MachineTurn, sendToMachine } from '#compile';
import type { Command } from '../command';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import { takeBack } from '../node';
import { forbiddenUnasked, notAllowed } from '../policies';
import type { MachineRun } from '../work';
import {
  beginActivity,
  chooseNext,
  endActivities,
  failMachine,
  finish,
  isOfRun,
  publish,
  queueEvent,
} from './activities';
import {
  changeMachine,
  type EffectOf,
  eventsHeard,
  ITSELF,
  inItsRound,
  isMade,
  machineAt,
  machineOf,
  startedMachine,
  stateAddress,
  stateOf,
  targetsAt,
} from './machine';

/** What an event comes to in a machine; null where it has no use for it. */
export function turnFor(draft: Draft, ref: NodeRef, event: MachineEvent): MachineTurn | null {
  const { standing } = machineOf(draft, ref);
  const turn = sendToMachine(startedMachine(draft, ref).machine, standing, event, {}, draft.has('handles'));
  return turn.handled || turn.error !== null ? turn : null;
}

/**
 * Gives an event to a machine, and carries out what it comes to.
 *
 * @param error what it was told of, where that is a failure: what it fails with when it cannot go on
 * @returns whether the machine had a use for it; else it stands as it stood
 */
export function deliver(
  draft: Draft,
  ref: NodeRef,
  event: MachineEvent,
  error: RunError | null = null,
): boolean {
  const turn = turnFor(draft, ref, event);
  if (turn !== null) takeTurn(draft, ref, turn, eventOf(event), error);
  return turn !== null;
}

function eventOf(event: MachineEvent): { readonly type: string; readonly data: Json } | null {
  return 'type' in event ? { data: event.data, type: event.type } : null;
}

/** Carries out one macrostep: the standing, its effects in order, and what the machine listens to then. */
export function takeTurn(
  draft: Draft,
  ref: NodeRef,
  turn: MachineTurn,
  event: Scene['event'],
  error: RunError | null = null,
): void {
  if (turn.error !== null) {
    failMachine(draft, ref, { ...turn.error, help: HELP[turn.error.code] ?? HELP_OF_EXPRESSIONS });
    return;
  }
  changeMachine(draft, ref, { standing: turn.standing });
  const scene: Scene = { event, state: null };
  for (const effect of turn.effects) {
    perform(draft, ref, effect, scene);
    if (draft.phase !== 'going' || machineAt(draft, ref) === null) return;
  }
  listen(draft, ref);
  chooseNext(draft, ref);
  if (machineAt(draft, ref) === null) return;
  if (isStuck(machineOf(draft, ref))) failMachine(draft, ref, error ?? STUCK);
}

/** R23: a run ends, or waits for something named. A machine that nothing can move on any more has failed. */
function isStuck({ listens, activities, timers, paused }: MachineRun): boolean {
  return listens === null && activities.length === 0 && paused === null && Object.keys(timers).length === 0;
}

const HELP_OF_EXPRESSIONS = 'Correct the expression, or see that what it reads is there.';

/** What to do about the errors of a turn (T8). */
const HELP: Readonly<Record<string, string>> = {
  EVENTLESS_CYCLE: 'Give one of the eventless transitions or raised events a condition that ends it.',
};

const STUCK: RunError = {
  code: 'MACHINE_STUCK',
  message: 'The machine stands in a state that nothing leads out of, and that is not final.',
  help: 'Give the state a transition, or make it final.',
};

/** What a turn of a machine is about, while its effects are carried out in order. */
interface Scene {
  /** The event that it was; null where it was none of a user. */
  readonly event: { readonly type: string; readonly data: Json } | null;
  /** The state that was named last: what the entries that name none are of. */
  state: string | null;
}

/** Carries out one effect of a machine: as entries, and as what begins and ends in its states. */
function perform(draft: Draft, ref: NodeRef, effect: MachineEffect, scene: Scene): void {
  switch (effect.kind) {
    case 'left':
      scene.state = effect.state;
      endActivities(draft, ref, ({ state, purpose }) => state === effect.state && purpose.kind === 'choose');
      emitAt(draft, ref, effect.state, 'state.left');
      return;
    case 'entered':
      scene.state = effect.state;
      enter(draft, ref, effect.state);
      return;
    case 'began': {
      scene.state = null;
      const { rounds } = machineOf(draft, ref);
      changeMachine(draft, ref, { rounds: { ...rounds, [ITSELF]: (rounds[ITSELF] ?? -1) + 1 } });
      return;
    }
    case 'taken':
      scene.state = effect.state;
      take(draft, ref, effect, scene);
      return;
    case 'assigned':
      assign(draft, ref, effect.variable, effect.value, scene);
      return;
    case 'result': {
      // Besides states there are `user_input` and `final` (M3, M4).
      const { place, rounds } = machineOf(draft, ref);
      const isOfState = own(rounds, effect.state) !== undefined;
      const address = isOfState ? stateAddress(machineOf(draft, ref), effect.state) : place;
      if (isOfState && isMade(draft, ref)) changeMachine(draft, ref, { last: effect.value });
      draft.emit({ address, data: { key: effect.state, value: effect.value }, kind: 'machine.result' });
      return;
    }
    case 'invoke':
      invoke(draft, ref, effect);
      return;
    case 'stop':
      endActivities(
        draft,
        ref,
        ({ state, purpose }) =>
          state === effect.state && purpose.kind === 'invoke' && purpose.id === effect.id,
      );
      return;
    case 'publish':
      publish(draft, ref, effect);
      return;
    case 'unpublish':
      endActivities(draft, ref, ({ state, purpose }) => state === effect.state && purpose.kind === 'action');
      return;
    case 'call':
      tell(draft, ref, effect.capability, effect.input ?? {}, scene, 'call');
      return;
    case 'timer':
      startTimer(draft, ref, effect, scene);
      return;
    case 'untimer':
      dropTimer(draft, ref, effect.id);
      return;
    case 'send':
      queueEvent(draft, ref, effect.to, { data: effect.data, event: effect.event });
      return;
    case 'emit': {
      const { event, data } = effect;
      draft.emit({ address: placeOf(draft, ref, scene), data: { data, event }, kind: 'event.emitted' });
      return;
    }
    case 'log': {
      const { message, label } = effect;
      const data = label === null ? { message } : { label, message };
      draft.emit({ address: placeOf(draft, ref, scene), data, kind: 'machine.log' });
      return;
    }
    case 'pause':
      pausePlan(draft, ref, effect);
      return;
    case 'done':
      finish(draft, ref, effect);
  }
}

function placeOf(draft: Draft, ref: NodeRef, { state }: Scene): Address {
  return stateAddress(machineOf(draft, ref), state);
}

function emitAt(draft: Draft, ref: NodeRef, state: string, kind: 'state.left' | 'state.entered'): void {
  draft.emit({ address: stateAddress(machineOf(draft, ref), state), data: { state }, kind });
}

function enter(draft: Draft, ref: NodeRef, state: string): void {
  const { rounds } = machineOf(draft, ref);
  const before = own(rounds, state);
  changeMachine(draft, ref, { rounds: { ...rounds, [state]: before === undefined ? 0 : before + 1 } });
  emitAt(draft, ref, state, 'state.entered');
  if (stateOf(startedMachine(draft, ref).plan, state)?.choose === undefined) return;
  changeMachine(draft, ref, { choosing: [...machineOf(draft, ref).choosing, state] });
}

/** M3: `onTransition` is told each transition, and can neither hold up nor change the machine. */
function take(draft: Draft, ref: NodeRef, { state, path }: EffectOf<'taken'>, scene: Scene): void {
  const run = machineOf(draft, ref);
  const { plan } = startedMachine(draft, ref);
  const to = targetsAt(plan, state, path);
  const { event } = scene;
  draft.emit({
    address: stateAddress(run, state),
    data: { event: event?.type ?? null, path, state, to },
    kind: 'transition.taken',
  });
  if (plan.onTransition === undefined) return;
  tell(draft, ref, plan.onTransition, { event, from: state, to: [...to] }, scene, 'transition');
}

/** V2: a write of a machine has the address of the state that made it. */
function assign(draft: Draft, ref: NodeRef, variable: string, value: Json, scene: Scene): void {
  const run = machineOf(draft, ref);
  if (!run.assigned.includes(variable)) {
    changeMachine(draft, ref, { assigned: [...run.assigned, variable] });
  }
  if (isOfRun(run)) draft.variables = draft.variables.set(variable, value);
  const of = isOfRun(run) ? {} : { of: run.place };
  draft.emit({
    address: placeOf(draft, ref, scene),
    data: { ...of, value, variable },
    kind: 'variable.written',
  });
}

/** M1: a capability or a plan runs while the state is active. */
function invoke(draft: Draft, ref: NodeRef, effect: EffectOf<'invoke'>): void {
  const { plan } = startedMachine(draft, ref);
  const { state, id, capability } = effect;
  const name = state === null ? inItsRound(machineOf(draft, ref), id) : id;
  const owner = state === null ? plan : stateOf(plan, state);
  const written = owner?.invoke?.[orderOfInvocation(owner.invoke, id)];
  const { timeoutMs, retry } = written ?? {};
  const shared = { id: name, input: '{{ input }}', ...present({ timeoutMs, retry }) };
  beginActivity(draft, ref, {
    given: { input: effect.input ?? {} },
    node:
      capability === null
        ? { ...shared, params: { plan: effect.plan ?? '' }, type: 'SUB_PLAN' }
        : { ...shared, params: { capability }, type: 'CAPABILITY' },
    purpose: { id, kind: 'invoke' },
    state,
  });
}

/** `invoke`, `invoke-2` … where an invocation has no id of its own. */
function orderOfInvocation(invocations: readonly { readonly id?: string | undefined }[], id: string): number {
  return invocations.findIndex(
    (one, index) => (one.id ?? (index === 0 ? 'invoke' : `invoke-${index + 1}`)) === id,
  );
}

/** A call that is told and not waited for: nothing answers it, so it can change nothing (M1). */
function tell(
  draft: Draft,
  ref: NodeRef,
  capability: string,
  input: Json,
  scene: Scene,
  name: 'call' | 'transition',
): void {
  // What a fork serves itself from the record has been told already (K8).
  if (draft.forking) return;
  const refused =
    notAllowed(draft, ref, capability) ??
    forbiddenUnasked(draft, draft.frame(ref.frame), { capability, input });
  if (refused !== null) {
    failMachine(draft, ref, refused);
    return;
  }
  const run = machineOf(draft, ref);
  changeMachine(draft, ref, { told: run.told + 1 });
  const at = scene.state === null ? within(run.place, run.plan) : placeOf(draft, ref, scene);
  const address = withCall(at, `${name}-${run.told + 1}`);
  sendOrHold(draft, ref, { address, capability, input, kind: 'observe' });
}

function startTimer(draft: Draft, ref: NodeRef, { id, delayMs }: EffectOf<'timer'>, scene: Scene): void {
  const run = machineOf(draft, ref);
  const itself = within(run.place, inItsRound(run, run.plan));
  const at = scene.state === null ? itself : placeOf(draft, ref, scene);
  const address = withCall(at, nameOfTimer(id, Object.keys(run.timers).length));
  changeMachine(draft, ref, { timers: { ...run.timers, [id]: [...(run.timers[id] ?? []), address] } });
  sendOrHold(draft, ref, { address, afterMs: delayMs, kind: 'timer', purpose: 'delay' });
}

/** `after-0` for the first delayed transition of a state; a delayed event has a name of its own. */
function nameOfTimer(id: string, count: number): string {
  const last = id.split(/[!.:/]/).at(-1) ?? '';
  return /^[A-Za-z][A-Za-z0-9-]*$/.test(last) ? last : `timer-${count}`;
}

function dropTimer(draft: Draft, ref: NodeRef, id: string): void {
  const { timers } = machineOf(draft, ref);
  const { [id]: addresses = [], ...kept } = timers;
  if (addresses.length === 0) return;
  changeMachine(draft, ref, { timers: kept });
  for (const address of addresses) dropCommand(draft, ref, address);
}

/**
 * A machine that can go on by an event waits for it under the address of its innermost state, of itself where it has none: so a run that only waits
 * for events reads waiting (D6), and a fork is given in turn what was heard (K8). n counts what the machine has heard.
 */
function listen(draft: Draft, ref: NodeRef): void {
  const run = machineOf(draft, ref);
  const { configuration } = run.standing;
  const events = eventsHeard(startedMachine(draft, ref).plan, configuration);
  const innermost = configuration.at(-1);
  const at = innermost === undefined ? within(run.place, run.plan) : stateAddress(run, innermost);
  const address = withCall(at, `on-${run.heard}`);
  const { listens } = run;
  if (listens !== null && listens.address === address && isEqual(listens.events, events)) return;
  if (listens !== null) dropCommand(draft, ref, listens.address);
  changeMachine(draft, ref, { listens: events.length === 0 ? null : { address, events } });
  if (events.length === 0) return;
  draft.issue(ref, { address, events: events.map((event) => ({ event, id: event })), kind: 'listen' });
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((event, index) => event === other[index]);
}

/** R19: nothing new leaves while the run is paused, but timers count from when they begin. */
function sendOrHold(draft: Draft, ref: NodeRef, command: Command): void {
  const counts = command.kind === 'timer' && draft.has('timersDuringPause');
  if (counts) send(draft, ref, command);
  else draft.admit(ref, { kind: 'command', command });
}

/** A command of a machine leaves: a timer is answered, a call that it tells is not. */
export function send(draft: Draft, ref: NodeRef, command: Command): void {
  if (command.kind !== 'observe') {
    draft.issue(ref, command);
    return;
  }
  // D10: what is pinned is never called, and nobody waits for what comes of it.
  if (draft.isCallPinned(draft.frame(ref.frame), command.capability, command.input)) return;
  draft.calls++;
  draft.send(command);
}

/** Takes back what a machine has out, or would have when the run goes on. */
function dropCommand(draft: Draft, ref: NodeRef, address: Address): void {
  takeBack(draft, ref, address);
  draft.held = draft.held.filter(({ what }) => what.kind !== 'command' || what.command.address !== address);
}

/**
 * A state pauses the plan (M4), for as long as it takes: the run pauses, and a person is waited for at `<state>!pause`,
 * whose answer is the input. What is in flight finishes and facts settle, as in any pause (R19).
 */
function pausePlan(draft: Draft, ref: NodeRef, { state, reason, resumeOn }: EffectOf<'pause'>): void {
  const address = withCall(stateAddress(machineOf(draft, ref), state), 'pause');
  changeMachine(draft, ref, { paused: { address, resumeOn } });
  const data = present({ reason: reason ?? undefined, resumeOn: resumeOn ?? undefined });
  draft.emit({ address, data, kind: 'machine.paused' });
  draft.issue(ref, {
    address,
    decisions: [],
    for: 'resume',
    kind: 'wait',
    message: reason ?? state,
    schema: null,
  });
  draft.pause('plan');
}
