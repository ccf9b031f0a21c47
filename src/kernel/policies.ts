import { type Address, isAddress, type Json, ROOT } from '#base';
import {
  allows,
  type Effect,
  MESSAGE_CAPABILITY,
  MODEL_CAPABILITY,
  mayChange,
  type Ruling,
  rulingOf,
} from '#plan';
import { type Closure, catalogueOf } from './closure';
import type { Draft } from './draft';
import type { RunError, RunPolicy } from './fact';
import type { Frame, NodeRef } from './frame';
import { carriedBy, destinationIn, takenElsewhere } from './outbound';
import { agentChoosing, originsOfChoice } from './taint';
import { dynamicAround } from './variables';

interface Call {
  readonly capability: string;
  readonly input: Json;
}

/**
 * What the policies say to a call that is about to leave (P13). A simulation calls nothing, so nothing is ruled in it.
 *
 * @param frame where the node stands that calls: in a plan of a planner, or as an agent's choice, it is planned
 */
function rulingOn(draft: Draft, frame: Frame, { capability, input }: Call): Ruling {
  if (draft.start.simulated === true || !draft.has('policies')) return ALLOWED;
  const { closure } = draft.start;
  const effect = effectOf(closure, capability);
  const isPlanned = frame.plan !== null || agentChoosing(draft, frame) !== null;
  const destination = destinationIn(draft.start, { capability, input });
  const ruling = rulingOf(closure.policies, { capability, effect, input, destination, isPlanned }) ?? ALLOWED;
  return ruling.verdict === 'allow' && mayChange(effect) && originsOfChoice(draft, frame).length > 0
    ? TAINTED
    : ruling;
}

/**
 * The same of a call that a node makes, before which a person can be asked: also about what it takes where it was not meant to
 * go (P15), and not where a person has allowed it for this run (K15).
 */
export function rulingOnNode(draft: Draft, ref: NodeRef, call: Call): Ruling {
  const ruling = rulingOn(draft, draft.frame(ref.frame), call);
  if (ruling.verdict === 'ask' && isAllowedForRun(draft, ref, call)) return ALLOWED;
  const isSimulated = draft.start.simulated === true;
  if (ruling.verdict !== 'allow' || isSimulated) return ruling;
  return takenElsewhere(draft, ref, call).length > 0 ? TAINTED : ruling;
}

/** The host that a call goes to; null where it goes to none, or that cannot be told. */
export function hostOf(draft: Draft, call: Call): string | null {
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
export function forbiddenUnasked(draft: Draft, frame: Frame, call: Call): RunError | null {
  const ruling = rulingOn(draft, frame, call);
  return maySend(ruling) ? null : forbidden(ruling, call.capability);
}

/**
 * What a policy of this run would say about calls like this one; null where none may: what is made of foreign text, or was chosen by whoever had
 * read some, asks each time (P15), and so does what goes nobody knows where.
 */
export function policyFor(draft: Draft, ref: NodeRef, call: Call): Omit<RunPolicy, 'at'> | null {
  if (!draft.has('runPolicies')) return null;
  const destination = destinationIn(draft.start, call);
  const isForeign =
    originsOfChoice(draft, draft.frame(ref.frame)).length > 0 || carriedBy(draft, ref, call).length > 0;
  if (destination === 'unknown' || isForeign) return null;
  const { capability } = call;
  return destination === 'nowhere' ? { capability } : { capability, host: destination.host };
}

/** Whether a person has allowed such calls for this run. */
function isAllowedForRun(draft: Draft, ref: NodeRef, call: Call): boolean {
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
