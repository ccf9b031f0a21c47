import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const startParams = z.strictObject({});
export const startSchema = z.strictObject(nodeShape('START', startParams.optional()));

export const start = defineNodeType({
  type: 'START',
  title: 'Start',
  summary: 'Where its scope begins.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: startParams,
  ports: () => ['out'],
  initial: () => ({}),
});
