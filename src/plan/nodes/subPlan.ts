import { as, idSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { defineNodeType } from './nodeType';

const subPlanParams = z.strictObject({
  plan: as('plan', idSchema).meta({ title: 'Plan' }),
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
  pinnable: true,
  opensScope: () => true,
  resolvesAnew: true,
  params: subPlanParams,
  cardLine: ({ params: { plan, maxDepth } }, around) => {
    const deep = maxDepth === undefined ? '' : ` · at most ${maxDepth} deep`;
    return `runs ${around.nameOf('plan', plan)}${deep}`;
  },
  initial: () => ({ params: { plan: 'main' } }),
});
