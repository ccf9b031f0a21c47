import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const forkParams = z.strictObject({});
export const forkSchema = z.strictObject(nodeShape('FORK', forkParams.optional()));

export const fork = defineNodeType({
  type: 'FORK',
  title: 'Fork',
  summary: 'Goes all its ways at once.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: forkParams,
  ports: () => ['out', 'error'],
  initial: () => ({}),
});
