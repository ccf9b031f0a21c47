import type { Json } from '#base';
import { capabilityAsked } from '#plan';
import { baseAddress, leafCall } from '../activation';
import type { Command } from '../command';
import type { Draft } from '../draft';
import type { Pin } from '../fact';
import { PLAN_GUARDS_FRAME } from '../features';
import type { Frame, NodeRef } from '../frame';

import type { PinThatCounts } from '../state';
import { holds, resolveInput } from '../values';
import { planAt } from '../variables';
import { placeOf } from './match';

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
  const question = questionOf(draft, ref, command);
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
  const call = leafCall(draft, ref, node);
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

function questionOf(draft: Draft, ref: NodeRef, command: Command): Question | null {
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
