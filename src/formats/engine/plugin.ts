import { filled, type JsonObject, present } from '#base';
import { capabilityAsked, type NodeOf, type PlanNode } from '#plan';
import type { Fields } from '../common/fields';
import { keeping } from '../common/kept';
import type { Path } from '../common/report';
import {
  type Around,
  engineOf,
  keep,
  nameCall,
  theirs,
  timesOf,
  timesToTheirs,
  type Writing,
} from './around';
import { PLAN_EXECUTOR, PLANNER } from './words';

/** A PLUGIN: a CAPABILITY that sees all variables; PLANNER and PLAN_EXECUTOR by name are those nodes. */
export function pluginNode(fields: Fields, around: Around, type: 'PLUGIN' | 'STAGE'): JsonObject | null {
  return pluginNamed(
    fields.word('name') ?? '',
    fields.path,
    around,
    fields,
    type === 'STAGE' ? { type } : {},
  );
}

/** A plugin by its name, which stands alone in the `capabilities` form. */
export function pluginNamed(
  said: string,
  path: Path,
  around: Around,
  fields: Fields | null = null,
  more: JsonObject = { bare: true },
): JsonObject | null {
  const name = said.trim();
  if (name === '') {
    around.report.error('NAME_MISSING', 'This plugin has no name.', 'Name the plugin that it calls.', path);
    return null;
  }
  if (name === PLAN_EXECUTOR) return executorNode(around, fields);
  if (name === PLANNER) return plannerNode(around.names.pluginOf(PLANNER), around, fields);
  return calling(name, 'plugin', around, fields, more);
}

function calling(
  name: string,
  what: 'plugin' | 'condition',
  around: Around,
  fields: Fields | null,
  more: JsonObject,
): JsonObject {
  const id = around.ids.mint(name, what);
  around.report.recognised(what === 'plugin' ? 'plugins' : 'condition plugins', 'CAPABILITY');
  return {
    id,
    type: 'CAPABILITY',
    name,
    params: { capability: allowed(name, id, fields, around) },
    input: '*',
    ...common(name, id, around, fields, more),
  };
}

/** A capability that another names beside its own work: the condition of a group. */
export function conditionNode(name: string, around: Around, ownMs: number | undefined): JsonObject {
  const inside = ownMs === undefined ? around : { ...around, timeoutSeconds: ownMs / 1000 };
  return calling(name, 'condition', inside, null, {});
}

/**
 * The plugin of a PLANNER is asked by a PLANNER, which reads the plan in what it gives and writes it to `dynamicPlan`;
 * without a plugin it is a PLANNER of ours.
 *
 * @param plugin what makes the plan; undefined where nothing is named
 */
export function plannerNode(
  plugin: string | undefined,
  around: Around,
  fields: Fields | null,
  more: JsonObject = {},
): JsonObject {
  const id = around.ids.mint(PLANNER, 'planner');
  around.report.recognised('planners', 'PLANNER');
  if (plugin === undefined) noPlanner(around, fields?.path ?? '', id);
  const planner =
    plugin === undefined ? undefined : { flavour: 'capability', use: allowed(plugin, id, fields, around) };
  return {
    id,
    type: 'PLANNER',
    name: PLANNER,
    params: present({ planner, tools: around.tools ?? undefined }),
    ...(plugin === undefined ? {} : { input: '*' }),
    ...common(plugin ?? PLANNER, id, around, fields, more),
  };
}

/** PLAN_EXECUTOR is no plugin: the plan that is now in `dynamicPlan` runs in its place. */
export function executorNode(around: Around, fields: Fields | null, more: JsonObject = {}): JsonObject {
  const id = around.ids.mint(PLAN_EXECUTOR, 'plan-executor');
  around.report.recognised('plan executors', 'PLAN_EXECUTOR');
  const params = present({ planVariable: 'dynamicPlan', tools: around.tools ?? undefined });
  const kept = fields === null ? keeping('engine', more) : keep(fields, around, id, more);
  return { id, type: 'PLAN_EXECUTOR', name: PLAN_EXECUTOR, params, ...kept };
}

