import { isJsonObject, isVariableName, type Json, type JsonObject, own, present } from '#base';
import { compileExpression, placesOfSteps } from './expressions/expression';
import { jsonataReadsOf } from './expressions/jsonata';
import { isReservedName } from './expressions/references';
import { withHoles } from './expressions/template';
import { withText } from './gestures/node';
import { allNodes, type PlacedNode, withBodies } from './graph/bodies';
import { fieldsOf, namesIn } from './graph/fieldsOf';
import { allStates, mapStates } from './graph/states';
import { type Body, NODE_TYPES, type PlanNode } from './nodes/node';
import { machineSubject, machineTexts } from './rules/machine/machineSubject';
import { localsByContainer } from './rules/rule';
import { expressionsIn, type LanguageText, readText, textsOf } from './rules/texts';
import type { CapabilityPlan, Plan } from './schema/plan';
import type { StateMachinePlan } from './schema/stateMachine';

/** Where a plan was made, and what it is to be called now. */
export interface Origin {
  /** The id of the plan that it becomes. */
  readonly id: string;
  readonly name: string;
  readonly runId: string;
  /** Of the executor that ran it. */
  readonly address: string;
  /** What the run gave to it by name: variables of the plan around it, and the `goal` of its planner. */
  readonly values: JsonObject;
  /** What its leaf steps inherited from the executor (L9). */
  readonly inherits?: Pick<PlanNode, 'timeoutMs' | 'retry'>;
}

/**
 * P11: a dynamic plan as a plan of the workspace, which remembers its run (`source.run`).
 *
 * @example apply(workspace, { edit: 'add-plan', plan: promote(opened.machine ?? opened.plan, origin) })
 */
export function promote(made: Body | StateMachinePlan, origin: Origin): Plan {
  return 'kind' in made ? promoteMachine(made, origin) : promoteBody(made, origin);
}

/** The output that a plan has whose last step writes to none. */
const RESULT = 'result';

/**
 * Steps of a dynamic plan as a plan of its own: what a step gave is read from a variable, because only dynamic plans know
 * `steps`; what is read of the plan around it is an input, what is written there an output.
 */
function promoteBody(body: Body, origin: Origin): CapabilityPlan {
  const made = [...allNodes(body)];
  const steps = new Set(made.flatMap(({ node }) => textsOf(node).flatMap(stepsReadIn)));
  const results = resultNames([...steps], origin);
  const last = lastOf(body);
  const nodes = withResults(body.nodes, results).map((node) => settled(node, last, origin));
  const all = [...allNodes({ nodes, edges: body.edges })];
  // Not what a node declares itself.
  const writes = new Set(all.flatMap(({ node }) => namesIn(fieldsOf(node), 'writes')));
  const internal = new Set(results.values());
  const reads = Object.keys(origin.values).filter((name) => isRead(name, all) && !writes.has(name));
  const outputs = [...writes].filter((name) => !internal.has(name));
  return {
    id: origin.id,
    kind: 'capability',
    name: origin.name,
    variables: [
      ...reads.map((id) => inputOf(id, origin)),
      ...[...internal].map((id) => ({ id, scope: 'INTERNAL' as const })),
      ...outputs.map((id) => ({ id, scope: 'OUT' as const })),
    ],
    nodes,
    edges: [...body.edges],
    source: sourceOf(origin),
  };
}

/** A variable for each step that is read. */
function resultNames(steps: readonly string[], { values }: Origin): ReadonlyMap<string, string> {
  const taken = new Set([...Object.keys(values), RESULT]);
  return new Map(
    steps.map((id) => {
      const base = `${id.replace(/\W/g, '_')}_result`.slice(-56).replace(/^[^A-Za-z]+/, '');
      let name = base;
      for (let number = 2; taken.has(name) || !isVariableName(name); number++) name = `${base}_${number}`;
      taken.add(name);
      return [id, name] as const;
    }),
  );
}

/** Whether any text reads a variable, or a parameter names it; what a loop calls its item is another one inside it. */
function isRead(name: string, nodes: readonly PlacedNode[]): boolean {
  const locals = localsByContainer(nodes);
  return nodes.some(({ node, path }) => {
    if (path.some((container) => locals.get(container)?.includes(name))) return false;
    return nodeReads(node, name);
  });
}

