import { count, durationText } from '#base';
import { z } from '../fields/inspect';
import { retryFields } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

export const retry = defineNodeType({
  type: 'RETRY',
  title: 'Retry',
  summary: 'Repeats what is in it when it fails.',
  icon: 'rotate-ccw',
  section: 'flow',
  effect: 'pure',
  opensScope: () => true,
  firstParams: ['maxAttempts', 'initialIntervalMs'],
  params: z.strictObject(retryFields),
  cardLine: ({ params: { maxAttempts, initialIntervalMs } }) => {
    const wait = initialIntervalMs === undefined ? '' : `, first after ${durationText(initialIntervalMs)}`;
    return `up to ${count(maxAttempts, 'attempt')}${wait}`;
  },
  initial: () => ({ params: { maxAttempts: 3 }, body: { nodes: [], edges: [] } }),
});
