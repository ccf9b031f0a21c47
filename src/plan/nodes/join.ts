import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const joinParams = z.strictObject({
  need: z
    .union([z.enum(['ALL']), z.string().regex(/^N_OF\([1-9]\d*\)$/)])
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
      titles: { cancel: 'is cancelled', ignore: 'goes on' },
    }),
});
export const joinSchema = z.strictObject(nodeShape('JOIN', joinParams.optional()));

export const join = defineNodeType({
  type: 'JOIN',
  title: 'Join',
  summary: 'Goes on when all, or enough, of its ways have arrived.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: joinParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: {} }),
});
