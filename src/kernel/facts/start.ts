import { type Diagnostic, ok, type Result, ROOT } from '#base';
import type { Plan } from '#plan';
import { compiledPlan } from '../closure';
import type { Draft } from '../draft';
import { type Fact, type RunError, recordIn } from '../fact';
import { pause } from '../gate';
import { beginMachineOfRun } from '../machine/dispatch';
import { compiledMachine } from '../machine/machine';
import { assignedBy, refusedInput } from '../planInterface';
import { openPlan } from '../scopes/unwinding';
import { errorOf } from '../state';
import { planOf } from '../variables';

type DependencyEnded = Extract<Fact, { type: 'dependency.ended' }>;

/** The first fact (K5): the input contract is judged (V1), the plan compiled, its scope opened. */
export function onStart(draft: Draft): void {
  const { start } = draft;
  const plan = planOf(draft);
  draft.emit({ address: ROOT, data: { planHash: start.planHash, planId: plan.id }, kind: 'run.started' });
  const opening = openingOf(draft, plan);
  if (!opening.ok) {
    draft.failRun(firstError(opening.problem));
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
  if (draft.start.paused && !draft.forking) pause(draft, 'step');
  open();
}

const WHAT_BECAME = {
  failed: 'has failed',
  cancelled: 'has been cancelled',
  missing: 'is not there any more',
} as const;

/** M4: a run that depends on others begins when all of them have completed, and fails when one of them does not. */
export function onDependency(draft: Draft, { runId, status }: DependencyEnded): void {
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

function firstError([first]: readonly Diagnostic[]): RunError {
  return first ? errorOf(first) : { code: 'PLAN_INVALID', message: 'The plan cannot be compiled.' };
}
