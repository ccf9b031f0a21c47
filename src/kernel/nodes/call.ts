import {
  type Address,
  canonicalJson,
  type Diagnostic,
  filled,
  type Hash,
  hashText,
  isJsonObject,
  type Json,
  ok,
  problem,
  type Result,
  withCall,
} from '#base';
import { MODEL_CAPABILITY } from '#plan';
import { catalogueOf } from '../closure';
import type { AskingCall, CallCommand } from '../command';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef, ResolvedInput } from '../frame';
import { beginLeaf, failNode, startTimeout } from '../node';
import {
  allowForRun,
  carriedBy,
  forbidden,
  hostOf,
  maySend,
  notAllowed,
  policyFor,
  rulingOnNode,
} from '../policies';
import type { LeafCall } from '../ports';
import { noteForeign, originsOfChoice } from '../taint';

const ONCE = [
  { id: 'approve', label: 'Approve once' },
  { id: 'reject', label: 'Reject' },
] as const;

const FOR_RUN = { id: 'run', label: 'Always for this run' } as const;

/**
 * A node calls a capability. The call passes these places, in this order, and the first that has something to say decides:
 *
 * 1. rights: what the plan around the node may call at all (P8, I7)
 * 2. record and pins: what is answered without the outside does not leave, so nobody rules over it (K8, D10)
 * 3. policies: what the workspace says to it, and what a person has allowed for the rest of the run (P13, K15)
 * 4. taint: foreign content that has chosen it, or that it would take elsewhere, asks whatever policies allow (P15)
 * 5. approval: the node waits until a person has decided (K15)
 *
 * Before it the node was let in (`admission.ts`), with its budget; after it the host holds it back where a connection, a file or a
 * permission is missing (K13).
 *
 * @param mayAsk whether a person can be asked: not where a container waits for more than this call
 * @returns why it may not leave; null where it has left, or waits
 */
export function issueCall(
  draft: Draft,
  ref: NodeRef,
  address: Address,
  capability: string,
  input: Json,
  mayAsk = true,
): RunError | null {
  const refused = notAllowed(draft, ref, capability);
  if (refused !== null) return refused;
  const descriptor = catalogueOf(draft.start.closure).get(capability);
  const call = {
    address,
    capability,
    effect: descriptor?.effect ?? 'unknown',
    idempotent: descriptor?.idempotent ?? false,
    input,
    kind: 'call',
  } as const;
  const ruling = draft.isAnswered(ref, call) ? null : rulingOnNode(draft, ref, call);
  if (ruling !== null && !maySend(ruling, mayAsk)) return forbidden(ruling, capability);
  if (ruling?.verdict === 'ask') askFor(draft, ref, call);
  else sendCall(draft, ref, call);
  return null;
}

/**
 * Starts an attempt that is one call of the node's own (K2). It fails where the call has no value, or may not leave.
 *
 * @param input what the entry of the attempt says that the node was given
 */
export function startCall(
  draft: Draft,
  ref: NodeRef,
  attempt: number,
  call: Result<LeafCall, RunError>,
  input: ResolvedInput['input'] = call.ok ? ok(call.value.input) : call,
): void {
  const address = beginLeaf(draft, ref, attempt, { kind: 'calling' }, input.ok ? input.value : undefined);
  const refused = call.ok
    ? issueCall(draft, ref, address, call.value.capability, call.value.input)
    : call.problem;
  if (refused === null) startTimeout(draft, ref);
  else failNode(draft, ref, refused, { final: true });
}

/** The call of a capability with this input, or why that has no value. */
export function callWith(input: ResolvedInput['input'], capability: string): Result<LeafCall, RunError> {
  return input.ok ? ok({ capability, input: input.value ?? {} }) : input;
}

/** The call waits at `<attempt>!approve` until a person has decided (K15). */
function askFor(draft: Draft, ref: NodeRef, call: CallCommand): void {
  const { address } = draft.active(ref);
  const message = `Call “${titleOf(draft, call)}”? It may change something outside.`;
  draft.setWork(ref, { kind: 'permitting', call });
  draft.emit({ address, data: { for: 'approval', message }, kind: 'node.waiting' });
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
function askingCall(draft: Draft, ref: NodeRef, call: CallCommand): AskingCall {
  const { capability, effect, input } = call;
  const origins = originsOfChoice(draft, draft.frame(ref.frame));
  const host = draft.has('origins') ? hostOf(draft, call) : null;
  const carries = carriedBy(draft, ref, call);
  return {
    capability,
    effect,
    input,
    hash: hashOf(draft, call),
    ...filled({ origins, host: host ?? undefined, carries }),
  };
}

function titleOf({ start }: Draft, { capability }: CallCommand): string {
  return start.closure.capabilities.find(({ id }) => id === capability)?.title ?? capability;
}

/** T7: an approval holds for this run, attempt, capability and these arguments. */
function hashOf({ start }: Draft, { address, capability, input }: CallCommand): Hash {
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
  draft.admit(ref, { kind: 'permitted' });
  return null;
}

/** What a person has agreed to leaves. */
export function sendPermitted(draft: Draft, ref: NodeRef): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'permitting') return;
  draft.setWork(ref, { kind: 'calling' });
  sendCall(draft, ref, work.call);
}

/**
 * A call leaves. What comes of it is foreign (P15), unless all that it knows is its input; models and pure tools are such, and pass
 * on what that is made of.
 */
function sendCall(draft: Draft, ref: NodeRef, call: CallCommand): void {
  const { capability, effect } = call;
  if (effect !== 'pure' && capability !== MODEL_CAPABILITY) noteForeign(draft, ref, hostOf(draft, call));
  draft.issue(ref, call);
}

function refused({ capability }: CallCommand, reason: Json | undefined): RunError {
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
