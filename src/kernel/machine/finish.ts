import { err, isJsonObject, type Json, type JsonObject, ok, type Result, ROOT } from '#base';
import { type MachineEffect, settleNode } from '#compile';
import { compileTemplate, fill, references, type StateMachinePlan } from '#plan';
import { failNode, succeedNode } from '../completion';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { noteWrites, originsAt } from '../originsOf';
import { failFrame } from '../scopes/ending';
import { applyTurn, ROOT_FRAME } from '../scopes/scope';
import { isVariable, writesIn, writeVariable } from '../variables';
import type { MachineRun } from '../work';
import { endActivities } from './activities';
import { isMade, machineOf, startedMachine, stateAddress } from './machine';

type Done = Extract<MachineEffect, { kind: 'done' }>;

/** Whether a machine is that of the run itself, and no node of a plan. */
export function isOfRun(run: MachineRun): boolean {
  return run.place === ROOT;
}

/**
 * A machine has ended (M3): what goes on in it is cancelled, its outputs are those of its plan, and the answer to the goal
 * that started the run is published. One that ended with the outcome `failed` fails.
 */
export function finish(draft: Draft, ref: NodeRef, effect: Done): void {
  const run = machineOf(draft, ref);
  const { state, outcome } = effect;
  endActivities(draft, ref, () => true);
  draft.emit({ address: stateAddress(run, state), data: { outcome, state }, kind: 'machine.done' });
  const outputs = outputsOf(draft, ref, run, effect.output);
  if (!outputs.ok) {
    failMachine(draft, ref, outputs.problem);
    return;
  }
  const result = effect.output ?? outputs.value;
  // An error that nothing handled is no terminal state: whoever asked hears of a failure (M2).
  if (isOfRun(run) && (state !== null || outcome === 'completed')) answerGoal(draft, result);
  if (outcome === 'failed') failMachine(draft, ref, errorOf(state, effect.output));
  else if (isOfRun(run)) completeWith(draft, ref, outputs.value);
  else {
    const value = isMade(draft, ref) ? transferOutputs(draft, ref, run, outputs.value) : outputs.value;
    succeedNode(draft, ref, { ports: ['out'], result: value });
  }
}

/**
 * R13: a dynamic plan writes the variables of the plan around it. What a machine that a planner made gives under one of their
 * names (M5) is written there when it has come to its end; a step of a graph writes them as it goes.
 *
 * @returns its value: what was called last in it, as in any scope (R21), with its outputs over that
 */
function transferOutputs(draft: Draft, ref: NodeRef, { last = null }: MachineRun, outputs: JsonObject): Json {
  const frame = draft.frame(ref.frame);
  const { address } = draft.active(ref);
  for (const [name, value] of writesIn(outputs)) {
    if (!isVariable(draft, frame, name)) continue;
    noteWrites(draft, ref, [name], originsAt(draft, ref));
    writeVariable(draft, draft.frame(ref.frame), address, name, value);
  }
  if (Object.keys(outputs).length === 0) return last;
  return isJsonObject(last) ? { ...last, ...outputs } : outputs;
}

/** An error that nothing in the machine handled, or that the machine itself has met (R8). */
export function failMachine(draft: Draft, ref: NodeRef, error: RunError): void {
  if (isOfRun(machineOf(draft, ref))) failFrame(draft, ROOT_FRAME, error);
  else failNode(draft, ref, error);
}

function completeWith(draft: Draft, ref: NodeRef, outputs: JsonObject): void {
  draft.release(ref);
  const { scope, position } = draft.frame(ROOT_FRAME);
  draft.change(ROOT_FRAME).value = outputs;
  // The scope comes to rest, and ends when nothing goes on in its background (L2).
  applyTurn(draft, ROOT_FRAME, settleNode(scope, position, ref.node, ['out']));
}

function answerGoal(draft: Draft, result: Json): void {
  const { goal, runId } = draft.start;
  if (goal?.response === undefined) return;
  const { response: event, correlationId } = goal;
  const data = { plan_id: runId, result };
  draft.emit({
    address: ROOT,
    data: { data, event, ...(correlationId === undefined ? {} : { correlationId }) },
    kind: 'event.published',
  });
}

/** A final state may say itself what went wrong, by its output. */
function errorOf(state: string | null, output: Json): RunError {
  const said = isJsonObject(output) ? output : {};
  return {
    code: typeof said.code === 'string' ? said.code : 'OUTCOME_FAILED',
    message:
      typeof said.message === 'string'
        ? said.message
        : `The machine ended in "${state ?? ''}", which is a failure.`,
    help:
      state === null
        ? 'Mend what failed, or give the state a transition for its failure ("onError").'
        : 'Look at the transitions that led there.',
  };
}

/**
 * The outputs of a machine (V1): its result mapping over variables, `results` and `goal_data`, without one every assigned
 * OUT; the keys of an object that its final state gives take the place of those of the same name, as an END's do (R15).
 */
function outputsOf(draft: Draft, ref: NodeRef, run: MachineRun, output: Json): Result<JsonObject, RunError> {
  const { plan } = startedMachine(draft, ref);
  const { standing, assigned } = run;
  const replaced = isJsonObject(output) ? output : {};
  const outputs: Record<string, Json> = {};
  if (plan.result === undefined) {
    for (const { id, scope } of plan.variables) {
      if (scope === 'OUT' && assigned.includes(id)) outputs[id] = standing.variables.get(id) ?? null;
    }
    return ok({ ...outputs, ...replaced });
  }
  for (const [name, template] of Object.entries(plan.result)) {
    if (Object.hasOwn(replaced, name)) continue;
    const value = filled(plan, run, template, draft.has('handles'));
    if (!value.ok) return value;
    outputs[name] = value.value;
  }
  return ok({ ...outputs, ...replaced });
}

function filled(
  plan: StateMachinePlan,
  run: MachineRun,
  template: Json,
  handles: boolean,
): Result<Json, RunError> {
  const compiled = compileTemplate(template);
  if (!compiled.ok) {
    return err({ code: 'EXPRESSION_ERROR', message: compiled.problem[0]?.message ?? 'It cannot be read.' });
  }
  const named = references(compiled.value).variables;
  const missing = plan.variables.find(
    ({ id, scope }) => scope === 'OUT' && named.has(id) && !run.assigned.includes(id),
  );
  if (missing !== undefined) {
    return err({
      code: 'OUTPUT_MISSING',
      message: `The output "${missing.id}" was never assigned.`,
      help: `Let the machine assign "${missing.id}" on every way, or take it out of the plan's result.`,
    });
  }
  const { standing } = run;
  const scope = new Map<string, Json>(
    plan.variables.map(({ id }) => [id, standing.variables.get(id) ?? null]),
  );
  scope.set('results', standing.results);
  scope.set('goal_data', standing.goalData);
  const value = fill(compiled.value, scope, handles);
  return value.ok ? value : err({ code: value.problem.code, message: value.problem.message });
}
