import { err, isJsonObject, type Json, ok, type Result } from '#base';
import { isSingle, MODEL_CAPABILITY, type NodeOf, type PlanNode } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import type { Frame } from '../state';
import { fillTemplate, fillTextIn, holds, resolveInput } from '../values';
import { modelsFor, requestOf } from './consult';
import { scoreQuestion } from './wording';

/** What a leaf would call now, with its input resolved. */
export interface LeafCall {
  readonly capability: string;
  readonly input: Json;
}

type Found = Result<LeafCall, RunError>;

/** The one call of a node that is a leaf (K2), as it would leave now; null for a node that makes none, or several. */
export function leafCall(draft: Draft, ref: NodeRef, node: PlanNode): Found | null {
  const frame = draft.frame(ref.frame);
  switch (node.type) {
    case 'CAPABILITY':
      return withInput(resolveInput(draft, frame, node), node.params.capability);
    case 'TOOL_ROUTER':
      return node.params.by === 'model' ? null : firstRoute(draft, frame, node);
    case 'AGENT':
      return isSingle(node) ? firstTool(draft, frame, node) : null;
    case 'EVALUATION':
      return isCalling(node) ? judging(draft, ref, frame, node) : null;
    default:
      return null;
  }
}

/** Whether an EVALUATION asks somebody: rules and schemas are computed. */
export function isCalling({ params }: NodeOf<'EVALUATION'>): boolean {
  return params.evaluator === 'model' || params.evaluator === 'capability';
}

/** The routes that may be taken now, in their order: those without a condition, and those whose condition holds. */
export function openRoutes(
  draft: Draft,
  frame: Frame,
  { params }: NodeOf<'TOOL_ROUTER'>,
): Result<NodeOf<'TOOL_ROUTER'>['params']['routes'], RunError> {
  const open: NodeOf<'TOOL_ROUTER'>['params']['routes'] = [];
  for (const route of params.routes) {
    const held = route.when === undefined ? ok(true) : holds(draft, frame, route.when);
    if (!held.ok) return held;
    if (!held.value) continue;
    open.push(route);
    // By rule the first decides: what comes after it is not even looked at.
    if (params.by !== 'model') break;
  }
  return open.length > 0 ? ok(open) : err(NO_ROUTE);
}

const NO_ROUTE: RunError = {
  code: 'NO_ROUTE',
  message: 'No condition of its routes holds.',
  help: 'Add a last route without a condition, or let the node handle its error.',
};

/** What a route calls: with the input of its own, else with that of the node. */
export function callOfRoute(draft: Draft, frame: Frame, node: NodeOf<'TOOL_ROUTER'>, id: string): Found {
  const route = node.params.routes.find((one) => one.id === id);
  if (route === undefined) return err(NO_ROUTE);
  const input =
    route.input === undefined ? resolveInput(draft, frame, node) : fillTemplate(draft, frame, route.input);
  return withInput(input, route.capability);
}

function firstRoute(draft: Draft, frame: Frame, node: NodeOf<'TOOL_ROUTER'>): Found {
  const open = openRoutes(draft, frame, node);
  return open.ok ? callOfRoute(draft, frame, node, open.value[0]?.id ?? '') : open;
}

/** P14: the first tool, given the goal as its query, beside the input that the author wrote. */
function firstTool(draft: Draft, frame: Frame, node: NodeOf<'AGENT'>): Found {
  const [capability = ''] = node.params.tools ?? [];
  const input = resolveInput(draft, frame, node);
  if (!input.ok) return input;
  const goal = fillTextIn(draft, frame, node.params.goal);
  if (!goal.ok) return goal;
  const given = input.value ?? {};
  return ok({ capability, input: isJsonObject(given) ? { query: goal.value, ...given } : given });
}

function judging(draft: Draft, ref: NodeRef, frame: Frame, node: NodeOf<'EVALUATION'>): Found {
  const input = resolveInput(draft, frame, node);
  if (!input.ok) return input;
  const { evaluator, capability = '', question = '' } = node.params;
  if (evaluator === 'capability') return withInput(input, capability);
  const asked = fillTextIn(draft, frame, question);
  if (!asked.ok) return asked;
  const [model = null] = modelsFor(draft, ref);
  const request = requestOf(scoreQuestion(asked.value, input.value ?? null), model);
  return ok({ capability: MODEL_CAPABILITY, input: request });
}

function withInput(input: Result<Json | undefined, RunError>, capability: string): Found {
  return input.ok ? ok({ capability, input: input.value ?? {} }) : input;
}
