import { isJsonObject, type JsonObject, own } from '#base';
import type { Codec, Likeness } from '../common/codec';
import { type FileHead, firstOf, hasAny } from '../common/foreignText';

export const olo: Codec<'olo'> = {
  id: 'olo',
  title: 'OLO pipelines',
  holds: ['capability'],
  recognise,
  read: async (input) => (await import('./importOlo')).importOlo(input),
  write: async (plan, workspace) => (await import('./exportOlo')).exportOlo(plan, workspace),
};

function recognise({ value }: FileHead): Likeness {
  const first = firstOf(value);
  if (first !== null) return isDynamicStep(first) ? 'likely' : 'none';
  if (!isJsonObject(value)) return 'none';
  const pipelines = own(value, 'pipelines');
  if (isJsonObject(pipelines)) return ofPipelines(pipelines);
  if (hasAny(value, 'executionTree', 'dynamicSteps', 'configJson')) return 'certain';
  return hasAny(value, 'inputs') && hasAny(value, 'routing') ? 'certain' : 'none';
}

function isDynamicStep(step: JsonObject): boolean {
  return (hasAny(step, 'toolId') && !hasAny(step, 'id')) || hasAny(step, 'activityType', 'pluginRef');
}

/** Configurations of an engine say `pipelines`, too, with a `root` in each. */
function ofPipelines(pipelines: JsonObject): Likeness {
  const first = Object.values(pipelines).find(isJsonObject);
  return first !== undefined && hasAny(first, 'executionTree') ? 'certain' : 'likely';
}
