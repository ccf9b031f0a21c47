import { idSchema, roles } from '../fields/fields';
import { z } from '../fields/inspect';
import { nodeShape } from '../fields/nodeFields';
import { defineNodeType } from './nodeType';

const subPlanParams = z.strictObject({
  plan: idSchema.meta({ title: 'Plan' }).register(roles, { is: 'plan' }),
  maxDepth: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ title: 'Most instances inside each other', description: 'Needed where a plan runs itself.' }),
});

export const subPlan = defineNodeType({
  type: 'SUB_PLAN',
  title: 'Sub-plan',
  summary: 'Runs another plan of the workspace.',
  icon: 'package',
  section: 'flow',
  effect: 'unknown',
  leaf: false,
  pinnable: true,
  opensScope: () => true,
  resolvesAnew: true,
  schema: z.strictObject(nodeShape('SUB_PLAN', subPlanParams)),
  params: subPlanParams,
  ports: () => ['out', 'error'],
  cardLine: ({ params: { plan, maxDepth } }, around) => {
    const deep = maxDepth === undefined ? '' : ` · at most ${maxDepth} deep`;
    return `runs ${around.nameOf('plan', plan)}${deep}`;
  },
  initial: () => ({ params: { plan: 'main' } }),
});
