import { capabilityIdSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const capabilityParams = z.strictObject({
  capability: capabilityIdSchema.meta({ title: 'Capability' }),
});
export const capabilitySchema = z.strictObject(nodeShape('CAPABILITY', capabilityParams));

export const capability = defineNodeType({
  type: 'CAPABILITY',
  title: 'Capability',
  summary: 'Calls one capability.',
  section: 'work',
  effect: 'unknown',
  leaf: true,
  params: capabilityParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { capability: 'echo' }, input: { text: '' } }),
});
