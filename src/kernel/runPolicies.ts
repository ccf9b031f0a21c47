import { type Address, isAddress, type Json, ROOT } from '#base';
import type { Draft } from './draft';
import type { NodeRef } from './nodeRef';
import { carriedBy, destinationIn } from './outbound';
import type { RunPolicy } from './runPolicy';
import { originsOfChoice } from './taint';

interface Call {
  readonly capability: string;
  readonly input: Json;
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
export function isAllowedForRun(draft: Draft, ref: NodeRef, call: Call): boolean {
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
