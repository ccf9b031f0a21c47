import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const forkParams = z.strictObject({});

export const fork = defineNodeType({
  type: 'FORK',
  title: 'Fork',
  summary: 'Goes all its ways at once.',
  icon: 'git-fork',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  hasNoValue: true,
  schema: z.strictObject(nodeShape('FORK', forkParams.optional())),
  params: forkParams,
  ports: () => ['out', 'error'],
  initial: () => ({}),
});
