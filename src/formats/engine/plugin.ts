import type { JsonObject } from '#base';
import { capabilityAsked, type NodeOf } from '#plan';
import type { Fields } from '../common/fields';
import type { Path } from '../common/report';
import { type Around, keep, sourceOf, timesOf } from './around';
import { PLAN_EXECUTOR, PLANNER } from './words';
import { engineOf, theirs, timesToTheirs, type Writing } from './writing';

/** A PLUGIN: a CAPABILITY that sees all variables; PLANNER and PLAN_EXECUTOR by name are those nodes. */
export function pluginNode(fields: Fields, around: Around, type: 'PLUGIN' | 'STAGE'): JsonObject | null {
  const name = fields.word('name')?.trim();
  if (name === undefined) {
    around.report.error(
      'NAME_MISSING',
      'This plugin has no name.',
      'Name the plugin that it calls.',
      fields.path,
    );
    return null;
  }
  if (name === PLAN_EXECUTOR) return executorNode(name, around, fields);
  const plugin = name === PLANNER ? around.names.pluginOf(PLANNER) : name;
  return name === PLANNER
    ? plannerNode(name, plugin, around, fields)
    : calling(name, around, fields, type === 'STAGE' ? { type } : {});
}

/** A plugin that is only named, as in the `capabilities` form. */
export function pluginNamed(name: string, path: Path, around: Around): JsonObject | null {
  const trimmed = name.trim();
  if (trimmed === '') {
    around.report.error('NAME_MISSING', 'This plugin has no name.', 'Name the plugin that it calls.', path);
    return null;
  }
  if (trimmed === PLAN_EXECUTOR) return executorNode(trimmed, around, null);
  if (trimmed === PLANNER) return plannerNode(trimmed, around.names.pluginOf(PLANNER), around, null);
  return calling(trimmed, around, null, { bare: true });
}

function calling(name: string, around: Around, fields: Fields | null, more: JsonObject): JsonObject {
  const id = around.ids.mint(name, 'plugin');
  around.report.recognised('plugins', 'CAPABILITY');
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
  const id = around.ids.mint(name, 'condition');
  around.report.recognised('condition plugins', 'CAPABILITY');
  return {
    id,
    type: 'CAPABILITY',
    name,
    params: { capability: allowed(name, id, null, around) },
    input: '*',
    ...common(name, id, ownMs === undefined ? around : { ...around, timeoutSeconds: ownMs / 1000 }, null, {}),
  };
}

/**
 * The plugin of a PLANNER is asked by a PLANNER, which reads the plan in what it gives and writes it to `dynamicPlan`;
 * without a plugin it is a PLANNER of ours.
 *
 * @param plugin what makes the plan; undefined where nothing is named
 */
export function plannerNode(
  name: string,
  plugin: string | undefined,
  around: Around,
  fields: Fields | null,
  more: JsonObject = {},
): JsonObject {
  const id = around.ids.mint(name, 'planner');
  around.report.recognised('planners', 'PLANNER');
  const flavour =
    plugin === undefined
      ? {}
      : { planner: { flavour: 'capability', use: allowed(plugin, id, fields, around) } };
  const tools = around.tools === null ? {} : { tools: [...around.tools] };
  if (plugin === undefined) noPlanner(around, fields?.path ?? '', id);
  return {
    id,
    type: 'PLANNER',
    name,
    params: { ...flavour, ...tools },
    ...(plugin === undefined ? {} : { input: '*' }),
    ...common(plugin ?? name, id, around, fields, more),
  };
}

/** PLAN_EXECUTOR is no plugin: the plan that is now in `dynamicPlan` runs in its place. */
export function executorNode(
  name: string,
  around: Around,
  fields: Fields | null,
  more: JsonObject = {},
): JsonObject {
  const id = around.ids.mint(name, 'plan-executor');
  around.report.recognised('plan executors', 'PLAN_EXECUTOR');
  const tools = around.tools === null ? {} : { tools: [...around.tools] };
  const kept = fields === null ? sourceOf(more) : keep(fields, around, id, more);
  return { id, type: 'PLAN_EXECUTOR', name, params: { planVariable: 'dynamicPlan', ...tools }, ...kept };
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
  const times = fields === null ? inheritedTimes(around) : timesOf(fields, around);
  const calls = around.names.capability(name);
  const own = {
    // An export writes the name that stood there, as long as the node calls what that name stood for.
    ...(calls === name ? {} : { name, calls }),
    ...(times.inherits.length === 0 ? {} : { inherits: [...times.inherits] }),
    ...more,
  };
  return { ...times.node, ...(fields === null ? sourceOf(own) : keep(fields, around, id, own)) };
}

function inheritedTimes({ timeoutSeconds, retry }: Around): ReturnType<typeof timesOf> {
  return {
    node: {
      ...(timeoutSeconds === undefined ? {} : { timeoutMs: Math.max(1, Math.round(timeoutSeconds * 1000)) }),
      ...(retry === undefined ? {} : { retry }),
    },
    inherits: [
      ...(timeoutSeconds === undefined ? [] : (['timeoutSeconds'] as const)),
      ...(retry === undefined ? [] : (['retryPolicy'] as const)),
    ],
  };
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
  writing.left.fields(node, node.input === '*' ? ['input', 'timeoutMs', 'retry'] : ['timeoutMs', 'retry']);
  const kept = engineOf(node);
  const times = timesToTheirs(node, writing);
  const name = pluginName(node);
  if (kept.bare === true && Object.keys(times).length === 0) return name;
  const { pluginType = UNKNOWN_TYPE, ...rest } = theirs(node);
  return { type: kept.type === 'STAGE' ? 'STAGE' : 'PLUGIN', name, pluginType, ...times, ...rest };
}

export function plannerToTheirs(node: NodeOf<'PLANNER'>, writing: Writing): JsonObject | string {
  const asked = capabilityAsked(node);
  writing.left.fields(node, node.input === '*' ? ['input', 'timeoutMs', 'retry'] : ['timeoutMs', 'retry']);
  writing.left.params(node, LEFT_OF_PLANNER);
  if (asked === null) writing.left.params(node, ['planner']);
  const kept = engineOf(node);
  if (kept.bare === true) return PLANNER;
  const name = asked === null || kept.plugin === PLANNER ? PLANNER : nameFor(asked, kept);
  const { pluginType = UNKNOWN_TYPE, ...rest } = theirs(node);
  return { type: 'PLUGIN', name, pluginType, ...timesToTheirs(node, writing), ...rest };
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
  if (engineOf(node).bare === true) return PLAN_EXECUTOR;
  const { pluginType = UNKNOWN_TYPE, ...rest } = theirs(node);
  return { type: 'PLUGIN', name: PLAN_EXECUTOR, pluginType, ...rest };
}
