import { idSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const cancelParams = z.strictObject({
  nodes: z
    .array(idSchema)
    .min(1)
    .meta({ title: 'Cancels', description: 'Nodes beside this one, also those that have not begun.' }),
});
export const cancelSchema = z.strictObject(nodeShape('CANCEL', cancelParams));

export const cancel = defineNodeType({
  type: 'CANCEL',
  title: 'Cancel',
  summary: 'Cancels nodes that stand beside it.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: cancelParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { nodes: ['some-node'] } }),
});