/** Wherever a step lies that is read, it writes what it gives; wherever it is read, its variable stands. */
function withResults(nodes: PlanNode[], results: ReadonlyMap<string, string>): PlanNode[] {
  if (results.size === 0) return nodes;
  return nodes.map((node) => {
    const inside = withBodies(node, (body) => ({ ...body, nodes: withResults(body.nodes, results) }));
    const next = withText(inside, (text) => withSteps(text, (step) => results.get(step)));
    const name = results.get(node.id);
    return name === undefined ? next : { ...next, output: { ...next.output, [name]: 'result' } };
  });
}

/** A step of the plan itself: with what it inherits, and with the output of the plan where it is the last. */
function settled(node: PlanNode, last: string | null, origin: Origin): PlanNode {
  const inherited = NODE_TYPES[node.type].leaf ? { ...origin.inherits, ...node } : node;
  const isAnswer = last === node.id && Object.keys(node.output ?? {}).length === 0;
  return isAnswer ? { ...inherited, output: { [RESULT]: 'result' } } : inherited;
}

/** The value of a dynamic plan is that of its last step (R21): of one that ends in several nobody knows which. */
function lastOf({ nodes, edges }: Body): string | null {
  const followed = new Set(edges.map(({ from }) => from));
  const [last, ...others] = nodes.filter(({ id, type }) => type !== 'NOTE' && !followed.has(id));
  return last === undefined || others.length > 0 || last.type === 'END' ? null : last.id;
}

const GOAL_DATA = /\bgoal_data\.([A-Za-z_]\w*)/g;

/** A machine that was made reads what was around it from `goal_data`, which is its input from now on (M3). */
function promoteMachine(made: StateMachinePlan, origin: Origin): StateMachinePlan {
  const declared = new Set(made.variables.map(({ id }) => id));
  const sources = expressionsOfMachine(made);
  const read = new Set(
    sources.flatMap((source) => [...source.matchAll(GOAL_DATA)].flatMap(([, id]) => id ?? [])),
  );
  const inputs = [...read].filter((id) => !declared.has(id) && isVariableName(id) && !isReservedName(id));
  return {
    ...made,
    id: origin.id,
    name: origin.name,
    variables: [...made.variables, ...inputs.map((id) => inputOf(id, origin))],
    source: { ...made.source, ...sourceOf(origin) },
  };
}

/** Kept in the plan, so that its run is found again. */
function sourceOf({ runId, address }: Origin): JsonObject {
  return { run: { runId, address } };
}

/** An input that has what the run gave as its default. */
function inputOf(id: string, { values }: Origin): { id: string; scope: 'IN'; default?: Json } {
  const value = own(values, id);
  return { id, scope: 'IN', ...present({ default: value }) };
}

/** A value that stands in a plan and could be an input of it. */
export interface Literal {
  /** Id of the node or state in whose input it stands, and its key there. */
  readonly at: string;
  readonly key: string;
  readonly value: Json;
  /** The input that it would be. */
  readonly variable: string;
}

/** P11: texts, numbers and yes or no that steps and states call with, in document order, each with a free name. */
export function literalsOf(plan: Plan): readonly Literal[] {
  const taken = new Set(plan.variables === 'open' ? [] : plan.variables.map(({ id }) => id));
  return inputsOf(plan).flatMap(({ at, input }) =>
    Object.entries(input).flatMap(([key, value]) => {
      if (!isLiteral(value)) return [];
      const variable = freeName(key, at, taken);
      taken.add(variable);
      return [{ at, key, value, variable }];
    }),
  );
}

