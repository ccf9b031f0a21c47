import { variableNameSchema } from '../schema/names';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const loopParams = z.strictObject({
  while: z
    .string()
    .optional()
    .meta({ title: 'While', description: 'Tested before each round.', format: 'cel' }),
  until: z
    .string()
    .optional()
    .meta({ title: 'Until', description: 'Tested after each round.', format: 'cel' }),
  maxIterations: z.int().min(1).meta({ title: 'Most rounds' }),
  indexVariable: variableNameSchema.optional().meta({ title: 'The round, from 0, is called' }),
});

export const loop = defineNodeType({
  type: 'LOOP',
  title: 'Loop',
  summary: 'Repeats what is in it while, or until, a condition holds.',
  section: 'flow',
  effect: 'pure',
  leaf: false,
  params: loopParams,
  ports: () => ['out', 'error'],
  initial: () => ({
    params: { until: 'true', maxIterations: 10, indexVariable: 'round' },
    body: { nodes: [], edges: [] },
  }),
});
