import { isJsonObject, type Json, type JsonObject } from '#base';
import {
  type Body,
  type CapabilityPlan,
  compileTemplate,
  type Feature,
  type PlanNode,
  references,
  type Workspace,
} from '#plan';

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
    ...(Object.keys(schemas).length === 0 ? {} : { schemas }),
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
      const named = compiled.ok ? [...references(compiled.value).variables] : [];
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
    ...(guards.length === 0 ? {} : { guards }),
    ...(observers.length === 0 ? {} : { observers }),
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
