import { isJsonObject } from '#base';
import { as, jsonSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const endParams = z.strictObject({
  result: as('template', jsonSchema)
    .optional()
    .meta({ title: 'Result', description: 'JSON whose strings may hold {{ expressions }}.' }),
  ends: z
    .enum(['scope', 'plan', 'run'])
    .optional()
    .meta({
      title: 'Ends',
      default: 'scope',
      titles: { scope: 'Enclosing scope', plan: 'The plan', run: 'The run' },
    }),
});

export const end = defineNodeType({
  type: 'END',
  title: 'End',
  summary: 'Ends its scope, and may give its result.',
  icon: 'flag',
  section: 'flow',
  effect: 'pure',
  hasNoValue: true,
  takesNoTime: true,
  params: endParams.optional(),
  ports: () => [],
  cardLine: ({ params }, around) => {
    if (isJsonObject(params?.result)) return Object.keys(params.result).join(', ');
    return params?.ends === 'scope' ? 'ends its scope' : around.variables('OUT').join(', ');
  },
  initial: () => ({ params: {} }),
});
