import { type Diagnostic, isJsonObject, type Json, type JsonObject } from '#base';
import {
  type Body,
  type CapabilityPlan,
  type Plan,
  readBody,
  readJson,
  readPlan,
  type Workspace,
} from '#plan';
import { jsonOf, type NodeLine, parseLines } from './lines';

/**
 * A capability plan as a short text, one thing a line; indentation puts nodes into the container above; those of a
 * TRY_CATCH stand below lines `try: BODY`, `catch: BODY` and `finally: BODY`.
 *
 *     plan(`
 *       in question            out answer             var score = 3
 *       look: CAPABILITY echo {input: {text: "{{ question }}"}, output: {answer: "result.text"}}
 *       gate: IF score > 2
 *       both: GROUP ASYNC {merge: COLLECT}
 *         a: CAPABILITY echo
 *         b: CAPABILITY echo
 *       look -> gate
 *       gate.then -> both
 *       look.error -> both
 *       result {answer: "{{ answer }}"}
 *     `)
 *
 * After the type comes the parameter that matters most (capability, condition, mode, planner, planVariable,
 * template, expression, message, markdown, ends), then an object: keys that every node may have (`input`,
 * `output`, `retry`, …) go to the node, all others to its parameters. The object may leave out quotes. SWITCH
 * takes `cases: {id: when}`, HUMAN_INPUT `decisions: [id, …]`, LLM_DECISION `choices: [id, …]`, EVENT_WAIT `events: {id: signal}` or
 * `{id: {event, when}}`. `open` alone on a line opens the variables.
 *
 * @throws Error with the diagnostics when the text is no valid plan
 */
export function plan(text: string, id = 'main'): CapabilityPlan {
  return capabilityPlan(valid(readPlan(planJson(text, id))));
}

/** The same as raw JSON, for documents that are wrong on purpose. */
export function planJson(text: string, id = 'main'): JsonObject {
  const { variables, result, nodes, edges } = parseLines(text);
  return {
    id,
    kind: 'capability',
    variables,
    ...(result === null ? {} : { result }),
    nodes: nodes.map(nodeJson),
    edges,
  };
}

/** Nodes and edges alone: what a planner proposes. */
export function body(text: string): Body {
  const { nodes, edges } = parseLines(text);
  return valid(readBody({ nodes: nodes.map(nodeJson), edges }));
}

/** A workspace that holds these plans, and whatever else is given. */
export function workspace(plans: readonly Plan[] | string, rest: JsonObject = {}): Workspace {
  const list = typeof plans === 'string' ? [plan(plans)] : plans;
  const outcome = readJson({
    format: 'planloom/workspace',
    version: 1,
    id: 'test',
    plans: list as readonly Json[],
    ...rest,
  });
  if (outcome.kind !== 'document') throw new Error(explain(outcome.diagnostics));
  return outcome.workspace;
}

/** The codes of diagnostics, with the node that each names: what tests compare. */
export function codesOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, where }) => (where.node === undefined ? code : `${code} ${where.node}`));
}

function capabilityPlan(read: Plan): CapabilityPlan {
  if (read.kind !== 'capability') throw new Error('not a capability plan');
  return read;
}

function valid<Value>(
  result: { ok: true; value: Value } | { ok: false; problem: readonly Diagnostic[] },
): Value {
  if (!result.ok) throw new Error(explain(result.problem));
  return result.value;
}

export function explain(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((one) => `${one.code} ${JSON.stringify(one.where)}: ${one.message}`).join('\n');
}

/** Parameter that follows the type on its line. */
const MAIN: Readonly<Record<string, string>> = {
  CAPABILITY: 'capability',
  GROUP: 'mode',
  ITERATOR: 'items',
  IF: 'condition',
  PLANNER: 'planner',
  PLAN_EXECUTOR: 'planVariable',
  TRANSFORM: 'expression',
  FILL_TEMPLATE: 'template',
  HUMAN_INPUT: 'message',
  LLM_DECISION: 'question',
  TOOL_ROUTER: 'by',
  EVALUATION: 'evaluator',
  REFLECTION: 'goal',
  AGENT: 'goal',
  NOTE: 'markdown',
  END: 'ends',
  JOIN: 'need',
  SUB_PLAN: 'plan',
};

const NODE_KEYS = new Set(
  'name input output timeoutMs retry onError features disabled mutex cancelOn background source'.split(' '),
);

/** Their `timeoutMs` is a parameter of the wait (L9). */
const WAITS = new Set(['HUMAN_INPUT', 'EVENT_WAIT']);

function nodeJson(line: NodeLine): JsonObject {
  const fields: Record<string, Json> = {};
  const params: Record<string, Json> = {};
  const main = MAIN[line.type];
  if (line.main !== '' && main !== undefined) params[main] = line.main;
  for (const [key, value] of Object.entries(jsonOf(line.rest))) {
    const isParam = !NODE_KEYS.has(key) || (WAITS.has(line.type) && key === 'timeoutMs');
    if (isParam) params[key] = longForm(line.type, key, value);
    else fields[key] = value;
  }
  if (line.type === 'HUMAN_INPUT') params.timeoutMs ??= null;
  if (line.type === 'HUMAN_INPUT') params.message ??= 'Well?';
  const inside = insideOf(line);
  const withParams = Object.keys(params).length > 0 || line.type === 'DELAY' ? { params } : {};
  return { id: line.id, type: line.type, ...withParams, ...fields, ...inside };
}

const CONTAINERS = new Set(['GROUP', 'ITERATOR', 'LOOP', 'RETRY']);

/** What a container holds; a TRY_CATCH in lines `try: BODY`, `catch: BODY` and `finally: BODY`. */
function insideOf(line: NodeLine): JsonObject {
  if (CONTAINERS.has(line.type)) return { body: bodyJson(line) };
  if (line.type !== 'TRY_CATCH') return {};
  return Object.fromEntries(line.nodes.map((part) => [part.id, bodyJson(part)]));
}

function bodyJson({ nodes, edges }: NodeLine): JsonObject {
  return { nodes: nodes.map(nodeJson), edges };
}

function longForm(type: string, key: string, value: Json): Json {
  if (isJsonObject(value) && type === 'SWITCH' && key === 'cases') {
    return Object.entries(value).map(([id, when]) => ({ id, when }));
  }
  if (isJsonObject(value) && type === 'EVENT_WAIT' && key === 'events') {
    return Object.entries(value).map(([id, event]) =>
      isJsonObject(event) ? { id, ...event } : { id, event },
    );
  }
  if (type === 'HUMAN_INPUT' && key === 'decisions' && Array.isArray(value)) {
    return value.map((id) => (typeof id === 'string' ? { id, label: id } : id));
  }
  if (key === 'choices' && Array.isArray(value)) {
    return value.map((id) => (typeof id === 'string' ? { id } : id));
  }
  return value;
}
