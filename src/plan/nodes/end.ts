import { jsonSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const endParams = z.strictObject({
  result: jsonSchema
    .optional()
    .meta({ title: 'Result', description: 'JSON whose strings may hold {{ expressions }}.' }),
  ends: z
    .enum(['scope', 'plan', 'run'])
    .optional()
    .meta({
      title: 'Ends',
      default: 'scope',
      titles: { scope: 'What it stands in', plan: 'The plan', run: 'The run' },
    }),
});
export const endSchema = z.strictObject(nodeShape('END', endParams.optional()));

export const end = defineNodeType({
  type: 'END',
  title: 'End',
  summary: 'Ends its scope, and may give its result.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: endParams,
  ports: () => [],
  initial: () => ({ params: {} }),
});
