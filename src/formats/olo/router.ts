import {
  canonicalJson,
  filled,
  IdMint,
  isJsonObject,
  type Json,
  type JsonObject,
  plainText,
  present,
} from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { type Fields, objectAt } from '../common/fields';
import { below } from '../common/report';
import {
  inputOf,
  inputToTheirs,
  leafToTheirs,
  outputOf,
  outputToTheirs,
  retried,
  withoutCall,
} from './calls';
import { caseOf, choice, isCase, portName, RESERVED_PORTS, unread } from './choices';
import { timeIn } from './loader';
import { FEATURE_LISTS } from './plugins';
import {
  keptParams,
  lead,
  leafOf,
  nameKept,
  type Piece,
  type Reading,
  type Shell,
  sequenceBody,
  shellOf,
  single,
  sourceOf,
} from './reading';
import {
  keptOf,
  leaveOut,
  nameOf,
  nodeOf,
  pluginOf,
  readVariable,
  type Writing,
  writeOther,
} from './writing';

/** A child of a router: what the router compares with, and the call that is left without it. */
interface Route {
  readonly value: Json | undefined;
  readonly key: string | null;
  readonly rest: Fields;
}

/**
 * TOOL_ROUTER: runs the child whose value is equal, else the first. Where its children are calls that differ in nothing
 * but what they call and are given, it is a router of ours, whose last route is the first child again; else a choice
 * whose default leads to its first child, and the report says why.
 */
export function readToolRouter(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const variable = params.word('inputVariable');
  const children = fields.objects('children');
  if (variable === undefined || children.length === 0) {
    return withoutCall(reading, shell, fields, variable === undefined ? 'inputVariable' : 'children');
  }
  const routes = children.map(routeOf);
  const reason = whyChoice(shell, routes);
  if (reason === null) {
    fields.take('params');
    return asRouter(reading, shell, fields, { params, variable, routes });
  }
  const message = `The TOOL_ROUTER "${shell.id}" comes in as a ${routes.length === 1 ? 'GROUP' : 'SWITCH'}: ${reason}.`;
  const help =
    'It does the same. A tool router here has one output, one timeout and the same features for all routes.';
  reading.report.info('ROUTER_AS_CHOICE', message, help, fields.path);
  if (routes.length === 1) return onlyRoute(reading, shell, fields, routes);
  fields.take('params');
  return asChoice(reading, shell, fields, { params, variable, routes });
}

interface Routing {
  readonly params: Fields;
  readonly variable: string;
  readonly routes: readonly Route[];
}

/** Why the children cannot be routes of one node; null where they can. */
function whyChoice(shell: Shell, routes: readonly Route[]): string | null {
  const odd = routes.find(({ rest }) => !isCall(rest));
  if (odd !== undefined) return `its child "${nameOfRoute(odd)}" is no PLUGIN, or runs in the background`;
  const differs = (what: (rest: Fields) => Json): boolean =>
    new Set(routes.map(({ rest }) => canonicalJson(what(rest)))).size > 1;
  if (differs((rest) => [rest.peek('outputMappings') ?? [], oldOutput(rest)]))
    return 'its children write different variables';
  if (differs((rest) => timeOf(rest, shell))) return 'its children have different timeouts';
  const told = (rest: Fields): Json => FEATURE_LISTS.map((list) => rest.peek(list) ?? null);
  return differs(told) ? 'its children have different features' : null;
}

function isCall(rest: Fields): boolean {
  const mode = rest.peek('executionMode');
  const name = rest.peek('displayName');
  return (
    rest.peek('type') === 'PLUGIN' &&
    typeof rest.peek('pluginRef') === 'string' &&
    rest.again().word('pluginRef') !== undefined &&
    (name === undefined || typeof name === 'string') &&
    mode !== 'ASYNC' &&
    mode !== 'FIRE_AND_FORGET'
  );
}

function oldOutput(rest: Fields): Json {
  const params = rest.peek('params');
  return isJsonObject(params) ? (params.outputMappings ?? null) : null;
}

function timeOf(rest: Fields, { startToClose }: Shell): number {
  return timeIn(rest.peek('startToCloseSeconds')) ?? startToClose;
}

function nameOfRoute({ rest }: Route): string {
  return rest.again().word('id') ?? plainText(rest.peek('type'));
}

