import { type Address, type Json, type JsonObject, PersistentMap, ROOT, withIndex, within } from '#base';
import { compileAlone } from '#compile';
import type { PlanNode } from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { cancelFrame } from '../scopes/cancel';
import { openFrame } from '../scopes/scope';
import type { Activity, Purpose, Signal } from '../work';
import { changeMachine, machineOf, orderOfState, startedMachine, stateAddress } from './machine';

/** What is to go on in a state. */
export interface Begin {
  readonly state: string | null;
  readonly purpose: Purpose;
  /** Its node, whose expressions see the names given here and no others. */
  readonly node: PlanNode;
  readonly given: JsonObject;
  readonly ports?: readonly string[];
}

/** K11: the node of a state's action has the state's own address, invocations lie below it. */
export function nameOfAction(draft: Draft, ref: NodeRef, state: string): string {
  return withIndex(state as Address, machineOf(draft, ref).rounds[state] ?? 0);
}

/**
 * Begins an activity: its node becomes ready in a scope of its own, so that gate, budget, retries, timeouts and the
 * record apply to it as to any node of a plan (R19, K10, L2, K8).
 */
export function beginActivity(draft: Draft, ref: NodeRef, begin: Begin): void {
  const run = machineOf(draft, ref);
  const { plan } = startedMachine(draft, ref);
  const isAction = begin.purpose.kind === 'action' || begin.purpose.kind === 'told';
  // A plan that answers opens its scope below the state, as an invoked one does.
  const isOwn = isAction && begin.node.type !== 'SUB_PLAN';
  const address = isOwn ? run.place : stateAddress(run, begin.state);
  const frame = `machine:${within(address, begin.node.id)}`;
  const order = orderOfState(plan, begin.state);
  const { state, purpose, node, ports = [] } = begin;
  const activity: Activity = { frame, state, purpose, node, ports, order, serial: draft.serial++, inbox: [] };
  changeMachine(draft, ref, { activities: [...run.activities, activity] });
  const around = draft.frame(ref.frame);
  openFrame(draft, {
    kind: 'instance',
    id: frame,
    address,
    scope: compileAlone(node, order, ports),
    parent: { frame: ref.frame, node: ref.node },
    order: [...around.order, draft.compiled(ref).order],
    instance: { plan: run.plan, variables: PersistentMap.empty<Json>() },
    locals: begin.given,
  });
}

/** The state was left: what went on in it is cancelled (R17), what it was told goes on. */
export function endActivities(draft: Draft, ref: NodeRef, isMeant: (activity: Activity) => boolean): void {
  for (const { frame } of machineOf(draft, ref).activities.filter(isMeant)) {
    cancelFrame(draft, frame);
    forgetActivity(draft, ref, frame);
  }
}

/** It is over: the machine has it no more. */
export function forgetActivity(draft: Draft, ref: NodeRef, frame: string): void {
  const { activities } = machineOf(draft, ref);
  changeMachine(draft, ref, { activities: activities.filter((one) => one.frame !== frame) });
}

/** The one node of an activity's scope. */
export function nodeOfActivity({ frame }: Activity): NodeRef {
  return { frame, node: 0 };
}

/**
 * `send` (M1): an event for an invocation. It lies in its inbox until the machine there has begun and the turn of the one
 * that sends is over, as the queue of an actor does; what is no machine has no ear.
 */
export function queueEvent(draft: Draft, ref: NodeRef, to: string, signal: Signal): void {
  const { activities } = machineOf(draft, ref);
  const invoked = activities.find(({ purpose }) => purpose.kind === 'invoke' && purpose.id === to);
  const plan = invoked?.node.type === 'SUB_PLAN' ? invoked.node.params.plan : null;
  const { plans } = draft.start.closure;
  if (invoked === undefined || !plans.some(({ id, kind }) => id === plan && kind === 'state-machine')) {
    dropEvent(draft, signal);
    return;
  }
  const inbox = [...invoked.inbox, signal];
  changeMachine(draft, ref, {
    activities: activities.map((one) => (one === invoked ? { ...invoked, inbox } : one)),
  });
  draft.eventQueue = [...draft.eventQueue, nodeOfActivity(invoked)];
}

/** Nobody hears it: an entry says so. */
export function dropEvent(draft: Draft, { event }: Signal): void {
  draft.emit({ address: ROOT, data: { event }, kind: 'signal.dropped' });
}
