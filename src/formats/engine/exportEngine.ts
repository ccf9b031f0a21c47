import { type Diagnostic, err, type Json, type JsonObject, ok, problem } from '#base';
import type { CapabilityPlan, Workspace } from '#plan';
import type { Exporter } from '../common/contract';
import { Fields } from '../common/fields';
import { ImportReport } from '../common/report';
import { namesOf } from './names';
import { groupsOfPlan } from './plan/groupsOfPlan';
import { milliseconds, retryOf } from './read/times';
import { DEFAULT_ORDER, PLAN_SAFETY, SAME_CAPABILITY } from './words';
import { engineOf, LeftOut, theirs } from './write/left';
import { nodeToTheirs } from './write/node';
import { pipelineOf } from './write/pipeline';

/**
 * Writes a plan as a pipeline of an engine configuration, with the other pipelines that came with it; a plan that was
 * read from a CapabilityPlan is written as one again. What the format has no word for is named.
 */
export const exportEngine: Exporter = (plan, workspace) => {
  if (plan.kind !== 'capability') return err(notAPlan(plan.id));
  if (engineOf(plan).form === 'groups') return ok(groupsOfPlan(plan));
  const others = workspace.plans.filter(
    (one): one is CapabilityPlan =>
      one.kind === 'capability' && one.id !== plan.id && engineOf(one).form !== undefined,
  );
  const leftOut: Diagnostic[] = [];
  const root = theirs(workspace);
  const pipelines: Record<string, Json> = {};
  let order: readonly string[] =
    listAt(root, 'capabilityOrder') ?? listAt(root, 'stageOrder') ?? DEFAULT_ORDER;
  const given = order;
  for (const one of [plan, ...others]) {
    const left = new LeftOut(one.id);
    const { value, order: needed } = pipelineOf(one, writingOf(one, root, left));
    const { id } = engineOf(one);
    pipelines[typeof id === 'string' ? id : one.id] = value;
    order = orderFor(needed, order, left);
    nameVariables(one, left);
    leftOut.push(...left.all);
  }
  const orderKey =
    root.capabilityOrder === undefined && root.stageOrder !== undefined ? 'stageOrder' : 'capabilityOrder';
  const value = {
    configVersion: '1.0',
    worker: { queueName: workspace.id },
    ...root,
    ...(order === given ? {} : { [orderKey]: [...order] }),
    ...featuresOf(root, workspace),
    pipelines,
  };
  return ok({ value, leftOut });
};

function writingOf(plan: CapabilityPlan, root: JsonObject, left: LeftOut) {
  const kept = engineOf(plan);
  const names = namesOf(root).within(kept);
  // What stands there was read once already: it is read again for the same values.
  const report = new ImportReport();
  const activity = new Fields(root, '', report).inside('activity');
  const pipelineSeconds = kept.defaultTimeoutSeconds;
  const seconds = activity.inside('defaultTimeouts').number('startToCloseSeconds');
  const ownSeconds = typeof pipelineSeconds === 'number' && pipelineSeconds > 0 ? pipelineSeconds : seconds;
  const merge = kept.mergePolicy;
  const name =
    typeof merge === 'object' && merge !== null && !Array.isArray(merge)
      ? (merge as JsonObject).name
      : undefined;
  return {
    left,
    timeoutMs: milliseconds(ownSeconds),
    retry: retryOf(activity, { report }),
    completion:
      typeof kept.defaultAsyncCompletionPolicy === 'string'
        ? kept.defaultAsyncCompletionPolicy.toUpperCase()
        : 'ALL',
    merge: typeof name === 'string' && name.trim() !== '' ? name.trim() : 'LAST_WINS',
    mergeOf: names.merge,
    node: nodeToTheirs,
  };
}

/** The order stays as it is where it fits; else what is needed comes first, in its own order. */
function orderFor(needed: readonly string[], order: readonly string[], left: LeftOut): readonly string[] {
  const places = needed.map((name) => placeIn(order, name));
  if (isRising(places) && !places.includes(-1)) return order;
  if (order !== DEFAULT_ORDER && !isRising(places.filter((place) => place >= 0)))
    left.add(
      null,
      '/edges',
      'The order of capabilities is one for all pipelines: it is now that of this plan.',
    );
  return [...needed, ...order.filter((name) => !needed.includes(name))];
}

/** A capability may stand in the order under its other name. */
function placeIn(order: readonly string[], name: string): number {
  const place = order.indexOf(name);
  return place >= 0 ? place : order.indexOf(SAME_CAPABILITY.get(name) ?? name);
}

function isRising(places: readonly number[]): boolean {
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
}

function listAt(root: JsonObject, key: string): readonly string[] | undefined {
  const list = root[key];
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.filter((name) => typeof name === 'string');
}

function featuresOf(root: JsonObject, { policies }: Workspace): JsonObject {
  const listed = listAt(root, 'enabledFeatures') ?? [];
  const isSafe = policies.some(({ planSafety }) => planSafety === true);
  if (isSafe === listed.includes(PLAN_SAFETY)) return {};
  return {
    enabledFeatures: isSafe ? [...listed, PLAN_SAFETY] : listed.filter((name) => name !== PLAN_SAFETY),
  };
}

function nameVariables(plan: CapabilityPlan, left: LeftOut): void {
  if (plan.variables !== 'open' && plan.variables.length > 0)
    left.add(null, '/variables', 'An engine configuration declares no variables.');
  if (plan.result !== undefined)
    left.add(null, '/result', 'A pipeline gives all that was written: it has no result.');
}

function notAPlan(plan: string): Diagnostic {
  return problem(
    'FORMAT_UNFIT',
    `"${plan}" is a state machine, and an engine configuration holds pipelines.`,
    'Choose a capability plan, or the format of state machines.',
    { plan },
  );
}
