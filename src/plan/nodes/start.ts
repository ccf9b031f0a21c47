import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

export const start = defineNodeType({
  type: 'START',
  title: 'Start',
  summary: 'Where its scope begins.',
  icon: 'play',
  section: 'flow',
  effect: 'pure',
  hasNoValue: true,
  takesNoTime: true,
  params: z.strictObject({}).optional(),
  ports: () => ['out'],
  cardLine: (_, around) => around.variables('IN').join(', '),
});
