import { capabilityIdSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const capabilityParams = z.strictObject({
  capability: capabilityIdSchema.meta({ title: 'Capability' }),
});

export const capability = defineNodeType({
  type: 'CAPABILITY',
  title: 'Capability',
  summary: 'Calls one capability.',
  icon: 'wrench',
  section: 'work',
  effect: 'unknown',
  leaf: true,
  pinnable: true,
  mayEnd: true,
  asking: { prompt: ['input', 'prompt'], model: ['input', 'model'] },
  params: capabilityParams,
  // Without a name of its own the title says what it calls; then the line has the exact id.
  cardLine: ({ name = '', params: { capability: id } }, around) =>
    name.trim() === '' ? id : around.nameOf('capability', id),
  scripted: ({ params: { capability: id } }) => ({ about: id, answer: { of: id } }),
  initial: () => ({ params: { capability: 'echo' }, input: { text: '' } }),
});
