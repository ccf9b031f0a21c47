import {
  type Diagnostic,
  escapeControls,
  escapeControlsInJson,
  filled,
  isJsonObject,
  type Json,
  type JsonObject,
  warning,
} from '#base';
import {
  allNodes,
  type Body,
  type CapabilityPlan,
  compileTemplate,
  type Feature,
  type PlanNode,
  plansInside,
  type Workspace,
} from '#plan';

/** A plan as a TypeScript module, and what of it the module does not hold. */
interface TypeScriptModule {
  readonly text: string;
  readonly leftOut: readonly Diagnostic[];
}

/**
 * Writes a capability plan as a TypeScript module that runs with `xstate` alone (C3): `createPlanMachine(given)` is a
 * machine for `createActor(machine, { input })`. Structure, order, retries, timeouts, locks, signals, features, merging
 * come with it; activities, expressions (with their CEL as a comment) and the plans of PLAN_EXECUTORs are parameters.
 *
 * The text of the runtime is loaded when it is first asked for: it is for exports alone, and a bundler reads it (`?raw`).
 * The module visits the same nodes in the same order as a run here: it emits `visited` with each address.
 *
 * @example writeFile('plan.ts', (await toTypeScript(plan, workspace)).text)
 */
export async function toTypeScript(plan: CapabilityPlan, workspace: Workspace): Promise<TypeScriptModule> {
  const { moduleRuntime } = await import('./moduleRuntime');
  const inside = plansInside(plan, workspace.plans).filter((other) => other.kind === 'capability');
  const plans = [plan, ...inside.filter(({ id }) => id !== plan.id)];
  const parameters: Parameters = {
    activities: new Map(),
    expressions: new Map(),
    plans: new Map(),
    machines: new Map(),
  };
  parametersOf(plan, '', workspace, parameters);
  for (const other of inside) parametersOf(other, `${other.id}/`, workspace, parameters);
  const leftOut = plans.flatMap(leftOutOf);
  const text = [
    comment(`The plan "${plan.name ?? plan.id}", exported from Planloom: a machine of XState v5.`),
    '// Run it with createActor(createPlanMachine({ activities, expressions, plans }), { input }).',
    '// Inputs are judged where you give fits(schema, value). State machines that it runs hear the signals that nobody waits for.',
    "// What it waits for is sent to it: actor.send({ type: 'signal', event: 'approved', data: {} }).",
    '// An activity that wants more than to go on gives new Answer(value, { break }) or new Answer(null, { waitFor }).',
    ...leftOut.map(({ message }) => comment(`Not held: ${message}`)),
    "import { createActor, enqueueActions, fromPromise, setup } from 'xstate';",
    '',
    givenType(parameters),
    '',
    '/** The plan, and those that it runs: structure alone. */',
    `export const PLANS: readonly Plan[] = ${literal(plans.map((one) => structureOfPlan(one, workspace)))};`,
    '',
    '/** The machine. Its output is `{status, output, error, visited}`; it emits `visited` with each address. */',
    'export function createPlanMachine(given: Given) {',
    '  const { parse, now } = Date;',
    '  return machineOf(PLANS, { msUntil: (time) => parse(time) - now(), ...given });',
    '}',
    '',
    '// The runtime: the rules by which scopes, edges, branches, attempts and ends follow each other.',
    '',
    moduleRuntime(),
  ].join('\n');
  return { text, leftOut };
}

/** What a module does not hold of a plan, by path: what revises a plan while it runs, or asks about it. */
function leftOutOf(plan: CapabilityPlan): readonly Diagnostic[] {
  return [...allNodes(plan)].flatMap(({ node }) => inNode(plan, node));
}

