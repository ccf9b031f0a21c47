import { idSchema } from '../schema/names';
import { nodeShape } from '../schema/nodeFields';
import { z } from '../schema/zod';
import { defineNodeType } from './nodeType';

export const subPlanParams = z.strictObject({
  plan: idSchema.meta({ title: 'Plan' }),
  maxDepth: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ title: 'Most instances inside each other', description: 'Needed where a plan runs itself.' }),
});
export const subPlanSchema = z.strictObject(nodeShape('SUB_PLAN', subPlanParams));

export const subPlan = defineNodeType({
  type: 'SUB_PLAN',
  title: 'Sub-plan',
  summary: 'Runs another plan of the workspace.',
  section: 'flow',
  effect: 'unknown',
  leaf: false,
  params: subPlanParams,
  ports: () => ['out', 'error'],
  initial: () => ({ params: { plan: 'main' } }),
});
