import { as, idSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const cancelParams = z.strictObject({
  nodes: z
    .array(as('node', idSchema))
    .min(1)
    .meta({ title: 'Cancels', description: 'Nodes beside this one, also those that have not begun.' }),
});

export const cancel = defineNodeType({
  type: 'CANCEL',
  title: 'Cancel',
  summary: 'Cancels nodes that stand beside it.',
  icon: 'circle-x',
  section: 'flow',
  effect: 'pure',
  hasNoValue: true,
  params: cancelParams,
  cardLine: ({ params }, around) => params.nodes.map((id) => around.nameOf('node', id)).join(', '),
  initial: () => ({ params: { nodes: ['some-node'] } }),
});
