import { count } from '#base';
import { type Role, roles, variableNameSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

/** A test stands outside the rounds, and may name theirs all the same (L9). */
const TEST: Role = {
  is: 'cel',
  sees: ({ beside: { indexVariable } }) => (typeof indexVariable === 'string' ? [indexVariable] : []),
};

const loopParams = z.strictObject({
  while: z
    .string()
    .optional()
    .meta({ title: 'While', description: 'Tested before each round.' })
    .register(roles, TEST),
  until: z
    .string()
    .optional()
    .meta({ title: 'Until', description: 'Tested after each round.' })
    .register(roles, TEST),
  maxIterations: z.int().min(1).meta({ title: 'Most rounds' }),
  indexVariable: variableNameSchema
    .optional()
    .meta({ title: 'The round, from 0, is called' })
    .register(roles, { is: 'local' }),
});

export const loop = defineNodeType({
  type: 'LOOP',
  title: 'Loop',
  summary: 'Repeats what is in it while, or until, a condition holds.',
  icon: 'repeat',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  opensScope: () => true,
  firstParams: ['until', 'while', 'maxIterations'],
  schema: z.strictObject(nodeShape('LOOP', loopParams)),
  params: loopParams,
  ports: () => ['out', 'error'],
  cardLine: ({ params }) => {
    const tests = [
      ...(params.while === undefined ? [] : [`while ${params.while}`]),
      ...(params.until === undefined ? [] : [`until ${params.until}`]),
    ];
    return `${tests.join(', ')}, at most ${count(params.maxIterations, 'round')}`;
  },
  initial: () => ({
    params: { until: 'true', maxIterations: 10, indexVariable: 'round' },
    body: { nodes: [], edges: [] },
  }),
});
