import {
  type Diagnostic,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  own,
  plainText,
  problem,
  warning,
} from '#base';
import type { CapabilityPlan, Edge, PlanNode } from '#plan';
import type { Exporter } from '../common/contract';
import { objectAt } from '../common/fields';

/** Writes a plan as planners do (reference 3): `{planId, steps}` where it is a chain, else `{planId, nodes, edges}`. */
export const exportPlannerPlan: Exporter = (plan) => {
  if (plan.kind !== 'capability') return err(notAPlan(plan.id));
  const leftOut: Diagnostic[] = [];
  const nodes = plan.nodes.filter(({ type }) => type !== 'START' && type !== 'NOTE');
  const steps = nodes.flatMap((node) => {
    const step = stepOf(node, plan.id, leftOut);
    return step === null ? [] : [{ node, step }];
  });
  const ids = new Map(steps.map(({ node, step }) => [node.id, plainText(step.id)]));
  const edges = edgesAmong(plan, ids, leftOut);
  if (plan.variables !== 'open' && plan.variables.length > 0)
    leftOut.push(left(plan.id, undefined, '/variables', 'A planner’s plan declares no variables.'));
  if (plan.result !== undefined)
    leftOut.push(
      left(
        plan.id,
        undefined,
        '/result',
        'A planner’s plan gives what its finish gives: it has no result of its own.',
      ),
    );
  const kept = objectAt(plan.source, 'planner-plan') ?? {};
  const { form, ...rest } = kept;
  return ok({
    value: fileOf(
      plan,
      steps.map(({ step }) => step),
      edges,
      textOf(form),
      rest,
    ),
    leftOut,
  });
};

function fileOf(
  plan: CapabilityPlan,
  steps: readonly JsonObject[],
  edges: readonly (readonly [from: string, to: string])[],
  form: string,
  rest: JsonObject,
): Json {
  const [only] = steps;
  if (form === 'step' && steps.length === 1 && only !== undefined) return only;
  const chain =
    edges.length === Math.max(0, steps.length - 1) &&
    edges.every(([from, to], index) => from === steps[index]?.id && to === steps[index + 1]?.id);
  if (form === 'list' && chain) return [...steps];
  if (chain && form !== 'nodes')
    return { ...(form === '' ? { planId: plan.id } : {}), ...rest, steps: [...steps] };
  const after: Record<string, string[]> = {};
  for (const [from, to] of edges) after[from] = [...(after[from] ?? []), to];
  return {
    ...(form === '' ? { planId: plan.id } : {}),
    ...rest,
    nodes: Object.fromEntries(steps.map((step) => [plainText(step.id), step])),
    edges: after,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function edgesAmong(
  plan: CapabilityPlan,
  ids: ReadonlyMap<string, string>,
  leftOut: Diagnostic[],
): readonly (readonly [string, string])[] {
  return plan.edges.flatMap((edge: Edge) => {
    const from = ids.get(edge.from);
    const to = ids.get(edge.to);
    if (from === undefined || to === undefined) return [];
    if (edge.port !== 'out') {
      leftOut.push(
        left(
          plan.id,
          edge.from,
          '/edges',
          `Steps follow each other by success alone: the port "${edge.port}" is left out.`,
        ),
      );
      return [];
    }
    return [[from, to] as const];
  });
}

function stepOf(node: PlanNode, plan: string, leftOut: Diagnostic[]): JsonObject | null {
  const kept = objectAt(node.source, 'planner-plan') ?? {};
  const { id: original, ...rest } = kept;
  const said = typeof original === 'string' || typeof original === 'number' ? original : node.id;
  const what = contentOf(node);
  if (what === null) {
    leftOut.push(
      left(plan, node.id, '/type', `A planner’s plan has no ${node.type}: "${node.id}" is left out.`),
    );
    return null;
  }
  const common = ['timeoutMs', 'retry', 'onError', 'output'] as const;
  const ours = Object.fromEntries(
    common.flatMap((field) => (node[field] === undefined ? [] : [[field, node[field]]])),
  ) as JsonObject;
  for (const field of ['features', 'disabled', 'mutex', 'cancelOn', 'background'] as const)
    if (node[field] !== undefined)
      leftOut.push(left(plan, node.id, `/${field}`, `A step has no "${field}".`));
  return {
    id: plainText(said),
    ...what,
    ...(node.name === undefined ? {} : { displayName: node.name }),
    ...ours,
    ...rest,
  };
}

/** The four kinds of steps (P4); null where a node is none of them. */
function contentOf(node: PlanNode): JsonObject | null {
  switch (node.type) {
    case 'CAPABILITY': {
      const input = node.input === undefined ? {} : { input: node.input };
      const text =
        isJsonObject(node.input) && Object.keys(node.input).length === 1
          ? own(node.input, 'text')
          : undefined;
      if (node.params.capability === 'text.say' && typeof text === 'string')
        return { type: 'message', input: text };
      return { type: 'tool', toolId: node.params.capability, ...input };
    }
    case 'END':
      if ((node.params?.ends ?? 'scope') !== 'scope') return null;
      return { type: 'finish', ...(node.params?.result === undefined ? {} : { input: node.params.result }) };
    case 'TRANSFORM':
      return node.params.expression === 'null'
        ? { type: 'internal' }
        : { type: 'internal', expression: node.params.expression };
    default:
      return null;
  }
}

function left(plan: string, node: string | undefined, field: string, message: string): Diagnostic {
  return warning('LEFT_OUT', message, 'It stays in the workspace; the file is written without it.', {
    plan,
    ...(node === undefined ? {} : { node }),
    field,
  });
}

function notAPlan(plan: string): Diagnostic {
  return problem(
    'FORMAT_UNFIT',
    `"${plan}" is a state machine, and a planner’s plan is steps.`,
    'Choose a capability plan.',
    { plan },
  );
}
