import { canonicalJson, isJsonObject, type Json, type JsonObject, jsonOf, LIMITS, present } from '#base';
import type { Body, NodeOf, PlanNode, PlannerFlavour, StateMachinePlan } from '#plan';
import type { PlannerState, PlanSoFar, StepSoFar } from '../contracts';
import { ASK_PERSON } from './replyForms';
import { signatureOf } from './tools';

/** The tools that a prompt shows, each by its signature. What is not allowed is never shown (P8). */
export function toolsText({ catalogue }: PlannerState, flavour: PlannerFlavour): string {
  const asks = flavour === 'state-machine' && !catalogue.has(ASK_PERSON.id) ? [ASK_PERSON] : [];
  const tools = [...catalogue.values(), ...asks];
  return tools.length > 0 ? tools.map(signatureOf).join('\n') : '(no tool is allowed)';
}

/** Names that a step's `output` may write. */
export function writableText({ writable }: PlannerState): string {
  return writable.length > 0 ? writable.join(', ') : '(none: leave "output" out)';
}

/** Names that an expression may read. */
export function variablesText({ variables }: PlannerState): string {
  const names = Object.keys(variables);
  return names.length > 0 ? names.join(', ') : '(none)';
}

/**
 * What is at hand, as data that stands between marks (P13, case E6): the kinds of the variables' values, and what is known
 * of documents and tables. No text in it can close the marks.
 *
 * @param memory as it is shown
 */
export function atHandText({ variables }: PlannerState, memory: JsonObject): string {
  const kinds = Object.entries(variables).map(([name, value]): [string, Json] => [name, kindOf(value)]);
  return fenced({ ...(kinds.length === 0 ? {} : { variables: Object.fromEntries(kinds) }), ...memory });
}

/** JSON that holds no `<`, so that it cannot end the `<data>` around it. */
export function fenced(value: Json): string {
  return canonicalJson(value).replaceAll('<', '\\u003c');
}

/** The values themselves may be large, or private: a plan names them and never needs them. */
function kindOf(value: Json): string {
  if (value === null) return 'nothing yet';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value;
}

/**
 * What a model is told of the steps that have run: how each came out, and of the last few what they gave (reference 4
 * keeps five, so that long plans do not fill the prompt).
 */
export function observationsOf({ steps, body }: PlanSoFar): Json {
  const names = new Map(body.nodes.map((node) => [node.id, node.name]));
  const recent = steps.length - LIMITS.observations;
  return steps.map((step, index) => {
    const name = names.get(step.id);
    return {
      id: step.id,
      ...present({ name }),
      status: step.status,
      ...(index < recent ? {} : seen(step)),
    };
  });
}

function seen({ result, error }: StepSoFar): { readonly [field: string]: Json } {
  return {
    ...(result === undefined ? {} : { result: shortened(result) }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
  };
}

function shortened(result: Json): Json {
  const text = typeof result === 'string' ? result : canonicalJson(result);
  const most = LIMITS.observationCharacters;
  return text.length <= most ? result : `${text.slice(0, most)}… (${text.length} characters)`;
}

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
  const head = { id, ...present({ name }) };
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
