import {
  canonicalJson,
  type Diagnostic,
  type Hash,
  hashText,
  isJsonObject,
  type Json,
  problem,
  withCall,
} from '#base';
import { MODEL_CAPABILITY } from '#plan';
import { mayGo, verdictOn } from '../budget';
import type { AskingCall, Command } from '../command';
import { failNode } from '../completion';
import { type Draft, gateAllows } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';

import { allowForRun, carriedBy, hostOf, policyFor } from '../policies';

import { noteForeign, originsOfChoice } from '../taint';

type Call = Extract<Command, { kind: 'call' }>;

const ONCE = [
  { id: 'approve', label: 'Approve once' },
  { id: 'reject', label: 'Reject' },
] as const;

const FOR_RUN = { id: 'run', label: 'Always for this run' } as const;

/** The call waits at `<attempt>!approve` until a person has decided (K15). */
export function askFor(draft: Draft, ref: NodeRef, call: Call): void {
  const active = draft.active(ref);
  const message = `Call “${titleOf(draft, call)}”? It may change something outside.`;
  draft.setActive(ref, { ...active, work: { kind: 'permitting', call } });
  draft.emit({ address: active.address, data: { for: 'approval', message }, kind: 'node.waiting' });
  draft.issue(ref, {
    address: withCall(call.address, 'approve'),
    decisions: policyFor(draft, ref, call) === null ? ONCE : [...ONCE, FOR_RUN],
    for: 'approval',
    kind: 'wait',
    message,
    schema: null,
    call: askingCall(draft, ref, call),
  });
}

/** What is asked about: the call, and what a person has to know of it. */
function askingCall(draft: Draft, ref: NodeRef, call: Call): AskingCall {
  const { capability, effect, input } = call;
  const origins = originsOfChoice(draft, draft.frame(ref.frame));
  const host = draft.has('origins') ? hostOf(draft, call) : null;
  const carries = carriedBy(draft, ref, call);
  return {
    capability,
    effect,
    input,
    hash: hashOf(draft, call),
    ...(origins.length > 0 && { origins }),
    ...(host !== null && { host }),
    ...(carries.length > 0 && { carries }),
  };
}

function titleOf({ start }: Draft, { capability }: Call): string {
  return start.closure.capabilities.find(({ id }) => id === capability)?.title ?? capability;
}

/** T7: an approval holds for this run, attempt, capability and these arguments. */
function hashOf({ start }: Draft, { address, capability, input }: Call): Hash {
  return hashText(canonicalJson([start.runId, address, capability, input]));
}

/**
 * A person has decided about a call.
 *
 * @returns why the answer is none, or null when it was taken
 */
export function onDecision(draft: Draft, ref: NodeRef, value: Json): Diagnostic | null {
  const { work } = draft.active(ref);
  if (work.kind !== 'permitting' || !isJsonObject(value)) return notADecision();
  const { decision, hash, reason } = value;
  if (decision !== 'approve' && decision !== 'reject' && decision !== 'run') return notADecision();
  if (hash !== hashOf(draft, work.call)) return anotherCall();
  const policy = decision === 'run' ? policyFor(draft, ref, work.call) : null;
  if (decision === 'run' && policy === null) return notForRun(draft);
  const at = withCall(work.call.address, 'approve');
  draft.answered(at);
  if (policy !== null) allowForRun(draft, { at, ...policy });
  if (decision === 'reject') {
    failNode(draft, ref, refused(work.call, reason), { final: true });
    return null;
  }
  draft.emit({ address: draft.active(ref).address, data: {}, kind: 'node.continued' });
  sendPermitted(draft, ref);
  return null;
}

/** The call leaves, when the run goes on (R19) and its budget allows it (K10). */
export function sendPermitted(draft: Draft, ref: NodeRef): void {
  const active = draft.active(ref);
  const { work } = active;
  if (work.kind !== 'permitting') return;
  if (!gateAllows(draft, ref) || !mayGo(draft, verdictOn(draft, ref))) {
    draft.held = [...draft.held, { frame: ref.frame, node: ref.node, what: { kind: 'permitted' } }];
    return;
  }
  draft.setActive(ref, { ...active, work: { kind: 'calling' } });
  sendCall(draft, ref, work.call);
}

/**
 * A call leaves. What comes of it is foreign (P15), unless all that it knows is its input; models and pure tools are such, and pass
 * on what that is made of.
 */
export function sendCall(draft: Draft, ref: NodeRef, call: Call): void {
  const { capability, effect } = call;
  if (effect !== 'pure' && capability !== MODEL_CAPABILITY) noteForeign(draft, ref, hostOf(draft, call));
  draft.issue(ref, call);
}

function refused({ capability }: Call, reason: Json | undefined): RunError {
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '.';
  return {
    code: 'CALL_REFUSED',
    message: `A person refused the call of "${capability}"${because}`,
    help: 'Let the agent do without it, or approve the call when it asks again.',
  };
}

function notADecision(): Diagnostic {
  return problem(
    'DECISION_UNKNOWN',
    'The answer is none of approve, reject and run.',
    'Answer with {"decision": "approve", "hash": …}, "reject" or "run", and the hash of the call.',
  );
}

/** P15: what was foreign in this call may be something else in the next. */
function notForRun(draft: Draft): Diagnostic {
  if (!draft.has('runPolicies')) return notADecision();
  return problem(
    'APPROVAL_ONCE_ONLY',
    'This call comes from text from outside, or nobody can tell where it goes, so it cannot be allowed for the whole run.',
    'Approve it once, or reject it.',
  );
}

function anotherCall(): Diagnostic {
  return problem(
    'APPROVAL_STALE',
    'The answer is about another call than the one that waits.',
    'Look at the call as it is now, and answer with its hash.',
  );
}
