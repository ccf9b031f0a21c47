import { type Address, isAddress, isJsonObject, own, ROOT } from '#base';
import {
  addressParameter,
  allows,
  type Destination,
  destinationOf,
  type Effect,
  hasFixedHost,
  MESSAGE_CAPABILITY,
  MODEL_CAPABILITY,
  mayChange,
  type Ruling,
  rulingOf,
} from '#plan';
import { type Closure, catalogueOf } from './closure';
import type { CarriedArgument } from './command';
import type { Draft } from './draft';
import type { RunError, RunPolicy, RunStarted } from './fact';
import type { Frame, NodeRef } from './frame';
import { modelIn, modelOf } from './need';
import type { LeafCall } from './ports';
import {
  agentChoosing,
  isAskedInside,
  originsAt,
  originsGiven,
  originsOfArgument,
  originsOfChoice,
} from './taint';
import { dynamicAround } from './variables';
import { addressesOf, NO_ORIGINS, type Origins } from './work';

/**
 * What the policies say to a call that is about to leave (P13). A simulation calls nothing, so nothing is ruled in it.
 *
 * @param frame where the node stands that calls: in a plan of a planner, or as an agent's choice, it is planned
 */
function rulingOn(draft: Draft, frame: Frame, call: LeafCall): Ruling {
  const { capability, input } = call;
  if (draft.start.simulated || !draft.has('policies')) return ALLOWED;
  const { closure } = draft.start;
  const effect = effectOf(closure, capability);
  const isPlanned = frame.plan !== null || agentChoosing(draft, frame) !== null;
  const destination = destinationIn(draft.start, call);
  const ruling = rulingOf(closure.policies, { capability, effect, input, destination, isPlanned }) ?? ALLOWED;
  return ruling.verdict === 'allow' && mayChange(effect) && originsOfChoice(draft, frame).length > 0
    ? TAINTED
    : ruling;
}

/**
 * The same of a call that a node makes, before which a person can be asked: also about what it takes where it was not meant to
 * go (P15), and not where a person has allowed it for this run (K15).
 */
export function rulingOnNode(draft: Draft, ref: NodeRef, call: LeafCall): Ruling {
  const ruling = rulingOn(draft, draft.frame(ref.frame), call);
  if (ruling.verdict === 'ask' && isAllowedForRun(draft, ref, call)) return ALLOWED;
  if (ruling.verdict !== 'allow' || draft.start.simulated) return ruling;
  return takenElsewhere(draft, ref, call).length > 0 ? TAINTED : ruling;
}

/** The host that a call goes to; null where it goes to none, or that cannot be told. */
export function hostOf(draft: Draft, call: LeafCall): string | null {
  const destination = destinationIn(draft.start, call);
  return typeof destination === 'string' ? null : destination.host;
}

/** P15: what was read, or is carried, is foreign, which no policy that allows the call was meant for. */
const TAINTED: Ruling = { verdict: 'ask', policy: null };

const ALLOWED: Ruling = { verdict: 'allow', policy: null };

function effectOf(closure: Closure, capability: string): Effect {
  return catalogueOf(closure).get(capability)?.effect ?? UNLISTED.get(capability) ?? 'unknown';
}

/** What every plan may do (P4), and what planners ask: a catalogue need not list them. */
const UNLISTED: ReadonlyMap<string, Effect> = new Map([
  [MESSAGE_CAPABILITY.id, MESSAGE_CAPABILITY.effect],
  [MODEL_CAPABILITY, 'read'],
]);

/** @param mayAsk whether a person can be asked before it: only where a node waits for what comes of its own call */
export function maySend({ verdict }: Ruling, mayAsk = false): boolean {
  return verdict === 'allow' || (verdict === 'ask' && mayAsk);
}

/** Why a call that may not be sent does not leave. */
export function forbidden({ verdict, policy }: Ruling, capability: string): RunError {
  const who = policy === null ? 'The built-in policy' : `Policy ${policy + 1} of this workspace`;
  const message =
    verdict === 'deny'
      ? `${who} denies calls of "${capability}".`
      : `${who} asks before calls of "${capability}", and nobody can be asked here.`;
  return {
    code: 'POLICY_DENIED',
    message,
    help: 'Take the call out, or change the policy.',
    retryable: false,
  };
}

/** The same for calls before which nobody can be asked: those of guards, merges, planners and observers. */
export function forbiddenUnasked(draft: Draft, frame: Frame, call: LeafCall): RunError | null {
  const ruling = rulingOn(draft, frame, call);
  return maySend(ruling) ? null : forbidden(ruling, call.capability);
}

/**
 * What a policy of this run would say about calls like this one; null where none may: what is made of foreign text, or was chosen by whoever had
 * read some, asks each time (P15), and so does what goes nobody knows where.
 */
export function policyFor(draft: Draft, ref: NodeRef, call: LeafCall): Omit<RunPolicy, 'at'> | null {
  if (!draft.has('runPolicies')) return null;
  const destination = destinationIn(draft.start, call);
  const isForeign =
    originsOfChoice(draft, draft.frame(ref.frame)).length > 0 || carriedBy(draft, ref, call).length > 0;
  if (destination === 'unknown' || isForeign) return null;
  const { capability } = call;
  return destination === 'nowhere' ? { capability } : { capability, host: destination.host };
}

/** Whether a person has allowed such calls for this run. */
function isAllowedForRun(draft: Draft, ref: NodeRef, call: LeafCall): boolean {
  if (draft.runPolicies.length === 0) return false;
  const wanted = policyFor(draft, ref, call);
  return (
    wanted !== null &&
    draft.runPolicies.some(({ capability, host }) => capability === wanted.capability && host === wanted.host)
  );
}

