import { z } from '../fields/inspect';
import { enoughOf, enoughSchema, restSchema } from './branching';
import { defineNodeType } from './nodeType';

const joinParams = z.strictObject({
  need: z
    .union([z.enum(['ALL']), enoughSchema])
    .optional()
    .meta({
      title: 'Goes on when',
      description: 'N_OF(2): as soon as two ways have arrived.',
      default: 'ALL',
      titles: { ALL: 'All ways have come to their end' },
    }),
  rest: restSchema,
});

export const join = defineNodeType({
  type: 'JOIN',
  title: 'Join',
  summary: 'Goes on when all, or enough, of its ways have arrived.',
  icon: 'merge',
  section: 'flow',
  effect: 'pure',
  hasNoValue: true,
  params: joinParams.optional(),
  cardLine: ({ params }, around) => {
    const enough = enoughOf(params?.need);
    if (enough === null) return 'all';
    const ways = around.ways();
    return ways === null ? `first ${enough}` : `first ${enough} of ${ways}`;
  },
  initial: () => ({ params: {} }),
});