/** A running plan is not revised in a module: its dynamic plan is asked for once. */
function inNode(plan: CapabilityPlan, node: PlanNode): readonly Diagnostic[] {
  if (node.type !== 'PLAN_EXECUTOR') return [];
  const { approve, replan, answer, answerTemplate } = node.params ?? {};
  const left = (name: string): Diagnostic =>
    warning(
      'EXPORT_LEFT_OUT',
      `"${name}" of the node "${node.id}" is not in the module.`,
      'Run the plan here, or do it in the activities.',
      { plan: plan.id, node: node.id, field: `/params/${name}` },
    );
  return [
    ...(approve === 'whenWidened' ? [left('approve')] : []),
    ...(replan === undefined ? [] : [left('replan')]),
    ...(answer === undefined || answer === 'none' ? [] : [left('answer')]),
    ...(answerTemplate === undefined ? [] : [left('answerTemplate')]),
  ];
}

/** What a module leaves to whoever runs it, each with the line that says what it is. */
interface Parameters {
  readonly activities: Map<string, string>;
  readonly expressions: Map<string, string>;
  readonly plans: Map<string, string>;
  /** State machines that it runs. */
  readonly machines: Map<string, string>;
}

/** Types that the runtime performs itself; all others are activities. */
const STRUCTURAL = new Set(
  'START END FORK JOIN IF SWITCH FILL_TEMPLATE CANCEL GROUP ITERATOR LOOP RETRY TRY_CATCH SUB_PLAN PLAN_EXECUTOR EVENT_WAIT DELAY'.split(
    ' ',
  ),
);

/** Collects the parameters of a plan; `prefix` is empty for the plan that is run, `id/` for one that it runs. */
function parametersOf(plan: CapabilityPlan, prefix: string, workspace: Workspace, into: Parameters): void {
  if (plan.result !== undefined) into.expressions.set(`${prefix}result`, JSON.stringify(plan.result));
  for (const { feature } of plan.features ?? []) addFeature(feature, workspace, into);
  for (const { node } of allNodes(plan)) {
    const key = `${prefix}${node.id}`;
    if (!STRUCTURAL.has(node.type)) into.activities.set(key, aboutActivity(node));
    for (const [what, source] of expressionsOf(node)) into.expressions.set(`${key}.${what}`, source);
    for (const { feature } of node.features ?? []) addFeature(feature, workspace, into);
    const machine = machineOf(node, workspace);
    if (machine !== null)
      into.machines.set(machine, 'the machine of its own module: compile FILE --plan ID --to xstate-ts');
    addExecutor(node, key, into);
    if (mergeOf(node).startsWith('CAPABILITY('))
      into.activities.set(`${key}.merge`, `${mergeOf(node)}: gets what the branches gave, gives variables`);
  }
}

function addExecutor(node: PlanNode, key: string, { plans, activities }: Parameters): void {
  if (node.type === 'PLAN_EXECUTOR' || (node.type === 'PLANNER' && node.params?.execute === 'inline'))
    plans.set(key, 'the plan that it runs: nodes and edges, or null');
  if (node.type === 'PLAN_EXECUTOR' && node.params?.approve === 'always')
    activities.set(`${key}.approve`, 'gives {"decision": "approve"} or {"decision": "reject"}');
}

/** The state machine that a SUB_PLAN runs: it has a module of its own. */
function machineOf(node: PlanNode, { plans }: Workspace): string | null {
  if (node.type !== 'SUB_PLAN') return null;
  const { plan } = node.params;
  return plans.some(({ id, kind }) => id === plan && kind === 'state-machine') ? plan : null;
}

/** A feature is one activity, whichever nodes name it. */
function addFeature(id: string, { features }: Workspace, into: Parameters): void {
  const feature = features.find((one) => one.id === id);
  if (feature === undefined) return;
  into.activities.set(`feature:${id}`, aboutFeature(feature));
  if (feature.input !== undefined) into.expressions.set(`feature:${id}.input`, JSON.stringify(feature.input));
  if (feature.kind === 'guard' && feature.output !== undefined)
    into.expressions.set(`feature:${id}.output`, feature.output);
}

function aboutFeature({ kind, phase, capability }: Feature): string {
  return kind === 'guard'
    ? `guard ${capability}: false refuses the node`
    : `observer ${capability} (${phase}): nobody waits for it`;
}

function aboutActivity(node: PlanNode): string {
  return `${node.type} ${node.type === 'CAPABILITY' ? node.params.capability : (node.name ?? '')}`.trim();
}

