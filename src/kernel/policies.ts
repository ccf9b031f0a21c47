import type { Json } from '#base';
import { type Effect, MESSAGE_CAPABILITY, MODEL_CAPABILITY, mayChange, type Ruling, rulingOf } from '#plan';
import { type Closure, catalogueOf } from './closure';
import type { Draft } from './draft';
import type { RunError } from './fact';
import type { Frame } from './frame';
import type { NodeRef } from './nodeRef';
import { destinationIn, takenElsewhere } from './outbound';
import { isAllowedForRun } from './runPolicies';
import { agentChoosing, originsOfChoice } from './taint';

interface Call {
  readonly capability: string;
  readonly input: Json;
}

/**
 * What the policies say to a call that is about to leave (P13). A simulation calls nothing, so nothing is ruled in it.
 *
 * @param frame where the node stands that calls: in a plan of a planner, or as an agent's choice, it is planned
 */
export function rulingOn(draft: Draft, frame: Frame, { capability, input }: Call): Ruling {
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
