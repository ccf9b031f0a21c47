import { type Diagnostic, type Json, ok, type Result, ROOT } from '#base';
import type { Plan } from '#plan';
import { beginNode, passedMutex, passGuards, release, verdictOnHeld } from '../admission';
import { mayGo, verdictOn } from '../budget';
import { compiledPlan } from '../closure';
import { type Draft, opensScope } from '../draft';
import { type Budget, type FactOf, type OutsideReason, recordIn, type StepMode } from '../fact';
import { PLAN_GUARDS_FRAME } from '../features';
import type { NodeRef } from '../frame';
import { beginMachineOfRun, resumeMachines } from '../machine/dispatch';
import { compiledMachine } from '../machine/machine';
import { assignedBy, refusedInput } from '../planInterface';
import { cancelFrame, ROOT_FRAME } from '../scopes/scope';
import { openPlan } from '../scopes/unwinding';
import { notCompiled } from '../state';
import { planOf } from '../variables';
import { fireTimer } from './answers';

/** No node starts and no command leaves from now on (R19). To pause again for the same reason is nothing new. */
export function onPaused(draft: Draft, reason: OutsideReason): void {
  const { gate } = draft;
  if (gate.kind === 'closed' && gate.reason === reason) return;
  draft.pause(reason);
}

/**
 * The gate opens (R19); what waited behind it leaves when the run is drained.
 *
 * @param input for a machine whose plan is paused (M4)
 */
export function onResumed(draft: Draft, input: Json = null): void {
  if (draft.gate.kind === 'open') {
    draft.refuse(ROOT, 'NOT_PAUSED', 'The run is not paused.', 'Pause it first.');
    return;
  }
  draft.gate = { kind: 'open' };
  draft.emit({ address: ROOT, data: {}, kind: 'run.resumed' });
  resumeMachines(draft, input);
}

/** K10: a raised budget resumes a run that paused because it was used up. */
export function onBudget(draft: Draft, budget: Budget): void {
  draft.budget = { ...draft.budget, ...budget };
  if (draft.gate.kind !== 'closed' || draft.gate.reason !== 'budget') return;
  draft.gate = { kind: 'open' };
  draft.emit({ address: ROOT, data: { budget: draft.budget }, kind: 'run.resumed' });
}

/** R17: everything in one step; facts that come later are late. */
export function onCancelled(draft: Draft, reason: string | undefined): void {
  cancelFrame(draft, PLAN_GUARDS_FRAME);
  cancelFrame(draft, ROOT_FRAME);
  draft.emit({ address: ROOT, data: reason === undefined ? {} : { reason }, kind: 'run.cancelled' });
  draft.end('cancelled');
}

/**
 * D1. `into` starts exactly the first ready node; `over` lets all that is inside it run as well; `out` lets the scope
 * around it run until it closes. Then the run is paused again.
 */
export function onStepped(draft: Draft, mode: StepMode): void {
  const held = draft.held[0];
  const next = held ?? passedMutex(draft)[0] ?? draft.ready.peek();
  if (draft.gate.kind === 'open' || (next === undefined && draft.due.length === 0) || draft.uncertain > 0) {
    refuseStep(draft);
    return;
  }
  const verdict = next === undefined ? 'go' : held ? verdictOnHeld(draft, held) : verdictOn(draft, next);
  if (verdict === 'wait') {
    refuseStep(draft);
    return;
  }
  if (!mayGo(draft, verdict)) return;
  draft.emit({ address: ROOT, data: {}, kind: 'run.resumed' });
  if (next === undefined) fireFirst(draft);
  else if (mode === 'out') draft.gate = { kind: 'inside', frame: next.frame, node: null };
  else if (mode === 'over' && isContainer(draft, next)) {
    draft.gate = { kind: 'inside', frame: next.frame, node: next.node };
    if (!held) goAhead(draft, next);
  } else {
    draft.gate = { kind: 'closed', reason: 'step' };
    if (held) release(draft, held);
    else goAhead(draft, next);
    if (draft.phase === 'going') draft.pause('step');
  }
}

