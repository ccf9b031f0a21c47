import { roles } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const transformParams = z.strictObject({
  expression: z.string().meta({ title: 'JSONata expression' }).register(roles, { is: 'jsonata' }),
});

export const transform = defineNodeType({
  type: 'TRANSFORM',
  title: 'Transform',
  summary: 'Computes a value with JSONata.',
  icon: 'braces',
  section: 'work',
  effect: 'pure',
  leaf: true,
  pinnable: true,
  schema: z.strictObject(nodeShape('TRANSFORM', transformParams)),
  params: transformParams,
  ports: () => ['out', 'error'],
  cardLine: ({ params }) => params.expression,
  initial: () => ({ params: { expression: '$' } }),
});
