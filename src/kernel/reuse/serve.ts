import { type Json, type JsonObject, ROOT, withCall } from '#base';
import { baseAddress, leafCall } from '../activation';
import type { Command } from '../command';
import type { Draft } from '../draft';
import type { Fact, PlanAttempt } from '../fact';
import { onAnswer, onReplied, onSucceeded } from '../facts/effects';
import { fireTimer } from '../facts/timers';
import { featuresOf, PLAN_GUARDS_FRAME } from '../features';
import { pause } from '../gate';
import { goOnAt } from '../machine/begin';
import type { NodeRef } from '../nodeRef';
import { dispatchSignal } from '../nodes/signals';
import { readPlan } from '../planning/readPlan';
import { keepToStop } from '../run/keepToStop';
import { indexOf, isPin } from './match';
import { keyOf } from './questions';

/** Gives the next answer from the record, in the order in which they came then. False when nothing waits for one. */
export function serveNext(draft: Draft): boolean {
  const [first, ...rest] = draft.serving.toSorted((one, other) => one.record - other.record);
  if (first === undefined) return false;
  draft.serving = rest;
  const open = draft.commands.get(first.address);
  const found = draft.start.reuse?.served[first.record];
  if (open === undefined || found === undefined) return true;
  draft.emit({ address: first.address, data: { record: first.record }, kind: 'served' });
  const fact = isPin(found) ? answerTo(open.command, found.output) : found.fact;
  if (fact.type === 'effect.succeeded') onSucceeded(draft, { ...fact, address: first.address });
  else if (fact.type === 'plan.replied') onReplied(draft, { ...fact, address: first.address });
  else if (fact.type === 'answer.given') onAnswer(draft, first.address, fact.value);
  else if (fact.type === 'timer.fired') fireTimer(draft, first.address);
  else if (fact.type === 'signal.received') dispatchSignal(draft, open, fact);
  return true;
}

function answerTo(command: Command, output: Json): Fact {
  const { address } = command;
  if (command.kind === 'wait') return { type: 'answer.given', address, value: output };
  const plan = command.kind === 'plan' ? readPlan(output) : null;
  if (command.kind !== 'plan' || plan === null) return { type: 'effect.succeeded', address, result: output };
  return {
    type: 'plan.replied',
    address,
    attempt: { ...BY_HAND, flavour: command.flavour },
    plan: plan.body,
    ...(plan.machine === undefined ? {} : { machine: plan.machine }),
  };
}

const BY_HAND: Omit<PlanAttempt, 'flavour'> = {
  madeBy: 'a person',
  model: null,
  template: null,
  prompt: null,
  parameters: {},
  seed: null,
  reply: null,
  problems: [],
  repairs: [],
  usage: {},
  latencyMs: 0,
  verdict: 'accepted',
};

/**
 * Whether a node may start before the fork point: what had started there and asked for nothing, and what is served. All
 * else waits until the edits have been made.
 */
export function startsBeforeFork(draft: Draft, ref: NodeRef): boolean {
  const { reuse, closure } = draft.start;
  if (reuse === undefined) return false;
  const { places, started } = indexOf(reuse);
  const base = baseAddress(draft, ref);
  if (started.has(base)) return true;
  const { node } = draft.compiled(ref);
  if (ref.frame === PLAN_GUARDS_FRAME && featuresOf(draft, node, 'guard').length === 0) return true;
  const place = FIRST_CALLS.map((call) => places.get(call === null ? base : withCall(base, call))).find(
    (one) => one !== undefined,
  );
  const found = place === undefined ? undefined : reuse.served[place];
  if (found === undefined) return false;
  const call = leafCall(draft, ref, node);
  if (isPin(found) || call === null) return true;
  const { capability, input } = call.ok ? call.value : { capability: '', input: null };
  const question: Command = {
    ...{ address: base, capability, effect: 'unknown', idempotent: false, kind: 'call' },
    input,
  };
  return keyOf(question, closure) === found.key;
}

/** What a node asks first stands at its own address, or behind a `!`: a guard's, a planner's first call, a delay. */
const FIRST_CALLS = ['pre-1', null, 1, 'delay'] as const;

/** The fork point is reached: the edits are made, and the run goes on like any other. False when it was before. */
export function passForkPoint(draft: Draft): boolean {
  if (!draft.forking) return false;
  draft.forking = false;
  const set: JsonObject = draft.start.reuse?.set ?? {};
  for (const variable of Object.keys(set).sort()) {
    const value = set[variable] ?? null;
    draft.variables = draft.variables.set(variable, value);
    draft.emit({ address: ROOT, data: { value, variable }, kind: 'variable.written' });
  }
  draft.signals = [...(draft.start.reuse?.signals ?? []), ...draft.signals];
  for (const ref of draft.machines) goOnAt(draft, ref, set);
  if (draft.start.paused) pause(draft, 'step');
  keepToStop(draft);
  return true;
}
