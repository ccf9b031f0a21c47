import { as, variableNameSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { capabilityMergeSchema, completionSchema, completionText, mergeRole, restSchema } from './branching';
import { defineNodeType } from './nodeType';

const iteratorParams = z.strictObject({
  items: as('cel', z.string()).meta({ title: 'Items', description: 'A list, known when it starts.' }),
  itemVariable: as('local', variableNameSchema).optional().meta({ title: 'The item is called' }),
  indexVariable: as('local', variableNameSchema).optional().meta({ title: 'Its number, from 0, is called' }),
  concurrency: z.int().min(1).optional().meta({ title: 'Most items at once', default: 1 }),
  completion: completionSchema,
  rest: restSchema,
  merge: as(
    mergeRole,
    z.union([
      z.enum(['COLLECT', 'LAST_WINS', 'FIRST_WINS', 'PREFIX_BY_ACTIVITY', 'SHARED']),
      capabilityMergeSchema,
    ]),
  )
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
  collectInto: as('writes', variableNameSchema).optional().meta({ title: 'Collect the results into' }),
});

export const iterator = defineNodeType({
  type: 'ITERATOR',
  title: 'Iterator',
  summary: 'Runs what is in it once for each item of a list.',
  icon: 'list-ordered',
  section: 'flow',
  effect: 'pure',
  opensScope: () => true,
  firstParams: ['items', 'itemVariable', 'concurrency', 'collectInto'],
  params: iteratorParams,
  cardLine: ({ params: { items, concurrency = 1, completion = 'ALL' } }) => {
    const pace = concurrency > 1 ? `, ${concurrency} at a time` : '';
    const until = completion === 'ALL' ? '' : ` · ${completionText(completion)}`;
    return `for each of ${items}${pace}${until}`;
  },
  initial: () => ({ params: { items: '[]', itemVariable: 'item' }, body: { nodes: [], edges: [] } }),
});