function goAhead(draft: Draft, next: NodeRef): void {
  if (passedMutex(draft)[0] === next) passGuards(draft, next);
  else {
    draft.ready.pop();
    beginNode(draft, next);
  }
}

function fireFirst(draft: Draft): void {
  const [address, ...rest] = draft.due;
  draft.due = rest;
  if (address !== undefined) fireTimer(draft, address);
  if (draft.phase === 'going') draft.pause('step');
}

function isContainer(draft: Draft, ref: NodeRef): boolean {
  const { node } = draft.compiled(ref);
  return opensScope(node) || node.type === 'PLANNER';
}

function refuseStep(draft: Draft): void {
  const open = draft.gate.kind === 'open';
  draft.refuse(
    ROOT,
    open ? 'NOT_PAUSED' : 'NOTHING_READY',
    open ? 'A run that is not paused cannot be stepped.' : 'No node is ready to start.',
    open ? 'Pause it first.' : 'Wait for what is in flight, answer what waits, or resume the run.',
  );
}

/** The first fact (K5): the input contract is judged (V1), the plan compiled, its scope opened. */
export function onStart(draft: Draft): void {
  const { start } = draft;
  const plan = planOf(draft);
  draft.emit({ address: ROOT, data: { planHash: start.planHash, planId: plan.id }, kind: 'run.started' });
  const opening = openingOf(draft, plan);
  if (!opening.ok) {
    draft.failRun(notCompiled(opening.problem));
    return;
  }
  const refused = refusedInput(start, plan, start.input);
  if (refused !== null) {
    draft.failRun(refused);
    return;
  }
  draft.variables = assignedBy(plan, start.input);
  draft.forking = recordIn(start) !== null;
  if (draft.pendingOn.length > 0) {
    draft.emit({ address: ROOT, data: { on: draft.pendingOn }, kind: 'run.pending' });
    return;
  }
  begin(draft, opening.value);
}

function begin(draft: Draft, open: () => void): void {
  if (draft.start.paused && !draft.forking) draft.pause('step');
  open();
}

const WHAT_BECAME = {
  failed: 'has failed',
  cancelled: 'has been cancelled',
  missing: 'is not there any more',
} as const;

/** M4: a run that depends on others begins when all of them have completed, and fails when one of them does not. */
export function onDependency(draft: Draft, { runId, status }: FactOf<'dependency.ended'>): void {
  if (!draft.pendingOn.includes(runId)) {
    draft.late(ROOT, 'dependency.ended');
    return;
  }
  draft.pendingOn = draft.pendingOn.filter((id) => id !== runId);
  if (status !== 'completed') {
    draft.failRun({
      code: 'DEPENDENCY_FAILED',
      message: `The run "${runId}", which this one depends on, ${WHAT_BECAME[status]}.`,
      help: 'Run that one again, and then this one.',
    });
    return;
  }
  if (draft.pendingOn.length > 0) {
    draft.emit({ address: ROOT, data: { on: draft.pendingOn }, kind: 'run.pending' });
    return;
  }
  const opening = openingOf(draft, planOf(draft));
  if (!opening.ok) return;
  draft.emit({ address: ROOT, data: {}, kind: 'run.begun' });
  // What a person has paused meanwhile stays paused (R19).
  begin(draft, opening.value);
}

/** What a run of a plan of that kind begins with. */
function openingOf(draft: Draft, plan: Plan): Result<() => void, readonly Diagnostic[]> {
  if (plan.kind === 'state-machine') {
    const machine = compiledMachine(plan);
    return machine.ok ? ok(() => beginMachineOfRun(draft, plan)) : machine;
  }
  const compiled = compiledPlan(plan, draft.start.planHash);
  return compiled.ok ? ok(() => openPlan(draft, plan)) : compiled;
}