function asRouter(reading: Reading, shell: Shell, fields: Fields, routing: Routing): Piece {
  const { params, variable, routes } = routing;
  const [first] = routes;
  if (first === undefined) throw new RangeError('a router without routes is passed over');
  const read = reading.variables.read(variable, params.path);
  const left = keptParams(reading, shell, params.leftovers());
  reading.report.recognised('TOOL_ROUTER', 'TOOL_ROUTER');
  const ids = new IdMint(RESERVED_PORTS);
  const called = { ...shell, startToClose: timeOf(first.rest, shell) };
  const leaf = leafOf(reading, called, first.rest);
  const output = outputOf(reading, { ...shell, type: 'PLUGIN' }, first.rest.again());
  const made = routes.map((route) => routeNode(reading, shell, route, read, ids));
  const conditions = made.map(({ route }) => route);
  return single({
    ...leaf,
    id: shell.id,
    type: 'TOOL_ROUTER',
    params: {
      routes: [
        ...conditions,
        ...made.slice(0, 1).map((one) => ({ id: ids.mint('otherwise', 'route'), ...callOf(one) })),
      ],
    },
    ...output,
    ...sourceOf(reading, shell, fields, {
      routes: Object.fromEntries(made.map(({ route, kept }) => [route.id, kept])),
      ...unread(left, 'inputVariable', variable, conditions),
    }),
  });
}

/** What the first route calls, which is what the router does by default. */
function callOf({ route }: Made): JsonObject {
  const { capability, input } = route;
  return present({ capability, input });
}

interface Made {
  readonly route: JsonObject & { readonly id: string; readonly when: string; readonly capability: string };
  /** What of the child has no place in a route. */
  readonly kept: JsonObject;
}

function routeNode(
  reading: Reading,
  shell: Shell,
  { value, key, rest }: Route,
  read: string,
  ids: IdMint,
): Made {
  const original = rest.word('id');
  const plugin = rest.word('pluginRef') ?? '';
  const path = below(rest.path, 'pluginRef');
  reading.plugins.warnUnknown(plugin, path);
  const own = { ...shell, path: rest.path, type: 'PLUGIN', id: original ?? shell.id };
  const input = inputOf(reading, own, rest.again());
  const description = rest.text('displayName');
  for (const taken of ['type', 'inputMappings', 'outputMappings', 'params']) rest.take(taken);
  const left = rest.leftovers();
  for (const one of Object.keys(left)) nameKept(reading, own, one);
  const route = {
    id: ids.mint(portName(value, original), 'route'),
    capability: reading.plugins.capability(plugin),
    when: value === undefined ? 'false' : isCase(read, value),
    ...present({ description }),
    ...input,
  };
  const named = original === undefined ? {} : { id: original };
  return { route, kept: { ...left, ...named, ...(key === null ? {} : { [key]: value ?? null }) } };
}

function asChoice(reading: Reading, shell: Shell, fields: Fields, routing: Routing): Piece {
  const { params, variable } = routing;
  const read = reading.variables.read(variable, params.path);
  const left = keptParams(reading, shell, params.leftovers());
  reading.report.recognised('TOOL_ROUTER', 'SWITCH');
  const ports = new IdMint(RESERVED_PORTS);
  const routes = routing.routes.map(({ value, key, rest }) => ({
    port: ports.mint(portName(value, rest.again().word('id')), 'route'),
    piece: reading.node(rest, shell.startToClose),
    key,
    when: value === undefined ? 'false' : isCase(read, value),
    value: value ?? null,
  }));
  const node = {
    ...shell.draft,
    type: 'SWITCH',
    params: { cases: routes.map(({ port, when }) => ({ id: port, when })) },
    ...sourceOf(reading, shell, fields, {
      type: 'TOOL_ROUTER',
      cases: Object.fromEntries(
        routes.map(({ port, key, value }) => [port, key === null ? {} : { [key]: value }]),
      ),
      ...unread(left, 'inputVariable', variable, routes),
    }),
  };
  const piece = choice(node, routes);
  const first = routes[0]?.piece.entry ?? shell.id;
  return { ...piece, edges: [...piece.edges, ...lead([{ from: shell.id, port: 'default' }], first)] };
}