/** A person allows calls like this one for the rest of the run. */
export function allowForRun(draft: Draft, policy: RunPolicy): void {
  draft.runPolicies = [...draft.runPolicies, policy];
  draft.emit({ address: policy.at, data: { policy }, kind: 'policy.added' });
}

/** It holds no longer: what asks from now on waits again. What has left has left. */
export function onRevoked(draft: Draft, at: Address): void {
  const kept = draft.runPolicies.filter((policy) => policy.at !== at);
  if (kept.length === draft.runPolicies.length) {
    draft.refuse(
      isAddress(at) ? at : ROOT,
      'POLICY_UNKNOWN',
      'Nothing is allowed for this run by an approval at this address.',
      'Look at what the run allows now: it may have been revoked already.',
    );
    return;
  }
  draft.runPolicies = kept;
  draft.emit({ address: at, data: {}, kind: 'policy.revoked' });
}

/** Limits are inherited and only shrink (case E5, P8); those of the started plan's own nodes may raise them. */
export function limitsFor(
  draft: Draft,
  frame: Frame,
  limits: { readonly maxSteps?: number | undefined; readonly maxDepth?: number | undefined } | undefined,
): { maxSteps: number; maxDepth: number } {
  const around = dynamicAround(draft, frame)?.dynamic;
  if (!around) {
    const { planSteps, plannerDepth } = draft.start.limits;
    return { maxSteps: limits?.maxSteps ?? planSteps, maxDepth: limits?.maxDepth ?? plannerDepth };
  }
  return {
    maxSteps: Math.min(limits?.maxSteps ?? around.maxSteps, around.maxSteps),
    maxDepth: Math.min(limits?.maxDepth ?? around.maxDepth, around.maxDepth),
  };
}

/** How many planners a frame lies inside: 0 in the plan that was started. */
export function plannerDepthOf(draft: Draft, frame: Frame): number {
  return dynamicAround(draft, frame)?.dynamic?.depth ?? 0;
}

/**
 * The capabilities that an allow-list stands for, never more than the plan around it has (P8, I7). Without a list
 * all of those.
 */
export function resolveTools(
  draft: Draft,
  frame: Frame,
  patterns: readonly string[] | null,
): readonly string[] {
  const around = dynamicAround(draft, frame)?.dynamic?.tools;
  const known = around ?? draft.start.closure.capabilities.map(({ id }) => id);
  if (patterns === null) return known;
  return known.filter((id) => patterns.some((pattern) => allows(pattern, id)));
}

/** I7: whatever a plan of a planner says, it calls nothing that its planner was not allowed. */
export function notAllowed(draft: Draft, ref: NodeRef, capability: string): RunError | null {
  const dynamic = dynamicAround(draft, draft.frame(ref.frame))?.dynamic;
  if (!dynamic || capability === MESSAGE_CAPABILITY.id || dynamic.tools.includes(capability)) return null;
  return {
    code: 'CAPABILITY_NOT_ALLOWED',
    message: `This plan may not call "${capability}".`,
    help: 'Add it to the tools of the planner and of the plan executor.',
  };
}

/** Where a call goes: by the argument that is an address, or by the connection of the model that is asked. */
export function destinationIn(
  { closure }: Pick<RunStarted, 'closure'>,
  { capability, input }: LeafCall,
): Destination {
  if (capability !== MODEL_CAPABILITY) return destinationOf(catalogueOf(closure).get(capability), input);
  const slot = modelOf(closure, modelIn(input))?.connection;
  const host = slot === undefined ? undefined : closure.hosts?.[slot];
  return host === undefined ? 'unknown' : { host };
}

/**
 * Foreign and personal content that a call would take to a host that it did not come from, and that no person has picked
 * for the node that calls (P15).
 */
function takenElsewhere(draft: Draft, ref: NodeRef, call: LeafCall): Origins {
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
export function carriedBy(draft: Draft, ref: NodeRef, { input }: LeafCall): readonly CarriedArgument[] {
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
function isPicked(draft: Draft, ref: NodeRef, call: LeafCall): boolean {
  const frame = draft.frame(ref.frame);
  const isAuthored = frame.plan === null && agentChoosing(draft, frame) === null;
  if (call.capability !== MODEL_CAPABILITY) return isAuthored && isAddressPicked(draft, ref, call);
  if (!isAuthored) return isModelOfPlanner(draft, ref, call);
  // A node that asks models by itself names them, or has those of the workspace.
  return isAskedInside(draft, frame) || originsOfArgument(draft, ref, 'model').length === 0;
}

/** An author has written where it goes, or lets something say it that is not foreign. */
function isAddressPicked(draft: Draft, ref: NodeRef, { capability }: LeafCall): boolean {
  const descriptor = catalogueOf(draft.start.closure).get(capability);
  const parameter = descriptor === undefined ? null : addressParameter(descriptor);
  if (parameter === null) return false;
  const { input } = draft.compiled(ref).node;
  const template = isJsonObject(input) ? own(input, parameter) : undefined;
  if (typeof template === 'string' && hasFixedHost(template)) return true;
  return originsOfArgument(draft, ref, parameter).length === 0;
}

/** A planner was given its models by a person: what they may be told, its steps may tell them. */
function isModelOfPlanner(draft: Draft, ref: NodeRef, { input }: LeafCall): boolean {
  const { closure } = draft.start;
  const plan = dynamicAround(draft, draft.frame(ref.frame))?.dynamic;
  const models = plan ? draft.proposals.get(plan.hash)?.planning.models : undefined;
  const slots = (models ?? [null]).map((model) => modelOf(closure, model)?.connection);
  return slots.includes(modelOf(closure, modelIn(input))?.connection);
}
