import { as } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const ifParams = z.strictObject({
  condition: as('cel', z.string()).meta({ title: 'Condition' }),
});

export const ifType = defineNodeType({
  type: 'IF',
  title: 'If',
  summary: 'Goes one of two ways.',
  icon: 'split',
  section: 'flow',
  effect: 'pure',
  hasNoValue: true,
  params: ifParams,
  ports: () => ['then', 'else', 'error'],
  cardLine: ({ params }) => params.condition,
  initial: () => ({ params: { condition: 'true' } }),
});
