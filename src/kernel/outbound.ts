import { isJsonObject, type Json, own } from '#base';
import { addressParameter, type Destination, destinationOf, hasFixedHost, MODEL_CAPABILITY } from '#plan';
import { type Closure, catalogueOf } from './closure';
import type { CarriedArgument } from './command';
import type { Draft } from './draft';
import type { RunStarted } from './fact';
import type { NodeRef } from './frame';
import { addressesOf, NO_ORIGINS, type Origins } from './origin';
import { agentChoosing, isAskedInside, originsAt, originsGiven, originsOfArgument } from './taint';

import { dynamicAround } from './variables';

interface Call {
  readonly capability: string;
  readonly input: Json;
}

/** Where a call goes: by the argument that is an address, or by the connection of the model that is asked. */
export function destinationIn(
  { closure }: Pick<RunStarted, 'closure'>,
  { capability, input }: Call,
): Destination {
  if (capability !== MODEL_CAPABILITY) return destinationOf(catalogueOf(closure).get(capability), input);
  const slot = slotOf(closure, modelIn(input));
  const host = slot === undefined ? undefined : closure.hosts?.[slot];
  return host === undefined ? 'unknown' : { host };
}

function modelIn(input: Json): string | null {
  const model = isJsonObject(input) ? own(input, 'model') : undefined;
  return typeof model === 'string' ? model : null;
}

/** The connection of a model, of the first where none is named. */
function slotOf({ models }: Closure, model: string | null): string | undefined {
  return (model === null ? models[0] : models.find(({ id }) => id === model))?.connection;
}

/**
 * Foreign and personal content that a call would take to a host that it did not come from, and that no person has picked
 * for the node that calls (P15).
 */
export function takenElsewhere(draft: Draft, ref: NodeRef, call: Call): Origins {
  if (!draft.has('origins')) return NO_ORIGINS;
  const destination = destinationIn(draft.start, call);
  if (destination === 'nowhere' || isPicked(draft, ref, call)) return NO_ORIGINS;
  const carried = originsCarried(draft, ref);
  return destination === 'unknown' ? carried : carried.filter(({ host }) => host !== destination.host);
}

/** What the arguments of a call are made of. A merge is given what its branches have come to. */
function originsCarried(draft: Draft, ref: NodeRef): Origins {
  return draft.active(ref).work.kind === 'merging' ? originsAt(draft, ref) : originsGiven(draft, ref);
}

/** Each argument by itself; those of a node that was given one value, or that made the call up, are made of all of that. */
export function carriedBy(draft: Draft, ref: NodeRef, { input }: Call): readonly CarriedArgument[] {
  if (!draft.has('origins')) return [];
  const names = isJsonObject(input) ? Object.keys(input) : [undefined];
  const isByName = isJsonObject(draft.compiled(ref).node.input);
  return names.flatMap((argument) => {
    const origins =
      isByName && argument !== undefined
        ? originsOfArgument(draft, ref, argument)
        : originsCarried(draft, ref);
    const from = addressesOf(origins);
    return from.length === 0 ? [] : [argument === undefined ? { from } : { argument, from }];
  });
}

/** Whether a person has picked where a call goes: the author of the plan, and whoever connected a model for its planner. */
function isPicked(draft: Draft, ref: NodeRef, call: Call): boolean {
  const frame = draft.frame(ref.frame);
  const isAuthored = frame.plan === null && agentChoosing(draft, frame) === null;
  if (call.capability !== MODEL_CAPABILITY) return isAuthored && isAddressPicked(draft, ref, call);
  if (!isAuthored) return isModelOfPlanner(draft, ref, call);
  // A node that asks models by itself names them, or has those of the workspace.
  return isAskedInside(draft, frame) || originsOfArgument(draft, ref, 'model').length === 0;
}

/** An author has written where it goes, or lets something say it that is not foreign. */
function isAddressPicked(draft: Draft, ref: NodeRef, { capability }: Call): boolean {
  const descriptor = catalogueOf(draft.start.closure).get(capability);
  const parameter = descriptor === undefined ? null : addressParameter(descriptor);
  if (parameter === null) return false;
  const { input } = draft.compiled(ref).node;
  const template = isJsonObject(input) ? own(input, parameter) : undefined;
  if (typeof template === 'string' && hasFixedHost(template)) return true;
  return originsOfArgument(draft, ref, parameter).length === 0;
}

/** A planner was given its models by a person: what they may be told, its steps may tell them. */
function isModelOfPlanner(draft: Draft, ref: NodeRef, { input }: Call): boolean {
  const { closure } = draft.start;
  const plan = dynamicAround(draft, draft.frame(ref.frame))?.dynamic;
  const models = plan ? draft.proposals.get(plan.hash)?.planning.models : undefined;
  const slots = (models ?? [null]).map((model) => slotOf(closure, model));
  return slots.includes(slotOf(closure, modelIn(input)));
}
