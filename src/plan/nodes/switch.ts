import { as, idSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const switchParams = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        id: as('name', idSchema).meta({ title: 'Port' }),
        when: as('cel', z.string()).meta({ title: 'When' }),
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
  hasNoValue: true,
  params: switchParams,
  ports: (node) => [...(node.params?.cases ?? []).map((one) => one.id), 'default', 'error'],
  cardLine: ({ params: { all, cases } }) =>
    `${all ? 'all that match: ' : ''}${cases.map(({ when }) => when).join(' · ')}`,
  initial: () => ({ params: { cases: [{ id: 'first', when: 'true' }] } }),
});