/** The plan with these of its literals as inputs, whose defaults they are. */
export function withInputs(plan: Plan, chosen: readonly Literal[]): Plan {
  const of = new Map(chosen.map((one) => [`${one.at}/${one.key}`, one]));
  const filled = (at: string, input: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(input).map(([key, value]) => {
        const literal = of.get(`${at}/${key}`);
        return [key, literal === undefined ? value : `{{ ${literal.variable} }}`];
      }),
    );
  const inputs = chosen.map(({ variable, value }) => ({
    id: variable,
    scope: 'IN' as const,
    schema: { type: typeof value },
    default: value,
  }));
  if (plan.kind === 'state-machine') {
    const states = mapStates(plan.states, (state) => {
      const { action } = state;
      return action === undefined || !isJsonObject(action.data ?? null)
        ? state
        : { ...state, action: { ...action, data: filled(state.id, Object(action.data)) } };
    });
    return { ...plan, variables: [...inputs, ...plan.variables], states };
  }
  if (plan.variables === 'open') return plan;
  const nodes = plan.nodes.map((node) =>
    isJsonObject(node.input ?? null) ? { ...node, input: filled(node.id, Object(node.input)) } : node,
  );
  return { ...plan, variables: [...inputs, ...plan.variables], nodes };
}

function inputsOf(plan: Plan): readonly { readonly at: string; readonly input: JsonObject }[] {
  const found =
    plan.kind === 'state-machine'
      ? [...allStates(plan.states)].map(({ id, action }) => ({ at: id, input: action?.data ?? null }))
      : plan.nodes.map(({ id, input = null }) => ({ at: id, input }));
  return found.flatMap(({ at, input }) => (isJsonObject(input) ? [{ at, input }] : []));
}

function isLiteral(value: Json): boolean {
  return typeof value === 'string'
    ? !value.includes('{{')
    : typeof value === 'number' || typeof value === 'boolean';
}

function freeName(key: string, at: string, taken: ReadonlySet<string>): string {
  const names = [key, `${at}_${key}`].map((name) => name.replace(/\W/g, '_').slice(0, 56));
  for (const name of names) if (isVariableName(name) && !taken.has(name)) return name;
  let number = 2;
  while (taken.has(`input_${number}`)) number++;
  return `input_${number}`;
}

/** Every expression of a machine, in document order. */
function expressionsOfMachine(machine: StateMachinePlan): readonly string[] {
  return machineTexts(machineSubject(machine, null, new Map())).flatMap((text) =>
    expressionsIn(text).map(({ source }) => source),
  );
}

/** Whether a text reads a variable; what its node calls `result` or `event` there is none. */
function readsVariable(text: LanguageText, name: string): boolean {
  if (text.sees.includes(name)) return false;
  if (text.kind === 'jsonata') return jsonataReadsOf(String(text.value), name).length > 0;
  const read = readText(text);
  return read.ok && read.value.variables.has(name);
}

/** Whether a node by itself reads a variable: in any of its texts, or because a parameter names it. */
export function nodeReads(node: PlanNode, name: string): boolean {
  return (
    namesIn(fieldsOf(node), 'reads').includes(name) || textsOf(node).some((text) => readsVariable(text, name))
  );
}

/** The steps that a text reads (R13), each as often as it does. */
function stepsReadIn(text: LanguageText): readonly string[] {
  const found: string[] = [];
  withSteps(text, (step) => {
    found.push(step);
    return undefined;
  });
  return found;
}

/** A text with what it reads of steps under other names; undefined leaves a step as it is. */
function withSteps(text: LanguageText, nameOf: (step: string) => string | undefined): Json {
  if (text.kind === 'template') return withHoles(text.value, (source) => inCel(source, nameOf));
  const source = String(text.value);
  return text.kind === 'jsonata'
    ? replacedAt(source, jsonataReadsOf(source, 'steps'), nameOf)
    : inCel(source, nameOf);
}

function inCel(source: string, nameOf: (step: string) => string | undefined): string {
  const expression = compileExpression(source);
  return expression.ok ? replacedAt(source, placesOfSteps(expression.value), nameOf) : source;
}

const STEP = /steps\s*(?:\[\s*(["'])([^"'\\]*)\1\s*\]|\.\s*([A-Za-z_]\w*))/y;

function replacedAt(
  source: string,
  places: readonly number[],
  nameOf: (step: string) => string | undefined,
): string {
  let text = source;
  for (const at of places.toSorted((one, other) => other - one)) {
    STEP.lastIndex = at;
    const [whole, , quoted, bare] = STEP.exec(text) ?? [];
    const name = whole === undefined ? undefined : nameOf(quoted ?? bare ?? '');
    if (whole !== undefined && name !== undefined)
      text = `${text.slice(0, at)}${name}${text.slice(at + whole.length)}`;
  }
  return text;
}
