import { z } from '../schema/zod';
import { capabilityMergeSchema, completionSchema, restSchema } from './branching';
import { defineNodeType } from './nodeType';

export const groupParams = z.strictObject({
  mode: z
    .enum(['SYNC', 'ASYNC'])
    .meta({ title: 'Order', titles: { SYNC: 'One after another', ASYNC: 'Branches at the same time' } }),
  completion: completionSchema,
  rest: restSchema,
  merge: z
    .union([z.enum(['LAST_WINS', 'FIRST_WINS', 'PREFIX_BY_ACTIVITY', 'COLLECT']), capabilityMergeSchema])
    .optional()
    .meta({
      title: 'Merge what branches write',
      default: 'LAST_WINS',
      titles: {
        LAST_WINS: 'The last branch wins',
        FIRST_WINS: 'The first branch wins',
        PREFIX_BY_ACTIVITY: 'Each under its own name',
        COLLECT: 'Collect into lists',
      },
    }),
  maxConcurrency: z.int().min(1).optional().meta({ title: 'Most branches at once' }),
});

export const group = defineNodeType({
  type: 'GROUP',
  title: 'Group',
  summary: 'Runs its nodes in order, or as parallel branches.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: groupParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { mode: 'ASYNC' }, body: { nodes: [], edges: [] } }),
});
