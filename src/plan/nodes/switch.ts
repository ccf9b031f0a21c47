import { idSchema, roles } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const switchParams = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        id: idSchema.meta({ title: 'Port' }).register(roles, { is: 'name' }),
        when: z.string().meta({ title: 'When' }).register(roles, { is: 'cel' }),
      }),
    )
    .meta({ title: 'Cases, first match wins' }),
  all: z.boolean().optional().meta({ title: 'Take every matching case' }),
});

export const switchType = defineNodeType({
  type: 'SWITCH',
  title: 'Switch',
  summary: 'Takes the first case that matches, or all of them.',
  icon: 'route',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  hasNoValue: true,
  schema: z.strictObject(nodeShape('SWITCH', switchParams)),
  params: switchParams,
  ports: (node) => [...(node.params?.cases ?? []).map((one) => one.id), 'default', 'error'],
  cardLine: ({ params: { all, cases } }) =>
    `${all ? 'all that match: ' : ''}${cases.map(({ when }) => when).join(' · ')}`,
  initial: () => ({ params: { cases: [{ id: 'first', when: 'true' }] } }),
});
