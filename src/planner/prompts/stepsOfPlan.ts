import { isJsonObject, type Json, type JsonObject, jsonOf } from '#base';
import type { Body, NodeOf, PlanNode, StateMachinePlan } from '#plan';

/**
 * A plan in the form in which models are asked for plans, so that one can copy what shall stay: steps with what they follow.
 * A machine, and a plan that is more than calls and an end, stay as they are, which every planner may reply as well (P4).
 *
 * @param without the plan that it goes on with: its steps are left out, since they are not asked for again
 */
export function stepsOfPlan(plan: Body | StateMachinePlan, without?: Body): Json {
  if ('states' in plan) return jsonOf(plan);
  const { nodes, edges } = plan;
  const there = new Set(without?.nodes.map(({ id }) => id));
  const steps: JsonObject[] = [];
  for (const node of nodes.filter(({ id, type }) => !there.has(id) && type !== 'NOTE')) {
    const step = stepOf(node);
    if (step === null || edges.some(({ from, port }) => from === node.id && port !== 'out'))
      return jsonOf({ nodes, edges });
    steps.push({ ...step, dependsOn: edges.filter(({ to }) => to === node.id).map(({ from }) => from) });
  }
  return { steps };
}

/** A plan of goals (P14) as reference 4 writes it; null where it has a step that works towards none. */
export function goalsOfPlan({ nodes }: Body): Json | null {
  const goals = nodes.flatMap((node) => (node.type === 'AGENT' ? [goalOf(node)] : []));
  return goals.length === nodes.length ? goals : null;
}

function goalOf({ id, params: { goal, tools, successCriteria } }: NodeOf<'AGENT'>): Json {
  return jsonOf({ id, goal, primary_tools: tools, success_criteria: successCriteria });
}

/** Whether a plan is shown as the graph that it is, because steps cannot say it. */
export function isGraph(shown: Json): boolean {
  return isJsonObject(shown) && Array.isArray(shown.nodes);
}

/** The same of a state machine, which no steps can say. */
export function isMachine(shown: Json): boolean {
  return isJsonObject(shown) && Array.isArray(shown.states);
}

/** A call, or the end of the plan; null where a step cannot say all that the node says. */
function stepOf(node: PlanNode): JsonObject | null {
  if (node.type !== 'CAPABILITY' && node.type !== 'END') return null;
  if (Object.keys(node).some((field) => !FIELDS.has(field))) return null;
  const { id, name, input = {}, output } = node;
  const head = { id, ...(name === undefined ? {} : { name }) };
  if (node.type === 'CAPABILITY') {
    const { capability, ...others } = node.params;
    if (Object.keys(others).length > 0) return null;
    return jsonOf({ ...head, type: 'tool', toolId: capability, input, output });
  }
  const { result, ...others } = node.params ?? {};
  return Object.keys(others).length > 0 ? null : jsonOf({ ...head, type: 'finish', result });
}

/** What a step says, and where a node came from. */
const FIELDS: ReadonlySet<string> = new Set(['id', 'type', 'name', 'params', 'input', 'output', 'source']);
