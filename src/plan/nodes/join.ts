import { as } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const joinParams = z.strictObject({
  need: z
    .union([z.enum(['ALL']), as('words', z.string().regex(/^N_OF\([1-9]\d*\)$/))])
    .optional()
    .meta({
      title: 'Goes on when',
      description: 'N_OF(2): as soon as two ways have arrived.',
      default: 'ALL',
      titles: { ALL: 'All ways have come to their end' },
    }),
  rest: z
    .enum(['cancel', 'ignore'])
    .optional()
    .meta({
      title: 'The rest',
      default: 'cancel',
      titles: { cancel: 'is cancelled', ignore: 'keeps running; its results are ignored' },
    }),
});

export const join = defineNodeType({
  type: 'JOIN',
  title: 'Join',
  summary: 'Goes on when all, or enough, of its ways have arrived.',
  icon: 'merge',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  hasNoValue: true,
  schema: z.strictObject(nodeShape('JOIN', joinParams.optional())),
  params: joinParams,
  ports: () => ['out', 'error'],
  cardLine: ({ params }, around) => {
    const enough = /^N_OF\((\d+)\)$/.exec(params?.need ?? '')?.[1];
    if (enough === undefined) return 'all';
    const ways = around.ways();
    return ways === null ? `first ${enough}` : `first ${enough} of ${ways}`;
  },
  initial: () => ({ params: {} }),
});
