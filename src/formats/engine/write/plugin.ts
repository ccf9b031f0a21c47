import type { JsonObject } from '#base';
import { capabilityAsked, type NodeOf } from '#plan';
import { PLAN_EXECUTOR, PLANNER } from '../words';
import type { Writing } from './context';
import { engineOf, theirs } from './left';
import { timesToTheirs } from './times';

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