/** The capability that a plugin is; theirs does not start with one that the allow-list leaves out, and that is said. */
function allowed(plugin: string, node: string, fields: Fields | null, around: Around): string {
  const capability = around.names.capability(plugin);
  if (around.tools?.includes(capability) === false)
    around.report.warn(
      'PLUGIN_NOT_ALLOWED',
      `"${plugin}" is not among "plugins": theirs would not start with it.`,
      'Add it to "plugins", or take the call out.',
      fields?.path ?? '/plugins',
      { plan: around.plan, node },
    );
  return capability;
}

/** Times, attempts and what is left, of whatever calls a plugin. */
function common(
  name: string,
  id: string,
  around: Around,
  fields: Fields | null,
  more: JsonObject,
): JsonObject {
  const times = timesOf(fields, around);
  const calls = around.names.capability(name);
  const own = {
    // An export writes the name that stood there, as long as the node calls what that name stood for.
    ...(calls === name ? {} : { name, calls }),
    ...filled({ inherits: times.inherits }),
    ...more,
  };
  return { ...times.node, ...(fields === null ? keeping('engine', own) : keep(fields, around, id, own)) };
}

function noPlanner({ report, plan }: Around, path: string, node: string): void {
  report.warn(
    'PLANNER_UNNAMED',
    'No plugin is named that makes the plan: the planner is one of ours.',
    'Choose how it plans in its parameters, or name a plugin under "capabilityPlugins".',
    path,
    { plan, node },
  );
}

/** What a plugin of no known type is; the format asks for one. */
const UNKNOWN_TYPE = 'CustomStagePlugin';

/** The name that stood there, as long as the node calls what it stood for. */
export function pluginName(node: NodeOf<'CAPABILITY'>): string {
  return nameFor(node.params.capability, engineOf(node));
}

function nameFor(capability: string, { name, calls }: JsonObject): string {
  return typeof name === 'string' && calls === capability ? name : capability;
}

export function capabilityToTheirs(node: NodeOf<'CAPABILITY'>, writing: Writing): JsonObject | string {
  nameCall(node, writing.left);
  const { bare, type } = engineOf(node);
  const times = timesToTheirs(node, writing);
  const name = pluginName(node);
  if (bare === true && Object.keys(times).length === 0) return name;
  return asPlugin(node, name, times, type === 'STAGE' ? 'STAGE' : 'PLUGIN');
}

function asPlugin(node: PlanNode, name: string, times: JsonObject, type = 'PLUGIN'): JsonObject {
  const { pluginType = UNKNOWN_TYPE, ...rest } = theirs(node);
  return { type, name, pluginType, ...times, ...rest };
}

export function plannerToTheirs(node: NodeOf<'PLANNER'>, writing: Writing): JsonObject | string {
  const asked = capabilityAsked(node);
  nameCall(node, writing.left);
  writing.left.params(node, LEFT_OF_PLANNER);
  if (asked === null) writing.left.params(node, ['planner']);
  const kept = engineOf(node);
  if (kept.bare === true) return PLANNER;
  const name = asked === null || kept.plugin === PLANNER ? PLANNER : nameFor(asked, kept);
  return asPlugin(node, name, timesToTheirs(node, writing));
}

const LEFT_OF_PLANNER = [
  'models',
  'prompt',
  'goal',
  'memory',
  'limits',
  'repairRetries',
  'modelRetries',
  'planInputVariable',
  'resultVariable',
  'parser',
  'subtreeCreator',
  'execute',
];

export function executorToTheirs(node: NodeOf<'PLAN_EXECUTOR'>, writing: Writing): JsonObject | string {
  writing.left.fields(node, []);
  writing.left.params(node, ['limits', 'approve', 'replan', 'answer', 'answerTemplate']);
  const variable = node.params?.planVariable ?? 'dynamicPlan';
  if (variable !== 'dynamicPlan') writing.left.params(node, ['planVariable']);
  return engineOf(node).bare === true ? PLAN_EXECUTOR : asPlugin(node, PLAN_EXECUTOR, {});
}
