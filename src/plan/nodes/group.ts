import { count } from '#base';
import { as } from '../fields/fields';
import { z } from '../fields/inspect';
import { capabilityMergeSchema, completionSchema, completionText, mergeRole, restSchema } from './branching';
import { defineNodeType } from './nodeType';

const groupParams = z.strictObject({
  mode: z
    .enum(['SYNC', 'ASYNC'])
    .meta({ title: 'Order', titles: { SYNC: 'One after another', ASYNC: 'Branches at the same time' } }),
  completion: completionSchema,
  rest: restSchema,
  merge: as(
    mergeRole,
    z.union([z.enum(['LAST_WINS', 'FIRST_WINS', 'PREFIX_BY_ACTIVITY', 'COLLECT']), capabilityMergeSchema]),
  )
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
  icon: 'rows-3',
  section: 'flow',
  effect: 'pure',
  opensScope: () => true,
  firstParams: ['mode', 'completion', 'merge'],
  // Nodes that follow each other have no branches to complete, to merge or to count.
  isIdle: ({ params }, param) => params.mode === 'SYNC' && param !== 'mode',
  params: groupParams,
  cardLine: ({ params: { mode, completion, maxConcurrency } }, around) => {
    const [inside] = around.bodies();
    if (mode === 'SYNC') return `in order · ${count(inside?.size ?? 0, 'node')}`;
    const most = maxConcurrency === undefined ? '' : ` · ${maxConcurrency} at a time`;
    return `in parallel · ${completionText(completion)}${most}`;
  },
  initial: () => ({ params: { mode: 'ASYNC' }, body: { nodes: [], edges: [] } }),
});
