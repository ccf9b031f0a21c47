import {
  type Address,
  canonicalJson,
  type Hash,
  hashText,
  type Json,
  parseAddress,
  remembered,
  withCall,
  withoutAttempt,
} from '#base';
import { capabilityAsked, hears } from '#plan';
import type { Closure } from './closure';
import type { Command, PlanCommand, TimerCommand } from './command';
import { baseAddress, type Draft } from './draft';
import {
  type Fact,
  type ForkPoint,
  type Pin,
  type Pinned,
  type Recorded,
  type Reuse,
  type RunStarted,
  recordIn,
} from './fact';
import { featuresOf, PLAN_GUARDS_FRAME } from './features';
import type { Frame, NodeRef } from './frame';
import { readPlan } from './planning/checkPlan';
import type { PinThatCounts } from './state';
import { holds, planAt, resolveInput } from './variables';

/** Where a command asks, whichever attempt it is: `/look#2` is `/look`, `/plan!2` stays. */
export function placeOf(address: Address): Address {
  const call = address.indexOf('!');
  const place = withoutAttempt(address);
  return call < 0 ? place : withCall(place, address.slice(call + 1));
}

/** K6: whether it may change something outside, so that doing it twice could matter. */
export function leavesATrace(command: Command): boolean {
  return (
    command.kind === 'call' && command.effect !== 'pure' && command.effect !== 'read' && !command.idempotent
  );
}

/**
 * What a command asks for, as a hash: the definition of what is called, and the resolved input (K8). Null for commands
 * whose answers are not served: timeouts, and approvals, which hold for one run (T7).
 */
export function keyOf(command: Command, closure: Closure): Hash | null {
  switch (command.kind) {
    case 'call': {
      const { capability, input } = command;
      return hashed(['call', closure.capabilities.find(({ id }) => id === capability) ?? capability, input]);
    }
    case 'evaluate':
      return hashed(['evaluate', command.expression, command.variables]);
    case 'plan':
      return hashed(['plan', questionOf(command), ...definitionsOf(command, closure)]);
    case 'wait': {
      const { message, schema, decisions } = command;
      if (command.for === 'resume') return keyOfResume(command.address);
      return command.for === 'answer' ? hashed(['wait', message, schema, decisions]) : null;
    }
    case 'timer':
      return command.purpose === 'delay' || command.purpose === 'until'
        ? hashed(['delay', timeOf(command)])
        : null;
    default:
      return null;
  }
}

/** A wait for signals is answered by one of them: what was asked is that signal. */
export function keyOfSignal(event: string): Hash {
  return hashed(['listen', event]);
}

/** A machine that has paused is resumed in the state where it has (M4). */
export function keyOfResume(address: Address): Hash {
  return hashed(['resume', placeOf(address)]);
}

function timeOf(timer: TimerCommand): number | string {
  return timer.purpose === 'until' ? timer.until : timer.afterMs;
}

/** All of it but where it asks. */
function questionOf({ address: _address, ...question }: PlanCommand): object {
  return question;
}

/** The documents that it names. */
function definitionsOf({ prompt, use, model, tools }: PlanCommand, closure: Closure): readonly unknown[] {
  const named = typeof prompt === 'object' ? prompt?.prompt : undefined;
  const allowed = new Set(tools);
  return [
    closure.prompts.find(({ id }) => id === named),
    closure.planners.find(({ id }) => id === use),
    closure.models.find(({ id }) => id === model),
    closure.capabilities.filter(({ id }) => allowed.has(id)),
  ];
}

/** Members that are undefined are left out, as a ledger leaves them out. */
function hashed(question: readonly unknown[]): Hash {
  return hashText(canonicalJson(JSON.parse(JSON.stringify(question))));
}

interface Index {
  readonly places: ReadonlyMap<Address, number>;
  readonly started: ReadonlySet<Address>;
  readonly called: ReadonlySet<Address>;
}

const INDEX = new WeakMap<Reuse, Index>();
const STARTED = new WeakMap<ForkPoint, ReadonlySet<Address>>();

/** What had started at a point, made once. */
export function startedAt(point: ForkPoint): ReadonlySet<Address> {
  return remembered(STARTED, point, ({ started }) => new Set(started));
}

/** A record by address, made once: the record is the same value as long as the run lives. */
export function indexOf(reuse: Reuse): Index {
  return remembered(INDEX, reuse, indexed);
}

function indexed({ served, started, called }: Reuse): Index {
  return {
    places: new Map(served.map(({ address }, place) => [address, place])),
    started: new Set(started),
    called: new Set(called),
  };
}