/** A router with one route takes it whatever comes: no choice is left. */
function onlyRoute(reading: Reading, shell: Shell, fields: Fields, routes: readonly Route[]): Piece {
  const pieces = routes.map(({ rest }) => reading.node(rest, shell.startToClose));
  const [{ key, value } = { key: null, value: undefined }] = routes;
  reading.report.recognised('TOOL_ROUTER', 'GROUP SYNC');
  const more = {
    type: 'TOOL_ROUTER',
    ...(key === null ? {} : { cases: { only: { [key]: value ?? null } } }),
  };
  return single({ ...shell.draft, ...sequenceBody(pieces), ...sourceOf(reading, shell, fields, more) });
}

function routeOf(child: Fields): Route {
  const { params, ...others } = child.whole();
  const { caseValue, toolValue, ...rest } = isJsonObject(params) ? params : {};
  const hasCase = caseValue !== undefined && caseValue !== null;
  const value = (hasCase ? caseValue : toolValue) ?? undefined;
  const key = value === undefined ? null : hasCase ? 'caseValue' : 'toolValue';
  const stripped = { ...others, ...filled({ params: rest }) };
  return { value, key, rest: child.replaced(stripped) };
}

type Router = NodeOf<'TOOL_ROUTER'>;
type OurRoute = Router['params']['routes'][number];

/** TOOL_ROUTER by rule: a PLUGIN a route, of which the first is what it does by default. */
export function writeToolRouter(writing: Writing, node: Router, seconds: number): readonly JsonObject[] {
  if (node.params.by === 'model') return writeOther(writing, node);
  const routes = inTheirOrder(writing, node);
  const reads = routes.flatMap(({ when }) => (when === undefined ? [] : (caseOf(when)?.read ?? [])));
  const variable = reads[0] === undefined ? undefined : readVariable(reads[0]);
  const params = present({ inputVariable: variable === undefined ? undefined : nameOf(writing, variable) });
  const children = routes.map((route) => childOf(writing, node, route, reads[0], seconds));
  return [retried(writing, node, nodeOf(writing, node, 'TOOL_ROUTER', { params, children }))];
}

/** Their default is the first child: the route without a condition, which is the first again where it came from them. */
function inTheirOrder(writing: Writing, { id, params }: Router): readonly OurRoute[] {
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

function isAlike(one: OurRoute, other: OurRoute): boolean {
  const calls = ({ capability, input }: OurRoute): string => canonicalJson([capability, input ?? null]);
  return calls(one) === calls(other);
}

function childOf(
  writing: Writing,
  node: Router,
  route: OurRoute,
  read: string | undefined,
  seconds: number,
): JsonObject {
  const { caseValue, toolValue, ...kept } = objectAt(objectAt(keptOf(node), 'routes'), route.id) ?? {};
  const compared = route.when === undefined ? undefined : caseOf(route.when);
  if (route.when !== undefined && route.when !== 'false' && (!compared || compared.read !== read)) {
    const message = `The condition of the route "${route.id}" of "${node.id}" is an expression: theirs is a value of one variable.`;
    leaveOut(writing, node.id, message, 'Compare one variable with values.', '/params/routes');
  }
  const value = compared?.value ?? toolValue ?? caseValue;
  const valueKey = toolValue === undefined ? 'caseValue' : 'toolValue';
  const call = callToTheirs(node, route, kept);
  const { mappings, literals } = inputToTheirs(writing, call);
  return nodeOf(writing, call, 'PLUGIN', {
    pluginRef: pluginOf(writing, route.capability),
    ...filled({ inputMappings: mappings }),
    ...outputToTheirs(writing, call),
    params: { ...(value === undefined ? {} : { [valueKey]: value }), ...literals },
    ...leafToTheirs(writing, call, seconds),
  });
}

/** A route as the call that it is: what the router says of all its routes, and what was kept of this one. */
function callToTheirs(node: Router, route: OurRoute, kept: JsonObject): PlanNode {
  const { timeoutMs, features, output } = node;
  const input = route.input ?? node.input;
  return {
    id: route.id,
    type: 'CAPABILITY',
    params: { capability: route.capability },
    ...present({ name: route.description, timeoutMs, features, input, output }),
    source: { olo: kept },
  };
}
