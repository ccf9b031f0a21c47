import { type Diagnostic, PersistentMap, ROOT } from '#base';
import { compile } from '#compile';
import { Draft } from '../draft';
import type { RunError, RunStarted } from '../fact';
import { pause } from '../run/gate';
import { assignedBy, refusedInput } from '../run/input';
import { openFrame, ROOT_FRAME } from '../scopes/frames';
import { errorOf, type RunState } from '../state';
import { planOf } from '../variables';

/** The state before the first fact has had its effect. */
function blank(start: RunStarted): RunState {
  return {
    start,
    phase: 'going',
    gate: { kind: 'open' },
    frames: PersistentMap.empty(),
    commands: PersistentMap.empty(),
    waits: PersistentMap.empty(),
    variables: PersistentMap.empty(),
    signals: [],
    mutexes: [],
    ready: [],
    held: [],
    due: [],
    uncertain: 0,
    serial: 0,
    calls: 0,
    plannerCalls: PersistentMap.empty(),
    spent: { tokens: 0, microUnits: 0 },
    budget: start.budget,
    dynamicSteps: 0,
    proposals: PersistentMap.empty(),
    outputs: {},
    error: null,
  };
}

/** The first fact (K5): the input contract is judged (V1), the plan compiled, its scope opened. */
export function onStart(start: RunStarted): Draft {
  const draft = new Draft(blank(start));
  const plan = planOf(draft);
  draft.emit({ address: ROOT, data: { planHash: start.planHash, planId: plan.id }, kind: 'run.started' });
  const compiled = compile(plan, start.planHash);
  if (!compiled.ok) {
    draft.failRun(firstError(compiled.problem));
    return draft;
  }
  const refused = refusedInput(plan, start.input);
  if (refused !== null) {
    draft.failRun(refused);
    return draft;
  }
  draft.variables = assignedBy(plan, start.input);
  draft.forking = start.reuse !== undefined;
  if (start.paused && !draft.forking) pause(draft, 'step');
  openFrame(draft, {
    id: ROOT_FRAME,
    address: ROOT,
    scope: compiled.value.scope,
    parent: null,
    order: [],
    layered: false,
    dynamic: null,
  });
  return draft;
}

function firstError([first]: readonly Diagnostic[]): RunError {
  return first ? errorOf(first) : { code: 'PLAN_INVALID', message: 'The plan cannot be compiled.' };
}