/** The place in the record that answers a command; null where it has no answer. */
export function servedBy(start: RunStarted, command: Command): number | null {
  const { closure } = start;
  const reuse = recordIn(start);
  if (reuse === null) return null;
  const { places } = indexOf(reuse);
  // A plan that a person has put in stands at the planner's address.
  const pin = command.kind === 'plan' ? places.get(withoutAttempt(command.address)) : undefined;
  const place = pin ?? places.get(placeOf(command.address));
  const found = place === undefined ? undefined : reuse.served[place];
  if (place === undefined || found === undefined) return null;
  if (command.kind === 'listen') return isHeard(command, found) ? place : null;
  if (isPin(found)) return command.kind !== 'plan' || readPlan(found.output) !== null ? place : null;
  return answers(found, command, closure) ? place : null;
}

/** K8: whether an answer of the record is one to this command. */
export function answers({ key, fact, fixed }: Recorded, command: Command, closure: Closure): boolean {
  const asked = keyOf(command, closure);
  return fixed && asked !== null ? answersKind(command, fact) : asked === key;
}

/** What a definition is edited to may ask something of another kind, which this does not answer. */
function answersKind({ kind }: Command, { type }: Fact): boolean {
  switch (kind) {
    case 'call':
    case 'evaluate':
      return type === 'effect.succeeded';
    case 'plan':
      return type === 'plan.replied';
    case 'wait':
      return type === 'answer.given';
    case 'timer':
      return type === 'timer.fired';
    default:
      return false;
  }
}

/**
 * D11: whether an earlier run may have done already what a command that is not served asks for. Who answered the first
 * attempt that it may be done again is not asked about the next.
 */
export function mayBeDone(start: RunStarted, command: Command): boolean {
  const reuse = recordIn(start);
  if (reuse?.called === undefined || !leavesATrace(command)) return false;
  const attempt = parseAddress(command.address)?.segments.at(-1)?.attempt ?? 1;
  return attempt === 1 && indexOf(reuse).called.has(placeOf(command.address));
}

/** D7: whether a person has put in what comes of the node at this address, which has no attempt. */
export function isPutIn(start: RunStarted, address: Address): boolean {
  const reuse = recordIn(start);
  if (reuse === null) return false;
  const place = indexOf(reuse).places.get(address);
  const found = place === undefined ? undefined : reuse.served[place];
  return found !== undefined && isPin(found);
}

function isHeard({ events }: Extract<Command, { kind: 'listen' }>, found: Recorded | Pinned): boolean {
  if (isPin(found)) return false;
  const { fact } = found;
  if (fact.type === 'signal.received' && events.some(({ event }) => hears(event, fact.event))) return true;
  return events.some(({ event }) => keyOfSignal(event) === found.key);
}

/** An output that a person has put in, and not an answer of an earlier run (D7). */
export function isPin(one: Recorded | Pinned): one is Pinned {
  return 'output' in one;
}

/** What somebody outside would be asked, for whom a pin may answer: timers and signals are nobody's output. */
interface Question {
  /** Whose own question it is; null for what a guard, a merge or an approval asks. */
  readonly node: string | null;
  readonly capability: string | null;
  /** What `when` sees as `input`. */
  readonly input: () => Json;
}

/** D10: the pin that counts for a command; null where it has to leave. */
export function pinOfCommand(draft: Draft, ref: NodeRef, command: Command): PinThatCounts | null {
  if (draft.start.reuse?.pins === undefined) return null;
  const question = questionAsked(draft, ref, command);
  return question === null ? null : pinThatCounts(draft, ref, question);
}

/** D10: the pin of a node itself, which says what comes of all that is in it. */
export function pinOfNode(draft: Draft, ref: NodeRef): PinThatCounts | null {
  if (draft.start.reuse?.pins === undefined) return null;
  const { id } = draft.compiled(ref);
  return pinThatCounts(draft, ref, { node: id, capability: null, input: () => inputOf(draft, ref) });
}

/** D10: the pin that counts for what a node would ask now, so that it takes nothing of a budget (K10). */
export function pinOfNextCall(draft: Draft, ref: NodeRef): PinThatCounts | null {
  if (draft.start.reuse?.pins === undefined) return null;
  const { id, node } = draft.compiled(ref);
  const call = draft.callOf(ref, node);
  const planner = node.type === 'PLANNER' ? capabilityAsked(node) : null;
  const capability = call?.ok ? call.value.capability : planner;
  const input = () => (call?.ok ? call.value.input : inputOf(draft, ref));
  return pinThatCounts(draft, ref, { node: id, capability, input });
}

