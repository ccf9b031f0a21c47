import { type Json, type JsonObject, present, ROOT } from '#base';
import type { Command } from './command';
import { baseAddress, type Draft } from './draft';
import { type Fact, type PlanAttempt, type RunError, recordIn } from './fact';
import { failCall, fireTimer, onAnswer, onReplied, onSucceeded } from './facts/answers';
import type { NodeRef } from './frame';
import { goOnAt } from './machine/dispatch';
import { dispatchSignal } from './nodes/signals';
import { readPlan } from './planning/checkPlan';
import { isPin, nextPoint } from './reuse';
import type { OpenCommand, PinThatCounts, Serving } from './state';

/**
 * D1, "run only this": the fork point is reached, and nothing but the chosen node starts behind it. Where that cannot start yet,
 * because what it needs is not in the record, the run goes on to it.
 */
function keepToStop(draft: Draft): void {
  const { stop, gate } = draft;
  if (stop?.only !== true || gate.kind !== 'open') return;
  const ref = [...draft.ready.toSorted(), ...activeNodes(draft)].find(
    (one) => baseAddress(draft, one) === stop.after,
  );
  if (ref !== undefined) draft.gate = { kind: 'inside', frame: ref.frame, node: ref.node, reason: 'reached' };
}

function activeNodes(draft: Draft): readonly NodeRef[] {
  return draft.frames
    .values()
    .flatMap(({ id, active }) => active.values().map(({ node }) => ({ frame: id, node })));
}

/**
 * Gives the next answer: what pins say in the order in which it was asked for, then the record in the order in which its
 * answers came then, up to the point that is passed next. False when nothing waits for one.
 */
export function serveNext(draft: Draft): boolean {
  const [first, ...rest] = draft.serving.toSorted((one, other) => turnOf(one) - turnOf(other));
  const point = nextPoint(draft);
  if (first === undefined || (point !== null && turnOf(first) >= point.served)) return false;
  draft.serving = rest;
  const open = draft.commands.get(first.address);
  if (open === undefined) return true;
  if ('pin' in first.from) servePin(draft, open, first.from);
  else serveRecord(draft, open, first.from.record);
  return true;
}

function turnOf({ from }: Serving): number {
  return 'pin' in from ? -1 : from.record;
}

function serveRecord(draft: Draft, open: OpenCommand, record: number): void {
  const found = recordIn(draft.start)?.served[record];
  if (found === undefined) return;
  draft.emit({ address: open.command.address, data: { record }, kind: 'served' });
  give(draft, open, isPin(found) ? answerTo(open.command, found.output) : found.fact);
}

/** D10: an error takes the way of every failure, so that `onError` and `retry` count. */
function servePin(draft: Draft, open: OpenCommand, { pin: place, undecided }: PinThatCounts): void {
  const pin = draft.start.reuse?.pins?.[place];
  if (pin === undefined) return;
  const { command } = open;
  const { address } = command;
  draft.emit({ address, data: { pin: place }, kind: 'served' });
  const error = undecided ?? ('error' in pin ? pin.error : null);
  if (error !== null || !('output' in pin)) failCall(draft, open, { error: error ?? unfit(NO_OUTPUT) });
  else if (command.kind === 'plan' && readPlan(pin.output) === null)
    failCall(draft, open, { error: unfit(NO_PLAN) });
  else {
    give(draft, open, answerTo(command, pin.output));
    const isRefused = command.kind === 'wait' && draft.commands.get(address)?.serial === open.serial;
    if (isRefused) failCall(draft, open, { error: unfit(NO_ANSWER) });
  }
}

const NO_OUTPUT = 'The pin says neither an output nor an error.';
const NO_PLAN = 'The pinned output is not a plan.';
const NO_ANSWER = 'The pinned output is not an answer to this question.';

function unfit(message: string): RunError {
  return { code: 'PIN_INVALID', message, help: 'Edit the pin, or remove it.', retryable: false };
}

function give(draft: Draft, open: OpenCommand, fact: Fact): void {
  const { address } = open.command;
  if (fact.type === 'effect.succeeded') onSucceeded(draft, { ...fact, address });
  else if (fact.type === 'plan.replied') onReplied(draft, { ...fact, address });
  else if (fact.type === 'answer.given') onAnswer(draft, address, fact.value);
  else if (fact.type === 'timer.fired') fireTimer(draft, address);
  else if (fact.type === 'signal.received') dispatchSignal(draft, open, fact);
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
    ...present({ machine: plan.machine }),
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
 * The fork point is reached: the edits are made, and the run goes on like any other; after the point of an earlier fork, with what the
 * record has from there on. False when it was before.
 */
export function passForkPoint(draft: Draft): boolean {
  if (!draft.forking) return false;
  const reuse = recordIn(draft.start);
  const point = nextPoint(draft);
  const set: JsonObject = (point ?? reuse)?.set ?? {};
  draft.forkPoints++;
  draft.forking = point !== null;
  for (const variable of Object.keys(set).sort()) {
    const value = set[variable] ?? null;
    draft.variables = draft.variables.set(variable, value);
    draft.emit({ address: ROOT, data: { value, variable }, kind: 'variable.written' });
  }
  if (point === null) draft.signals = [...(reuse?.signals ?? []), ...draft.signals];
  for (const ref of draft.machines) goOnAt(draft, ref, set);
  if (point !== null) return true;
  if (draft.start.paused) draft.pause('step');
  keepToStop(draft);
  return true;
}
