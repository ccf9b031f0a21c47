import { isJsonObject, type Json, type JsonObject, LIMITS } from '#base';
import { capabilityAsked, flavourOf, type NodeOf } from '#plan';
import { baseAddress, beginLeaf, startTimeout } from '../activation';
import { modelsOf } from '../closure';
import { failNode } from '../completion';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { askFirst } from '../planning/plannerCalls';
import type { Planning, PlanRequest } from '../planning/planning';
import { limitsFor, plannerDepthOf, resolveTools } from '../rights';
import type { Frame } from '../state';
import { fillTextIn, resolveInput } from '../values';
import { dynamicAround, readVariable } from '../variables';
import type { Behaviour } from './behaviour';

/** PLANNER: one node record; each model call is a command of its own (K2, P5). It writes the plan, and runs nothing. */
export const planner: Behaviour<'PLANNER'> = {
  callsItself: () => true,
  start: (draft, ref, node, attempt) => {
    const frame = draft.frame(ref.frame);
    const input = resolveInput(draft, frame, node);
    const goal = fillTextIn(draft, frame, node.params?.goal ?? '');
    const given = input.ok ? input.value : undefined;
    beginLeaf(draft, ref, attempt, { kind: 'calling' }, given);
    const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
    const refused = forbidden(draft, frame, node, plannerDepthOf(draft, frame));
    if (refused !== null) return fail(refused);
    if (!goal.ok) return fail(goal.problem);
    if (!input.ok) return fail(input.problem);
    const request = requestOf(draft, frame, node, goal.value, given);
    askFirst(draft, ref, planningOf(draft, ref, node, request));
    startTimeout(draft, ref);
  },
};

function forbidden(draft: Draft, frame: Frame, node: NodeOf<'PLANNER'>, depth: number): RunError | null {
  if (draft.start.closure.policies.some((policy) => policy.dynamicPlans === 'off')) {
    return {
      code: 'DYNAMIC_PLANS_OFF',
      message: 'The policies of this workspace allow no dynamic plans.',
      help: 'Change the policy "dynamicPlans", or take the planner out.',
    };
  }
  const asked = capabilityAsked(node);
  const allowed = dynamicAround(draft, frame)?.dynamic?.tools;
  if (asked !== null && allowed !== undefined && !allowed.includes(asked)) {
    return {
      code: 'CAPABILITY_NOT_ALLOWED',
      message: `This plan may not ask "${asked}" for a plan.`,
      help: 'Add it to the tools of the planner and of the plan executor.',
    };
  }
  const { maxDepth } = limitsFor(draft, frame, node.params?.limits);
  if (depth + 1 <= maxDepth) return null;
  return {
    code: 'PLANNER_DEPTH',
    message: `Planners are nested too deeply: depth ${depth + 1} > ${maxDepth}.`,
    help: 'Raise the limit on the outermost planner, or let the plan do with fewer planners inside each other.',
  };
}

function requestOf(
  draft: Draft,
  frame: Frame,
  node: NodeOf<'PLANNER'>,
  goal: string,
  input: Json | undefined,
): PlanRequest {
  const {
    prompt = null,
    memory = {},
    tools,
    limits,
    planInputVariable,
    parser,
    subtreeCreator,
  } = node.params ?? {};
  return {
    node: node.id,
    goal,
    prompt,
    memory: withInput(memory, input),
    tools: resolveTools(draft, frame, tools ?? null),
    limits: limitsFor(draft, frame, limits),
    depth: plannerDepthOf(draft, frame),
    text: planInputVariable === undefined ? null : textIn(draft, frame, planInputVariable),
    ...(parser === undefined ? {} : { parser }),
    ...(subtreeCreator === undefined ? {} : { subtreeCreator }),
  };
}

function withInput(memory: JsonObject, input: Json | undefined): JsonObject {
  return isJsonObject(input) ? { ...memory, ...input } : memory;
}

/** Interpret only: the text is there already (L1). */
function textIn(draft: Draft, frame: Frame, variable: string): string {
  const value = readVariable(draft, frame, variable) ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value).slice(0, LIMITS.plannerReplyBytes);
}

function planningOf(draft: Draft, ref: NodeRef, node: NodeOf<'PLANNER'>, request: PlanRequest): Planning {
  const params = node.params ?? {};
  const { models } = draft.start.closure;
  return {
    base: baseAddress(draft, ref),
    request,
    flavour: flavourOf(node, models.length > 0),
    use: typeof params.planner === 'object' ? params.planner.use : null,
    models: modelsOf(draft.start.closure, params),
    model: 0,
    repairs: 0,
    maxRepairs: params.repairRetries ?? 1,
    fallback: false,
    repair: null,
    tried: [],
    replied: false,
    help: null,
    again: null,
    planVariable: params.planVariable ?? 'dynamicPlan',
    resultVariable: params.resultVariable ?? null,
  };
}
