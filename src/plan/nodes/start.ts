import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const startParams = z.strictObject({});

export const start = defineNodeType({
  type: 'START',
  title: 'Start',
  summary: 'Where its scope begins.',
  icon: 'play',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  hasNoValue: true,
  takesNoTime: true,
  schema: z.strictObject(nodeShape('START', startParams.optional())),
  params: startParams,
  ports: () => ['out'],
  cardLine: (_, around) => around.variables('IN').join(', '),
  initial: () => ({}),
});
