import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const groupParams = z.strictObject({
  mode: z
    .enum(['SYNC', 'ASYNC'])
    .meta({ title: 'Order', titles: { SYNC: 'One after another', ASYNC: 'Branches at the same time' } }),
  completion: z
    .union([
      z.enum(['ALL', 'FIRST_FAILURE', 'ALL_SETTLED', 'FIRST_SUCCESS']),
      z.string().regex(/^N_OF\([1-9]\d*\)$/),
    ])
    .optional()
    .meta({
      title: 'Complete when',
      default: 'ALL',
      titles: {
        ALL: 'All have succeeded',
        FIRST_FAILURE: 'All have succeeded, or one has failed',
        ALL_SETTLED: 'All have ended, however',
        FIRST_SUCCESS: 'One has succeeded',
      },
    }),
  rest: z
    .enum(['cancel', 'ignore'])
    .optional()
    .meta({ title: 'The rest', titles: { cancel: 'is cancelled', ignore: 'goes on, unheard' } }),
  merge: z
    .union([
      z.enum(['LAST_WINS', 'FIRST_WINS', 'PREFIX_BY_ACTIVITY', 'COLLECT']),
      z.string().regex(/^CAPABILITY\([A-Za-z][A-Za-z0-9_.:/-]{0,127}\)$/),
    ])
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
