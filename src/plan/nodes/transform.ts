import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const transformParams = z.strictObject({
  expression: z.string().meta({ title: 'JSONata expression', format: 'jsonata' }),
});
export const transformSchema = z.strictObject(nodeShape('TRANSFORM', transformParams));

export const transform = defineNodeType({
  type: 'TRANSFORM',
  title: 'Transform',
  summary: 'Computes a value with JSONata.',
  section: 'work',
  effect: 'pure',
  leaf: true,
  params: transformParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { expression: '$' } }),
});
