import { type Diagnostic, type JsonObject, own, PersistentMap, ROOT } from '#base';
import { compile } from '#compile';
import { type CapabilityPlan, validateJson } from '#plan';
import { Draft } from '../draft';
import type { RunError, RunStarted } from '../fact';
import { pause } from '../run/gate';
import { openFrame, ROOT_FRAME } from '../scopes/frames';
import { errorOf, type RunState } from '../state';
import { declaredIn, planOf } from '../variables';

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
  assignInput(draft, plan, start.input);
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

function assignInput(draft: Draft, plan: CapabilityPlan, input: JsonObject): void {
  for (const { id, scope, default: fallback } of declaredIn(plan).values()) {
    const given = scope === 'IN' ? own(input, id) : undefined;
    const value = given === undefined ? fallback : given;
    if (value !== undefined) draft.variables = draft.variables.set(id, value);
  }
  if (plan.variables !== 'open') return;
  for (const [id, value] of Object.entries(input)) draft.variables = draft.variables.set(id, value);
}

/** V1: every IN without a default is required, values fit their schemas, and `strict` refuses unknown names. */
function refusedInput(plan: CapabilityPlan, input: JsonObject): RunError | null {
  if (plan.variables === 'open') return null;
  for (const { id, scope, schema, default: fallback } of plan.variables) {
    if (scope !== 'IN') continue;
    const value = own(input, id);
    if (value === undefined && fallback === undefined) return invalid(`The input "${id}" is missing.`);
    const [violation] = value === undefined || !schema ? [] : validateJson(schema, value);
    if (violation) return invalid(`The input "${id}" does not fit its schema: ${violation.message}`);
  }
  if (!plan.strict) return null;
  const declared = declaredIn(plan);
  const unknown = Object.keys(input).find((name) => declared.get(name)?.scope !== 'IN');
  return unknown === undefined ? null : invalid(`The plan has no input "${unknown}".`);
}

function invalid(message: string): RunError {
  return { code: 'INPUT_INVALID', message, help: 'Start the run with the inputs that the plan declares.' };
}
