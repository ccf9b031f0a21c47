import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const groupParams = z.strictObject({
  mode: z
    .enum(['SYNC', 'ASYNC'])
    .meta({ title: 'Order', description: 'SYNC: one after another. ASYNC: branches at the same time.' }),
  completion: z
    .union([
      z.enum(['ALL', 'FIRST_FAILURE', 'ALL_SETTLED', 'FIRST_SUCCESS']),
      z.string().regex(/^N_OF\([1-9]\d*\)$/),
    ])
    .optional()
    .meta({ title: 'Complete when' }),
  rest: z.enum(['cancel', 'ignore']).optional().meta({ title: 'The rest' }),
  merge: z
    .union([
      z.enum(['LAST_WINS', 'FIRST_WINS', 'PREFIX_BY_ACTIVITY', 'COLLECT']),
      z.string().regex(/^CAPABILITY\([A-Za-z][A-Za-z0-9_.:/-]{0,127}\)$/),
    ])
    .optional()
    .meta({ title: 'Merge' }),
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
