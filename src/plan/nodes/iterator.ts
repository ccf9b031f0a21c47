import { variableNameSchema } from '../schema/names';
import { z } from '../schema/zod';
import { capabilityMergeSchema, completionSchema, restSchema } from './branching';
import { defineNodeType } from './nodeType';

export const iteratorParams = z.strictObject({
  items: z.string().meta({ title: 'Items', description: 'A list, known when it starts.', format: 'cel' }),
  itemVariable: variableNameSchema.optional().meta({ title: 'The item is called' }),
  indexVariable: variableNameSchema.optional().meta({ title: 'Its number, from 0, is called' }),
  concurrency: z.int().min(1).optional().meta({ title: 'Most items at once', default: 1 }),
  completion: completionSchema,
  rest: restSchema,
  merge: z
    .union([
      z.enum(['COLLECT', 'LAST_WINS', 'FIRST_WINS', 'PREFIX_BY_ACTIVITY', 'SHARED']),
      capabilityMergeSchema,
    ])
    .optional()
    .meta({
      title: 'Merge what items write',
      default: 'COLLECT',
      titles: {
        COLLECT: 'Collect into a list',
        LAST_WINS: 'The last item wins',
        FIRST_WINS: 'The first item wins',
        PREFIX_BY_ACTIVITY: 'Each under its own name (groups only)',
        SHARED: 'All write the same variables, one by one',
      },
    }),
  collectInto: variableNameSchema.optional().meta({ title: 'Collect the results into' }),
});

export const iterator = defineNodeType({
  type: 'ITERATOR',
  title: 'Iterator',
  summary: 'Runs what is in it once for each item of a list.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: iteratorParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { items: '[]', itemVariable: 'item' }, body: { nodes: [], edges: [] } }),
});
