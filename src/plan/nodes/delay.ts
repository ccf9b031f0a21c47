import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const delayParams = z.strictObject({
  forMs: z.int().min(0).optional().meta({ title: 'Waits for (ms)' }),
  until: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ title: 'Waits until', description: 'A time such as 2031-05-01T08:00:00Z.' }),
});
export const delaySchema = z.strictObject(nodeShape('DELAY', delayParams));

export const delay = defineNodeType({
  type: 'DELAY',
  title: 'Delay',
  summary: 'Waits for a while, or until a time.',
  section: 'flow',
  effect: 'pure',
  leaf: true,
  params: delayParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { forMs: 1000 } }),
});
