import { type Diagnostic, err, isJsonObject, type Json, ok, problem, type Result, withCall } from '#base';
import { allStates, machineDraftOf, readBody, readMachine } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { scopeOpenIn } from '../state';
import { checkPlan } from './checkPlan';
import { giveUp } from './giveUp';
import { openPlan } from './openPlan';
import { ask } from './plannerCalls';
import { anew } from './planning';
import { type ReadPlan, readPlan } from './readPlan';

const DECISIONS = [
  { id: 'approve', label: 'Approve' },
  { id: 'reject', label: 'Reject' },
  { id: 'another', label: 'Ask for another' },
] as const;

/** Waits for a person at `<executor>!approve` (L10). */
export function askForApproval(draft: Draft, ref: NodeRef, plan: ReadPlan, tools: readonly string[]): void {
  const active = draft.active(ref);
  const message = questionFor(draft, ref, plan);
  const frame = scopeOpenIn(active.work);
  draft.setActive(ref, { ...active, work: { frame, kind: 'approving', plan, tools } });
  draft.emit({ address: active.address, data: { for: 'approval', message }, kind: 'node.waiting' });
  draft.issue(ref, {
    address: withCall(active.address, 'approve'),
    decisions: DECISIONS,
    for: 'approval',
    kind: 'wait',
    message,
    schema: null,
  });
}

function questionFor(draft: Draft, ref: NodeRef, { body, machine }: ReadPlan): string {
  if (machine !== undefined) {
    const states = [...allStates(machine.states)].length;
    return `Approve this state machine of ${states} ${states === 1 ? 'state' : 'states'}?`;
  }
  const inside = scopeOpenIn(draft.active(ref).work);
  const before = inside === null ? 0 : (draft.frame(inside).dynamic?.body.nodes.length ?? 0);
  const steps = body.nodes.length - before;
  const more = before === 0 ? '' : 'more ';
  return `Approve this plan of ${steps} ${more}${steps === 1 ? 'step' : 'steps'}?`;
}

/**
 * A person has decided about a plan (L10). An edited plan passes the same check; a refusal leaves the node waiting.
 *
 * @returns why the answer is none, or null when it was taken
 */
export function onApproval(draft: Draft, ref: NodeRef, value: Json): Diagnostic | null {
  const { work, address } = draft.active(ref);
  if (work.kind !== 'approving' || !isJsonObject(value)) return notADecision();
  const wait = withCall(address, 'approve');
  if (value.decision === 'reject') {
    draft.answered(wait);
    giveUp(draft, ref, draft.proposals.get(work.plan.hash)?.planning ?? null, rejected(value.reason));
    return null;
  }
  if (value.decision === 'another') return askAnother(draft, ref, work.plan);
  if (value.decision !== 'approve') return notADecision();
  const plan = value.plan === undefined ? ok(work.plan) : editedPlan(draft, ref, value.plan, work.tools);
  if (!plan.ok) return plan.problem[0] ?? notADecision();
  const proposal = draft.proposals.get(work.plan.hash);
  // Its planner is asked again about a plan that a person has edited as about its own.
  if (proposal !== undefined) draft.proposals = draft.proposals.set(plan.value.hash, proposal);
  draft.answered(wait);
  openPlan(draft, ref, plan.value, work.tools);
  return null;
}

function editedPlan(
  draft: Draft,
  ref: NodeRef,
  plan: Json,
  tools: readonly string[],
): Result<ReadPlan, readonly Diagnostic[]> {
  const problems = problemsOf(plan);
  const read = readPlan(plan);
  if (problems.length > 0 || read === null) return err(problems);
  const errors = checkPlan(draft, ref, read, tools).filter(({ severity }) => severity === 'error');
  return errors.length > 0 ? err(errors) : ok(read);
}

/** What keeps an edited value from being a machine, or, of any other, a graph in our own form. */
function problemsOf(plan: Json): readonly Diagnostic[] {
  const draft = machineDraftOf(plan, new Map());
  const read = draft === null ? readBody(plan) : readMachine(draft.plan);
  return [...(draft?.problems ?? []), ...(read.ok ? [] : read.problem)];
}

/** The PLANNER that made the plan is asked again; its calls go on counting (K11). */
function askAnother(draft: Draft, ref: NodeRef, plan: ReadPlan): Diagnostic | null {
  const proposal = draft.proposals.get(plan.hash);
  if (proposal === undefined) {
    return problem(
      'NO_PLANNER',
      'No planner of this run made this plan, so there is none to ask for another.',
      'Approve it, perhaps edited, or reject it.',
    );
  }
  draft.answered(withCall(draft.active(ref).address, 'approve'));
  ask(draft, ref, anew(proposal.planning));
  return null;
}

function notADecision(): Diagnostic {
  return problem(
    'DECISION_UNKNOWN',
    'The answer is none of approve, reject and another.',
    'Answer with {"decision": "approve"}, "reject" or "another".',
  );
}

function rejected(reason: Json | undefined): RunError {
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '.';
  return {
    code: 'REJECTED',
    message: `A person rejected the plan${because}`,
    help: 'Ask for another plan, or change the goal.',
  };
}
