import { isJsonObject, own } from '#base';
import type { Codec, Likeness } from '../common/codec';
import { type FileHead, hasAny } from '../common/foreignText';

export const engine: Codec<'engine'> = {
  id: 'engine',
  title: 'Engine configuration',
  holds: ['capability'],
  recognise,
  read: async (input) => (await import('./importEngine')).importEngine(input),
  write: async (plan, workspace) => (await import('./exportEngine')).exportEngine(plan, workspace),
};

function recognise({ value }: FileHead): Likeness {
  if (!isJsonObject(value)) return 'none';
  const pipelines = own(value, 'pipelines');
  if (!isJsonObject(pipelines))
    return hasAny(value, 'groups', 'executionTreeRoots', 'capabilityOrder') ? 'certain' : 'none';
  if (hasAny(value, 'configVersion', 'worker', 'capabilityOrder')) return 'certain';
  const first = Object.values(pipelines).find(isJsonObject);
  return first !== undefined && hasAny(first, 'root', 'capabilities', 'stages') ? 'certain' : 'none';
}
