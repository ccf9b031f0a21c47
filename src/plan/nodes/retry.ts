import { retryFields } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const retryParams = z.strictObject(retryFields);

export const retry = defineNodeType({
  type: 'RETRY',
  title: 'Retry',
  summary: 'Repeats what is in it when it fails.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: retryParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { maxAttempts: 3 }, body: { nodes: [], edges: [] } }),
});
