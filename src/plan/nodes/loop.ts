import { count } from '#base';
import { as, type Role, variableNameSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

/** A test stands outside the rounds, and may name theirs all the same (L9). */
const TEST: Role = {
  is: 'cel',
  sees: ({ beside: { indexVariable } }) => (typeof indexVariable === 'string' ? [indexVariable] : []),
};

const loopParams = z.strictObject({
  while: as(TEST, z.string()).optional().meta({ title: 'While', description: 'Tested before each round.' }),
  until: as(TEST, z.string()).optional().meta({ title: 'Until', description: 'Tested after each round.' }),
  maxIterations: z.int().min(1).meta({ title: 'Most rounds' }),
  indexVariable: as('local', variableNameSchema).optional().meta({ title: 'The round, from 0, is called' }),
});

export const loop = defineNodeType({
  type: 'LOOP',
  title: 'Loop',
  summary: 'Repeats what is in it while, or until, a condition holds.',
  icon: 'repeat',
  section: 'flow',
  effect: 'pure',
  opensScope: () => true,
  firstParams: ['until', 'while', 'maxIterations'],
  params: loopParams,
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
