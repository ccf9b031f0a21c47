import { isJsonObject, own } from '#base';
import type { Codec, Likeness } from '../common/codec';
import { type FileHead, hasAny } from '../common/foreignText';

export const stateMachine: Codec<'state-machine'> = {
  id: 'state-machine',
  title: 'State machine plan',
  holds: ['state-machine'],
  recognise,
  read: async (input) => (await import('./importStateMachine')).importStateMachine(input),
  write: async (plan, workspace) =>
    (await import('./exportStateMachine')).exportStateMachine(plan, workspace),
};

function recognise({ value }: FileHead): Likeness {
  if (!isJsonObject(value)) return 'none';
  const registered = own(value, 'plan');
  const isRegistration = isJsonObject(registered) && hasAny(registered, 'plan_type');
  return isRegistration || hasAny(value, 'plan_type', 'state_machine') ? 'certain' : 'none';
}