function mergeOf(node: PlanNode): string {
  return node.type === 'GROUP' || node.type === 'ITERATOR' ? (node.params?.merge ?? '') : '';
}

/** Expressions of a node by the names under which the runtime asks for them, with their sources. */
function expressionsOf(node: PlanNode): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  const add = (what: string, source: unknown): void => {
    if (source !== undefined)
      found.push([what, typeof source === 'string' ? source : JSON.stringify(source)]);
  };
  if ('input' in node) add('input', node.input);
  const output = outputOf(node);
  if (Object.keys(output).length > 0) add('output', output);
  if (node.type === 'IF') add('condition', node.params.condition);
  if (node.type === 'SWITCH') for (const { id, when } of node.params.cases) add(`cases.${id}`, when);
  if (node.type === 'EVENT_WAIT') for (const { id, when } of node.params.events) add(`events.${id}`, when);
  if (node.type === 'HUMAN_INPUT') add('message', node.params.message);
  if (node.type === 'PLANNER') add('goal', node.params?.goal);
  if (node.type === 'LLM_DECISION') add('question', node.params.question);
  if (node.type === 'ITERATOR') add('items', node.params.items);
  if (node.type === 'LOOP') {
    add('while', node.params.while);
    add('until', node.params.until);
  }
  if (node.type === 'FILL_TEMPLATE') add('template', node.params.template ?? { prompt: node.params.prompt });
  if (node.type === 'END') add('result', node.params?.result);
  return found;
}

/** `collectInto` and `resultVariable` are short for an output (R21, L9). */
function outputOf(node: PlanNode): Readonly<Record<string, string>> {
  const into =
    node.type === 'ITERATOR'
      ? node.params.collectInto
      : node.type === 'EVENT_WAIT'
        ? node.params.resultVariable
        : undefined;
  return { ...(into === undefined ? {} : { [into]: 'result' }), ...('output' in node ? node.output : {}) };
}

/** The type of what has to be given, a line of comment for each. */
function givenType({ activities, expressions, plans, machines }: Parameters): string {
  const members = (of: ReadonlyMap<string, string>, type: string): string =>
    [...of].map(([key, about]) => `    ${comment(about)}\n    readonly ${literal(key)}: ${type};`).join('\n');
  const block = (name: string, of: ReadonlyMap<string, string>, type: string): string =>
    `  readonly ${name}: Others<${type}>${of.size === 0 ? '' : ` & {\n${members(of, type)}\n  }`};`;
  return [
    '/** What the plan leaves to you. Steps of dynamic plans are looked up as `<executor>/<step>`. */',
    'export interface Given extends Implementations {',
    block('activities', activities, 'Activity'),
    block('expressions', expressions, 'Expression'),
    block('plans', plans, 'DynamicPlan'),
    ...(machines.size === 0 ? [] : [block('machines', machines, 'Machine')]),
    '}',
    '',
    'type Others<Of> = { readonly [name: string]: Of | undefined };',
  ].join('\n');
}

/** The structure of a plan as a module holds it: what is computed or called is a parameter of the module. */
export function structureOfPlan(plan: CapabilityPlan, workspace: Workspace): JsonObject {
  const declared = plan.variables === 'open' ? [] : plan.variables;
  const initial = declared.flatMap(({ id, scope, default: value }) =>
    value === undefined ? (scope === 'INTERNAL' ? [[id, null] as const] : []) : [[id, value] as const],
  );
  const ofScope = (wanted: string): string[] =>
    declared.flatMap(({ id, scope }) => (scope === wanted ? [id] : []));
  const schemas = Object.fromEntries(
    declared.flatMap(({ id, scope, schema = {} }) =>
      scope === 'IN' && Object.keys(schema).length > 0 ? [[id, schema] as const] : [],
    ),
  );
  return {
    id: plan.id,
    variables: Object.fromEntries(initial),
    inputs: ofScope('IN'),
    outputs: ofScope('OUT'),
    ...(plan.result === undefined ? {} : { needs: needsOf(plan.result, new Set(ofScope('OUT'))) }),
    ...filled({ schemas }),
    ...(plan.strict ? { strict: true } : {}),
    ...(plan.variables === 'open' ? { isOpen: true } : {}),
    ...featuresOf(plan.features ?? [], workspace),
    ...structureOf(plan, workspace),
  };
}

