import { roles } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const ifParams = z.strictObject({
  condition: z.string().meta({ title: 'Condition' }).register(roles, { is: 'cel' }),
});

export const ifType = defineNodeType({
  type: 'IF',
  title: 'If',
  summary: 'Goes one of two ways.',
  icon: 'split',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  hasNoValue: true,
  schema: z.strictObject(nodeShape('IF', ifParams)),
  params: ifParams,
  ports: () => ['then', 'else', 'error'],
  cardLine: ({ params }) => params.condition,
  initial: () => ({ params: { condition: 'true' } }),
});