/** D10: the pin that counts for a call that is not a node's own: it merges branches, or is only told. */
export function pinOfCall(draft: Draft, frame: Frame, capability: string, input: Json): PinThatCounts | null {
  const pins = draft.start.reuse?.pins?.filter((pin) => 'capability' in pin && pin.capability === capability);
  return firstThatCounts(draft, frame, pins ?? [], () => input);
}

function questionAsked(draft: Draft, ref: NodeRef, command: Command): Question | null {
  const { id } = draft.compiled(ref);
  const input = () => inputOf(draft, ref);
  switch (command.kind) {
    case 'call': {
      const isOwn = placeOf(command.address) === baseAddress(draft, ref);
      return { node: isOwn ? id : null, capability: command.capability, input: () => command.input };
    }
    case 'plan':
      // An executor asks the planner of its plan again.
      return { node: command.node, capability: command.flavour === 'capability' ? command.use : null, input };
    case 'evaluate':
      return { node: id, capability: null, input };
    case 'wait':
      return command.for === 'answer' ? { node: id, capability: null, input } : null;
    default:
      return null;
  }
}

function inputOf(draft: Draft, ref: NodeRef): Json {
  const input = resolveInput(draft, draft.frame(ref.frame), draft.compiled(ref).node);
  return input.ok ? (input.value ?? null) : null;
}

function pinThatCounts(draft: Draft, ref: NodeRef, question: Question): PinThatCounts | null {
  const pins = draft.start.reuse?.pins ?? [];
  const { node, capability, input } = question;
  const plan = planAt(draft, draft.frame(ref.frame)).id;
  const isWholePlan = ref.frame === PLAN_GUARDS_FRAME;
  const ofNode = node === null || isWholePlan ? [] : pins.filter((pin) => isOfNode(pin, node, plan));
  const ofCapability = pins.filter((pin) => 'capability' in pin && pin.capability === capability);
  return firstThatCounts(draft, draft.frame(ref.frame), [...ofNode, ...ofCapability], input);
}

function firstThatCounts(
  draft: Draft,
  frame: Frame,
  pins: readonly Pin[],
  input: () => Json,
): PinThatCounts | null {
  for (const pin of pins) {
    const place = { pin: draft.start.reuse?.pins?.indexOf(pin) ?? -1 };
    if (pin.when === undefined) return place;
    const counts = holds(draft, frame, pin.when, [['input', input()]]);
    if (!counts.ok) return { ...place, undecided: counts.problem };
    if (counts.value) return place;
  }
  return null;
}

function isOfNode(pin: Pin, node: string, plan: string): boolean {
  return 'node' in pin && pin.node === node && (pin.plan === undefined || pin.plan === plan);
}

/** The point of an earlier fork that the run is still before (D3). */
export function nextPoint(draft: Draft): ForkPoint | null {
  if (!draft.forking) return null;
  return recordIn(draft.start)?.points?.[draft.forkPoints] ?? null;
}

/**
 * Whether a node may start before the fork point: what had started there and asked for nothing, and what is served. All
 * else waits until the edits have been made.
 */
export function startsBeforeFork(draft: Draft, ref: NodeRef): boolean {
  const { closure } = draft.start;
  const reuse = recordIn(draft.start);
  if (reuse === null) return false;
  const { places, started } = indexOf(reuse);
  const base = baseAddress(draft, ref);
  const point = nextPoint(draft);
  if ((point === null ? started : startedAt(point)).has(base)) return true;
  const { node } = draft.compiled(ref);
  if (ref.frame === PLAN_GUARDS_FRAME && featuresOf(draft, node, 'guard').length === 0) return true;
  const place = FIRST_CALLS.map((call) => places.get(call === null ? base : withCall(base, call))).find(
    (one) => one !== undefined,
  );
  const isLater = place !== undefined && point !== null && place >= point.served;
  const found = place === undefined || isLater ? undefined : reuse.served[place];
  if (found === undefined) return false;
  const call = draft.callOf(ref, node);
  if (isPin(found) || call === null) return true;
  const { capability, input } = call.ok ? call.value : { capability: '', input: null };
  const kind = 'call';
  return answers(
    found,
    { address: base, capability, effect: 'unknown', idempotent: false, input, kind },
    closure,
  );
}

/** What a node asks first stands at its own address, or behind a `!`: a guard's, a planner's first call, a delay. */
const FIRST_CALLS = ['pre-1', null, 1, 'delay'] as const;