/** Of each key of a result, the outputs that its template names (V1). */
function needsOf(result: Readonly<Record<string, Json>>, outputs: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(result).map(([key, template]) => {
      const compiled = compileTemplate(template);
      const named = compiled.ok ? [...compiled.value.references.variables] : [];
      return [key, named.filter((id) => outputs.has(id))];
    }),
  );
}

function structureOf({ nodes, edges }: Body, workspace: Workspace): JsonObject {
  return {
    nodes: nodes.filter(({ type }) => type !== 'NOTE').map((node) => structureOfNode(node, workspace)),
    edges: edges.map(({ from, port, to }) => ({ from, port: port ?? 'out', to })),
  };
}

const COPIED = ['onError', 'disabled', 'timeoutMs', 'retry', 'mutex', 'cancelOn', 'background'];
const BODIES = ['body', 'try', 'catch', 'finally'];
/** Parameters that are expressions, which the module asks for. */
const EXPRESSIONS = new Set('condition items while until template result message goal question'.split(' '));

function structureOfNode(node: PlanNode, workspace: Workspace): JsonObject {
  const fields: Readonly<Record<string, unknown>> = { ...node };
  const params = Object.entries(isRecord(fields.params) ? fields.params : {}).flatMap(([name, value]) =>
    EXPRESSIONS.has(name) && node.type !== 'DELAY' ? [] : [[name, structureOfParam(name, value)] as const],
  );
  const bodies = BODIES.flatMap((name) =>
    isBody(fields[name]) ? [[name, structureOf(fields[name], workspace)] as const] : [],
  );
  return {
    id: node.id,
    type: node.type,
    ...Object.fromEntries(
      COPIED.flatMap((name) => (isJsonValue(fields[name]) ? [[name, fields[name]] as const] : [])),
    ),
    ...featuresOf([...featuresOfSubPlan(node, workspace), ...(node.features ?? [])], workspace),
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) }),
    ...Object.fromEntries(bodies),
  };
}

/** Of cases the ids, of events what they are: their conditions are expressions. */
function structureOfParam(name: string, value: Json): Json {
  const list = Array.isArray(value) ? value.filter(isJsonObject) : [];
  if (name === 'cases') return list.map(({ id = null }) => id);
  return name === 'events' ? list.map(({ id = null, event = null }) => ({ id, event })) : value;
}

type Named = NonNullable<PlanNode['features']>;

/** Those of a plan are asked for it as one node, before its own (L4). */
function featuresOfSubPlan(node: PlanNode, { plans }: Workspace): Named {
  const plan = node.type === 'SUB_PLAN' ? plans.find(({ id }) => id === node.params.plan) : undefined;
  return plan?.kind === 'capability' ? (plan.features ?? []) : [];
}

function featuresOf(named: Named, { features }: Workspace): JsonObject {
  const known = named.flatMap(({ feature }) => features.find(({ id }) => id === feature) ?? []);
  const ofKind = (kind: Feature['kind']): Feature[] => known.filter((feature) => feature.kind === kind);
  const guards = ofKind('guard').map(({ id }) => id);
  const observers = ofKind('observer').map(({ id, phase }) => ({ feature: id, phase }));
  return {
    ...filled({ guards, observers }),
  };
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBody(value: unknown): value is Body {
  return isRecord(value) && Array.isArray(value.nodes) && Array.isArray(value.edges);
}

function isJsonValue(value: unknown): value is Json {
  return value !== undefined;
}

/** A JSON value as a literal that no content of a document can break out of (case B2). */
function literal(value: unknown): string {
  return escapeControlsInJson(JSON.stringify(value, null, 2));
}

/** One line of comment, whatever the text holds (case B2). */
function comment(text: string): string {
  return `// ${escapeControls(text.replace(/[\s\u0085]+/g, ' ').trim())}`;
}
