import { isJsonObject, type Json, type JsonObject } from '#base';
import type { NodeOf, Plan } from '#plan';
import { compiledPlan } from '../closure';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import { PLAN_GUARDS_FRAME } from '../features';
import type { Frame } from '../frame';
import { beginMachine } from '../machine/dispatch';
import { compiledMachine, planOfMachine } from '../machine/machine';
import { beginContainer, beginLeaf, failNode, startTimeout } from '../node';
import { assignedBy, refusedInput } from '../planInterface';
import { executorAt } from '../planning/checkPlan';
import { plansAround } from '../scopes/background';
import { openFrame, orderOf } from '../scopes/scope';
import { leavePlanGuards } from '../scopes/unwinding';
import { notCompiled } from '../state';
import { planOf, resolveInput, visibleVariables } from '../variables';
import type { Behaviour, Start } from './behaviour';

/**
 * SUB_PLAN: runs another plan of the closure, of either kind, with variables of its own; its input is judged by the
 * contract of that plan (V1), its result are the plan's outputs (R21).
 */
export const subPlan: Behaviour<'SUB_PLAN'> = {
  start: (draft, ref, node, attempt) => {
    if (ref.frame === PLAN_GUARDS_FRAME) return leavePlanGuards(draft);
    const frame = draft.frame(ref.frame);
    const plan = planOfMachine(draft, ref);
    if (draft.start.simulated && plan?.kind !== 'capability') return startScripted(draft, ref, node, attempt);
    const input = resolveInput(draft, frame, node);
    const isMade = plan !== undefined && frame.dynamic?.machine === plan;
    const shown = isMade ? goalDataOf(draft, frame) : input.ok ? input.value : undefined;
    const address = beginContainer(draft, ref, attempt, { kind: 'calling' }, shown);
    const fail = (error: RunError, final: boolean): void => failNode(draft, ref, error, { final });
    if (plan === undefined) return fail(unknownPlan(node.params.plan), true);
    if (!input.ok) return fail(input.problem, true);
    const given = shown ?? {};
    if (!isJsonObject(given)) return fail(notAnObject(node.id), false);
    const refused = refusedInput(draft.start, plan, isMade ? assignable(plan, given) : given);
    if (refused !== null) return fail(refused, false);
    const tooDeep = tooManyInstances(draft, frame, node);
    if (tooDeep !== null) return fail(tooDeep, true);
    if (plan.kind === 'state-machine') {
      const machine = compiledMachine(plan);
      if (!machine.ok) return fail(notCompiled(machine.problem), true);
      startTimeout(draft, ref);
      beginMachine(draft, ref, plan, given, address);
      return;
    }
    const compiled = compiledPlan(plan);
    if (!compiled.ok) return fail(notCompiled(compiled.problem), true);
    draft.setWork(ref, { kind: 'inside', frame: address });
    startTimeout(draft, ref);
    openFrame(draft, {
      kind: 'instance',
      id: address,
      address,
      scope: compiled.value.scope,
      parent: ref,
      order: orderOf(draft, ref),
      instance: { plan: plan.id, variables: assignedBy(plan, given) },
    });
  },
};

/** V1: what a machine that a planner made declares as its input; around it there is more, which it did not ask for. */
function assignable(plan: Plan, given: JsonObject): JsonObject {
  const variables = plan.variables === 'open' ? [] : plan.variables;
  const named = variables.filter(({ id, scope }) => scope === 'IN' && given[id] != null);
  return Object.fromEntries(named.map(({ id }) => [id, given[id] ?? null]));
}

/** H4: a simulation answers a plan that is not there, a state machine, as one leaf. */
const startScripted: Start<'SUB_PLAN'> = (draft, ref, node, attempt) => {
  const input = resolveInput(draft, draft.frame(ref.frame), node);
  const address = beginLeaf(draft, ref, attempt, { kind: 'calling' }, input.ok ? input.value : undefined);
  if (!input.ok) return failNode(draft, ref, input.problem, { final: true });
  draft.issue(ref, {
    address,
    capability: node.params.plan,
    effect: 'unknown',
    idempotent: false,
    input: input.value ?? {},
    kind: 'call',
  });
  startTimeout(draft, ref);
};

/** L9: `maxDepth` is the greatest number of instances of the plan that may be nested, the outermost included. */
function tooManyInstances(draft: Draft, frame: Frame, { params }: NodeOf<'SUB_PLAN'>): RunError | null {
  const { plan, maxDepth } = params;
  if (maxDepth === undefined) return null;
  const around = [...plansAround(draft, frame), planOf(draft).id];
  const instances = around.filter((id) => id === plan).length;
  if (instances < maxDepth) return null;
  return {
    code: 'DEPTH_LIMIT',
    message: `${instances} instances of the plan "${plan}" are inside each other: one more is too many.`,
    help: 'Raise "maxDepth", or let the plan end its recursion sooner.',
  };
}

function unknownPlan(id: string): RunError {
  return {
    code: 'PLAN_UNKNOWN',
    message: `This run knows no plan "${id}".`,
    help: 'Let it name a plan of the workspace that the run was started with.',
  };
}

function notAnObject(id: string): RunError {
  return {
    code: 'INPUT_INVALID',
    message: `The input of "${id}" is no object.`,
    help: 'Give the inputs of its plan by their names.',
  };
}

/**
 * What a machine that a planner made is started by (M3, M5): the planner's goal as `goal`, and the variables of the plan
 * around it that hold a value, but for the plans among them: it came from one of those.
 */
function goalDataOf(draft: Draft, frame: Frame): JsonObject {
  const { dynamic, parent } = frame;
  const goal = dynamic === null ? undefined : draft.proposals.get(dynamic.hash)?.planning.request.goal;
  const read = parent === null ? undefined : executorAt(draft, parent)?.params?.planVariable;
  const plans = new Set([read ?? 'dynamicPlan']);
  for (const [, { planning }] of draft.proposals) plans.add(planning.planVariable);
  const data: Record<string, Json> = {};
  for (const [name, value] of Object.entries(visibleVariables(draft, frame))) {
    if (value !== null && !plans.has(name) && !name.startsWith('__')) data[name] = value;
  }
  return goal === undefined ? data : { ...data, goal };
}
