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
import type { Fields } from '../common/fields';
import { objectAt, textAt } from '../common/members';
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
import { keyOfMember, memberOf } from './values';
import {
  keptOf,
  leaveOut,
  nameOf,
  nodeOf,
  pluginOf,
  readVariable,
  variableOf,
  type Writing,
  writeOther,
} from './writing';

/**
 * What an LLM_DECISION can decide: the values of the cases of a SWITCH on its variable that follows it.
 *
 * @returns null where none follows, or one whose cases are not told apart by texts: then it is a call like any other
 */
export function decisionOf(node: Fields, next: Fields | undefined): readonly string[] | null {
  if (node.peek('type') !== 'LLM_DECISION' || next?.peek('type') !== 'SWITCH') return null;
  const [params, chooses] = [node.peek('params'), next.peek('params')];
  if (!isJsonObject(params) || !isJsonObject(chooses)) return null;
  const variable = params.outputVariable;
  if (typeof variable !== 'string' || variable !== chooses.switchVariable) return null;
  const children = next.peek('children');
  const values = Array.isArray(children) ? (children as readonly Json[]).map(caseValueOf) : [];
  const texts = values.filter((value) => value !== null);
  const isClear = texts.length === values.length && new Set(texts).size === texts.length;
  return isClear && texts.length > 0 ? texts : null;
}

function caseValueOf(child: Json): string | null {
  if (!isJsonObject(child) || child.type !== 'CASE' || !isJsonObject(child.params)) return null;
  const value = child.params.caseValue;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/**
 * LLM_DECISION. Before a SWITCH on what it writes its choices are the cases, and one that is none of them; where nothing
 * chooses by it, it writes free text, whatever comes, as a call does.
 *
 * @param cases null where nothing chooses by it
 */
export function readDecision(
  reading: Reading,
  fields: Fields,
  inherited: number,
  cases: readonly string[] | null = null,
): Piece {
  const shell = shellOf(reading, fields, inherited);
  const params = fields.inside('params');
  const plugin = params.word('pluginRef');
  const from = params.word('promptVariable');
  const to = params.word('outputVariable');
  if (plugin === undefined || from === undefined || to === undefined)
    return withoutCall(reading, shell, fields, 'pluginRef, promptVariable and outputVariable');
  fields.take('params');
  const left = keptParams(reading, shell, params.leftovers());
  const asked = { params, plugin, from, to, left };
  return cases === null
    ? asCall(reading, shell, fields, asked)
    : asDecision(reading, shell, fields, asked, cases);
}

/** The parameters of a LLM_DECISION. */
interface AskedModel {
  readonly params: Fields;
  readonly plugin: string;
  readonly from: string;
  readonly to: string;
  readonly left: JsonObject;
}

function asCall(
  reading: Reading,
  shell: Shell,
  fields: Fields,
  { params, plugin, from, to, left }: AskedModel,
): Piece {
  reading.plugins.warnUnknown(plugin, below(params.path, 'pluginRef'));
  reading.report.recognised('LLM_DECISION', 'CAPABILITY');
  const message = `The LLM_DECISION "${shell.id}" comes in as a call: theirs writes whatever text comes, and no SWITCH on "${to}" follows.`;
  const help = 'Put a SWITCH on that variable right after it, whose cases are what it can decide.';
  reading.report.info('DECISION_AS_CALL', message, help, fields.path);
  return single({
    ...leafOf(reading, shell, fields),
    id: shell.id,
    type: 'CAPABILITY',
    params: { capability: reading.plugins.capability(plugin) },
    input: { [PROMPT]: reading.variables.hole(from, params.path) },
    output: { [reading.variables.write(to, params.path)]: memberOf('result', ANSWER) },
    ...sourceOf(reading, shell, fields, { type: shell.type, ...left }),
  });
}

/** What the plugin of a LLM_DECISION is given and gives (reference 6, 1.2). */
const PROMPT = 'prompt';
const ANSWER = 'responseText';

function asDecision(
  reading: Reading,
  shell: Shell,
  fields: Fields,
  { params, plugin, from, to, left }: AskedModel,
  cases: readonly string[],
): Piece {
  reading.plugins.warnModel(plugin, below(params.path, 'pluginRef'));
  reading.report.recognised('LLM_DECISION', 'LLM_DECISION');
  const message = `The LLM_DECISION "${shell.id}" answers with a case of the SWITCH after it, or that it is none of them.`;
  const help = 'Theirs writes whatever text comes; what is not a case goes on at the default here as there.';
  reading.report.info('DECISION_TYPED', message, help, fields.path);
  const ids = new IdMint(RESERVED_PORTS);
  const choices = cases.map((value) => ({ id: ids.mint(value, 'choice'), value }));
  const none = ids.mint('none', 'choice');
  const isAlike = choices.every(({ id, value }) => id === value);
  const values = Object.fromEntries([...choices.map(({ id, value }) => [id, value]), [none, none]]);
  const result = isAlike ? 'result' : `${JSON.stringify(values)}[result]`;
  return single(
    {
      ...leafOf(reading, shell, fields),
      id: shell.id,
      type: 'LLM_DECISION',
      params: {
        question: reading.variables.hole(from, params.path),
        choices: [...choices.map(choiceOf), { id: none, description: 'None of the others' }],
        models: [reading.plugins.model(plugin)],
      },
      output: { [reading.variables.write(to, params.path)]: result },
      ...sourceOf(reading, shell, fields, left),
    },
    [...choices.map(({ id }) => id), none],
  );
}

function choiceOf({ id, value }: { readonly id: string; readonly value: string }): JsonObject {
  return id === value ? { id } : { id, description: value };
}

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
  return [decisionToTheirs(writing, node, seconds, { plugin: model.model, from, to: output[0] })];
}

/** A call that was a LLM_DECISION, as long as it is given and gives the same; null for any other. */
export function writeDecidingCall(
  writing: Writing,
  node: NodeOf<'CAPABILITY'>,
  seconds: number,
): JsonObject | null {
  if (textAt(keptOf(node), 'type') !== 'LLM_DECISION') return null;
  const [input, ...moreInput] = Object.entries(isJsonObject(node.input) ? node.input : {});
  const [output, ...moreOutput] = Object.entries(node.output ?? {});
  const from = variableOf(input?.[1]);
  if (from === undefined || output === undefined || moreInput.length + moreOutput.length > 0) return null;
  if (input?.[0] !== PROMPT || keyOfMember('result', output[1]) !== ANSWER) return null;
  const asked = { plugin: node.params.capability, from, to: output[0] };
  return retried(writing, node, decisionToTheirs(writing, node, seconds, asked));
}

function decisionToTheirs(
  writing: Writing,
  node: PlanNode,
  seconds: number,
  { plugin, from, to }: Pick<AskedModel, 'plugin' | 'from' | 'to'>,
): JsonObject {
  const params = {
    pluginRef: pluginOf(writing, plugin),
    promptVariable: nameOf(writing, from),
    outputVariable: nameOf(writing, to),
  };
  return nodeOf(writing, node, 'LLM_DECISION', { params, ...leafToTheirs(writing, node, seconds) });
}

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
