import { canonicalJson, type Json, type JsonObject } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { objectAt } from '../../common/fields';
import { caseOf } from '../conditions';
import { inputOf, leafOf, outputOf, retried } from './calls';
import { writeOther } from './others';
import {
  keptOf,
  leaveOut,
  nameOf,
  nodeOf,
  pluginOf,
  readVariable,
  variableOf,
  type Writing,
} from './writing';

type Router = NodeOf<'TOOL_ROUTER'>;
type Route = Router['params']['routes'][number];

/** LLM_DECISION: asks about one variable, and writes to one what a SWITCH after it chooses by. */
export function writeDecision(
  writing: Writing,
  node: NodeOf<'LLM_DECISION'>,
  seconds: number,
): readonly JsonObject[] {
  const { question, models = [] } = node.params;
  const model = writing.workspace.models.find(({ id }) => id === models[0]);
  const from = variableOf(question);
  const [output, ...more] = Object.entries(node.output ?? {});
  if (model === undefined || from === undefined || output === undefined || more.length > 0)
    return writeOther(writing, node);
  if (models.length > 1)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" has one model there.`,
      'The first is written.',
      '/params/models',
    );
  const params = {
    pluginRef: pluginOf(writing, model.model),
    promptVariable: nameOf(writing, from),
    outputVariable: nameOf(writing, output[0]),
  };
  return [nodeOf(writing, node, 'LLM_DECISION', { params, ...leafOf(writing, node, seconds) })];
}

/** TOOL_ROUTER by rule: a PLUGIN a route, of which the first is what it does by default. */
export function writeToolRouter(writing: Writing, node: Router, seconds: number): readonly JsonObject[] {
  if (node.params.by === 'model') return writeOther(writing, node);
  const routes = inTheirOrder(writing, node);
  const reads = routes.flatMap(({ when }) => (when === undefined ? [] : (caseOf(when)?.read ?? [])));
  const variable = reads[0] === undefined ? undefined : readVariable(reads[0]);
  const params = variable === undefined ? {} : { inputVariable: nameOf(writing, variable) };
  const children = routes.map((route) => childOf(writing, node, route, reads[0], seconds));
  return [retried(writing, node, nodeOf(writing, node, 'TOOL_ROUTER', { params, children }))];
}

/** Their default is the first child: the route without a condition, which is the first again where it came from them. */
function inTheirOrder(writing: Writing, { id, params }: Router): readonly Route[] {
  const { routes } = params;
  const at = routes.findIndex(({ when }) => when === undefined);
  const [first] = routes;
  const usual = routes[at];
  if (first === undefined) return [];
  if (usual === undefined) {
    const message = `"${id}" fails where no condition holds; theirs takes its first route.`;
    leaveOut(writing, id, message, 'Add a last route without a condition.', '/params/routes');
    return routes;
  }
  if (at < routes.length - 1) {
    const message = `The routes of "${id}" after the one without a condition are never taken.`;
    leaveOut(writing, id, message, 'Let that route be the last.', '/params/routes');
  }
  const before = routes.slice(0, at);
  return before.length > 0 && isAlike(first, usual) ? before : [usual, ...before];
}

function isAlike(one: Route, other: Route): boolean {
  const calls = ({ capability, input }: Route): string => canonicalJson([capability, input ?? null]);
  return calls(one) === calls(other);
}

function childOf(
  writing: Writing,
  node: Router,
  route: Route,
  read: string | undefined,
  seconds: number,
): JsonObject {
  const { caseValue, toolValue, ...kept } = objectAt(objectAt(keptOf(node), 'routes'), route.id) ?? {};
  const compared = route.when === undefined ? undefined : caseOf(route.when);
  if (
    route.when !== undefined &&
    route.when !== 'false' &&
    (compared === undefined || compared.read !== read)
  ) {
    const message = `The condition of the route "${route.id}" of "${node.id}" is an expression: theirs is a value of one variable.`;
    leaveOut(writing, node.id, message, 'Compare one variable with values.', '/params/routes');
  }
  const value: Json | undefined = compared?.value ?? toolValue ?? caseValue;
  const call = callOf(node, route, kept);
  const { mappings, literals } = inputOf(writing, call);
  return nodeOf(writing, call, 'PLUGIN', {
    pluginRef: pluginOf(writing, route.capability),
    ...(mappings.length === 0 ? {} : { inputMappings: mappings }),
    ...outputOf(writing, call),
    params: {
      ...(value === undefined ? {} : { [toolValue === undefined ? 'caseValue' : 'toolValue']: value }),
      ...literals,
    },
    ...leafOf(writing, call, seconds),
  });
}

/** A route as the call that it is: what the router says of all its routes, and what was kept of this one. */
function callOf(node: Router, route: Route, kept: JsonObject): PlanNode {
  const { timeoutMs, features, output } = node;
  const input = route.input ?? node.input;
  return {
    id: route.id,
    type: 'CAPABILITY',
    params: { capability: route.capability },
    ...(route.description === undefined ? {} : { name: route.description }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(features === undefined ? {} : { features }),
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    source: { olo: kept },
  };
}
