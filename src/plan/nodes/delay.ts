import { durationText } from '#base';
import { as } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const delayParams = z.strictObject({
  forMs: z.int().min(0).optional().meta({ title: 'Waits for (ms)' }),
  until: as('words', z.iso.datetime({ offset: true }))
    .optional()
    .meta({ title: 'Waits until', description: 'A time such as 2031-05-01T08:00:00Z.' }),
});

export const delay = defineNodeType({
  type: 'DELAY',
  title: 'Delay',
  summary: 'Waits for a while, or until a time.',
  icon: 'hourglass',
  section: 'flow',
  effect: 'pure',
  leaf: true,
  hasNoValue: true,
  waits: true,
  params: delayParams,
  cardLine: ({ params: { forMs = 0, until } }) =>
    until === undefined ? durationText(forMs) : `until ${momentOf(until)}`,
  flaws: ({ id, params: { forMs, until } }) => {
    if ((forMs === undefined) !== (until === undefined)) return [];
    const help = 'Give it either "forMs" or "until".';
    const field = '/params';
    return [
      forMs === undefined
        ? { code: 'DELAY_ENDLESS', message: `"${id}" does not say how long it waits.`, help, field }
        : { code: 'DELAY_DOUBLED', message: `"${id}" waits for a while and until a time.`, help, field },
    ];
  },
  initial: () => ({ params: { forMs: 1000 } }),
});

/** `2031-05-01T08:00:00Z` → "2031-05-01 08:00": to the minute, as it is written. */
function momentOf(until: string): string {
  return until.slice(0, 16).replace('T', ' ');
}
