import { isJsonArray, isJsonObject, own } from '#base';
import type { Codec, Likeness } from '../common/codec';
import { type FileHead, firstOf, hasAny } from '../common/foreignText';

export const steps: Codec<'steps'> = {
  id: 'steps',
  title: 'Steps with goals',
  holds: ['capability'],
  recognise,
  read: async (input) => (await import('./steps')).importSteps(input),
  write: async (plan, workspace) => (await import('./steps')).exportSteps(plan, workspace),
};

function recognise({ value }: FileHead): Likeness {
  const list = isJsonObject(value) ? own(value, 'steps') : value;
  const first = isJsonArray(list) ? firstOf(list) : null;
  return hasAny(first, 'primary_tools', 'success_criteria') ? 'certain' : 'none';
}
