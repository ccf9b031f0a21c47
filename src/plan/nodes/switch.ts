import { idSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const switchParams = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        id: idSchema.meta({ title: 'Port' }),
        when: z.string().meta({ title: 'When', format: 'cel' }),
      }),
    )
    .meta({ title: 'Cases, first match wins' }),
  all: z.boolean().optional().meta({ title: 'Take every matching case' }),
});
export const switchSchema = z.strictObject(nodeShape('SWITCH', switchParams));

export const switchType = defineNodeType({
  type: 'SWITCH',
  title: 'Switch',
  summary: 'Takes the first case that matches, or all of them.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: switchParams,
  ports: (node) => [...(node.params?.cases ?? []).map((one) => one.id), 'default', 'error'],
  initial: () => ({ params: { cases: [{ id: 'first', when: 'true' }] } }),
});
