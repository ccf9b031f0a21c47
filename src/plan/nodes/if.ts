import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const ifParams = z.strictObject({
  condition: z.string().meta({ title: 'Condition', format: 'cel' }),
});
export const ifSchema = z.strictObject(nodeShape('IF', ifParams));

export const ifType = defineNodeType({
  type: 'IF',
  title: 'If',
  summary: 'Goes one of two ways.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: ifParams,
  ports: () => ['then', 'else', 'error'],
  initial: () => ({ params: { condition: 'true' } }),
});
