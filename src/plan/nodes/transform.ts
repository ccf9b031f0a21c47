import { as } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const transformParams = z.strictObject({
  expression: as('jsonata', z.string()).meta({ title: 'JSONata expression' }),
});

export const transform = defineNodeType({
  type: 'TRANSFORM',
  title: 'Transform',
  summary: 'Computes a value with JSONata.',
  icon: 'braces',
  section: 'work',
  effect: 'pure',
  leaf: true,
  pinnable: true,
  params: transformParams,
  cardLine: ({ params }) => params.expression,
  initial: () => ({ params: { expression: '$' } }),
});
