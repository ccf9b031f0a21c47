import { eventTypeSchema, idSchema, variableNameSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const eventWaitParams = z.strictObject({
  events: z
    .array(
      z.strictObject({
        id: idSchema.meta({ title: 'Port' }),
        event: eventTypeSchema.meta({ title: 'Signal' }),
        when: z.string().optional().meta({ title: 'Only when', format: 'cel' }),
      }),
    )
    .min(1)
    .meta({ title: 'Waits for', description: 'The first that comes decides.' }),
  mode: z
    .enum(['persistent', 'transient'])
    .optional()
    .meta({
      title: 'Hears',
      default: 'persistent',
      titles: { persistent: 'Also what came before it', transient: 'Only what comes while it waits' },
    }),
  timeoutMs: z
    .int()
    .min(1)
    .nullable()
    .optional()
    .meta({ title: 'Wait at most (ms)', description: 'Empty: for ever.' }),
  resultVariable: variableNameSchema.optional().meta({ title: 'Writes what came to' }),
});
export const eventWaitSchema = z.strictObject(nodeShape('EVENT_WAIT', eventWaitParams));

export const eventWait = defineNodeType({
  type: 'EVENT_WAIT',
  title: 'Wait for a signal',
  summary: 'Waits until one of its signals comes.',
  section: 'flow',
  effect: 'pure',
  leaf: true,
  params: eventWaitParams,
  ports: (node) => [...(node.params?.events ?? []).map((event) => event.id), 'timeout', 'error'],
  initial: () => ({ params: { events: [{ id: 'came', event: 'signal' }] } }),
});
