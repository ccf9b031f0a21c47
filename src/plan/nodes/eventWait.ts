import { durationText } from '#base';
import { as, eventTypeSchema, idSchema, variableNameSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const eventWaitParams = z.strictObject({
  events: z
    .array(
      z.strictObject({
        id: as('name', idSchema).meta({ title: 'Port' }),
        event: eventTypeSchema.meta({ title: 'Signal' }),
        when: as({ is: 'cel', sees: ['event'] }, z.string())
          .optional()
          .meta({ title: 'Only when' }),
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
  resultVariable: as('writes', variableNameSchema).optional().meta({ title: 'Writes what came to' }),
});

export const eventWait = defineNodeType({
  type: 'EVENT_WAIT',
  title: 'Wait for a signal',
  summary: 'Waits until one of its signals comes.',
  icon: 'radio',
  section: 'flow',
  effect: 'pure',
  leaf: true,
  waits: true,
  boundsItself: true,
  firstParams: ['events', 'timeoutMs', 'resultVariable'],
  params: eventWaitParams,
  ports: (node) => [...(node.params?.events ?? []).map((event) => event.id), 'timeout', 'error'],
  cardLine: ({ params: { events, timeoutMs } }) => {
    const heard = events.map(({ event, when }) => (when === undefined ? event : `${event} if ${when}`));
    const most = typeof timeoutMs === 'number' ? ` · at most ${durationText(timeoutMs)}` : '';
    return `${heard.join(' or ')}${most}`;
  },
  initial: () => ({ params: { events: [{ id: 'came', event: 'signal' }] } }),
});
