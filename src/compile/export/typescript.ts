import { type Diagnostic, isJsonObject, type Json, type JsonObject, warning } from '#base';
import { allNodes, type Body, type CapabilityPlan, type PlanNode, plansInside, type Workspace } from '#plan';
import { givenType, type Parameters, parametersOf } from './moduleParameters';
import { comment, literal } from './moduleText';

/** A plan as a TypeScript module, and what of it the module does not hold. */
export interface TypeScriptModule {
  readonly text: string;
  readonly leftOut: readonly Diagnostic[];
}

/**
 * Writes a capability plan as a TypeScript module that runs with `xstate` alone (C3): `createPlanMachine(given)` is a
 * machine for `createActor(machine, { input })`. Structure, order, retries, timeouts, merging come with it; activities,
 * expressions (with their CEL as a comment) and the plans of PLAN_EXECUTORs are parameters.
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
  const parameters: Parameters = { activities: new Map(), expressions: new Map(), plans: new Map() };
  parametersOf(plan, '', parameters);
  for (const other of inside) parametersOf(other, `${other.id}/`, parameters);
  const leftOut = plans.flatMap(leftOutOf);
  const text = [
    comment(`The plan "${plan.name ?? plan.id}", exported from Planloom: a machine of XState v5.`),
    '// Run it with createActor(createPlanMachine({ activities, expressions, plans }), { input }).',
    ...leftOut.map(({ message }) => comment(`Not held: ${message}`)),
    "import { enqueueActions, fromPromise, setup } from 'xstate';",
    '',
    givenType(parameters),
    '',
    '/** The plan, and those that it runs: structure alone. */',
    `export const PLANS: readonly Plan[] = ${literal(plans.map(structureOfPlan))};`,
    '',
    '/** The machine. Its output is `{status, output, error, visited}`; it emits `visited` with each address. */',
    'export function createPlanMachine(given: Given) {',
    '  return machineOf(PLANS, given);',
    '}',
    '',
    '// The runtime: the rules by which scopes, edges, branches, attempts and ends follow each other.',
    '',
    moduleRuntime(),
  ].join('\n');
  return { text, leftOut };
}

function structureOfPlan(plan: CapabilityPlan): JsonObject {
  const declared = plan.variables === 'open' ? [] : plan.variables;
  const initial = declared.flatMap(({ id, scope, default: value }) =>
    value === undefined ? (scope === 'INTERNAL' ? [[id, null] as const] : []) : [[id, value] as const],
  );
  return {
    id: plan.id,
    variables: Object.fromEntries(initial),
    outputs: declared.filter(({ scope }) => scope === 'OUT').map(({ id }) => id),
    ...structureOf(plan),
  };
}

function structureOf({ nodes, edges }: Body): JsonObject {
  return {
    nodes: nodes.filter(({ type }) => type !== 'NOTE').map(structureOfNode),
    edges: edges.map(({ from, port, to }) => ({ from, port: port ?? 'out', to })),
  };
}

const COPIED = ['onError', 'disabled', 'timeoutMs', 'retry'];
const BODIES = ['body', 'try', 'catch', 'finally'];
/** Parameters that are expressions, which the module asks for. */
const EXPRESSIONS = new Set(['condition', 'items', 'while', 'until', 'template', 'result']);

function structureOfNode(node: PlanNode): JsonObject {
  const fields: Readonly<Record<string, unknown>> = { ...node };
  const params = Object.entries(isRecord(fields.params) ? fields.params : {}).flatMap(([name, value]) =>
    EXPRESSIONS.has(name) ? [] : [[name, name === 'cases' ? caseIds(value) : value] as const],
  );
  const bodies = BODIES.flatMap((name) =>
    isBody(fields[name]) ? [[name, structureOf(fields[name])] as const] : [],
  );
  return {
    id: node.id,
    type: node.type,
    ...Object.fromEntries(
      COPIED.flatMap((name) => (isJsonValue(fields[name]) ? [[name, fields[name]] as const] : [])),
    ),
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) }),
    ...Object.fromEntries(bodies),
  };
}

function caseIds(cases: Json): Json {
  const list: readonly Json[] = Array.isArray(cases) ? cases : [];
  return list.map((one) => (isJsonObject(one) ? (one.id ?? null) : null));
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

/** What a structural machine of this kind does not say: signals and locks from outside the plan's own structure. */
function leftOutOf(plan: CapabilityPlan): readonly Diagnostic[] {
  return [...allNodes(plan)].flatMap(({ node }) =>
    ['mutex', 'cancelOn', 'background', 'features']
      .flatMap((field) => (Object.hasOwn(node, field) ? [left(plan, node, field)] : []))
      .concat(restOf(node) === 'ignore' ? [left(plan, node, 'rest')] : []),
  );
}

function restOf(node: PlanNode): string | undefined {
  return node.type === 'GROUP' || node.type === 'ITERATOR' ? node.params?.rest : undefined;
}

function left(plan: CapabilityPlan, node: PlanNode, field: string): Diagnostic {
  return warning(
    'EXPORT_LEFT_OUT',
    `"${field}" of the node "${node.id}" is not in the module.`,
    'Run the plan here, or do it in the activity.',
    { plan: plan.id, node: node.id, field: field === 'rest' ? '/params/rest' : `/${field}` },
  );
}
