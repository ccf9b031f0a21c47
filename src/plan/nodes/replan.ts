import { as } from '../fields/roles';
import { z } from '../fields/zod';

/**
 * What a PLAN_EXECUTOR re-plans by where its author says nothing else (P9). Reference 4 looks for words that signal missing
 * prerequisites or new requirements; these are such words, and each is looked for in texts without regard to upper case.
 */
export const REPLAN_DEFAULTS = {
  afterAttempts: 3,
  keywords: [
    'not found',
    'does not exist',
    'no such',
    'missing',
    'not available',
    'prerequisite',
    'must first',
    'is required',
    'new requirement',
  ],
  max: 3,
} as const;

/** When the planner of a plan in progress is asked for another (P9). Any one of the three reasons is enough. */
export const replanSchema = z.strictObject({
  afterAttempts: z.int().min(1).optional().meta({
    title: 'After so many failed attempts of a step',
    description: 'A step is tried as often as its own Retry, or that of this node, says.',
    default: REPLAN_DEFAULTS.afterAttempts,
  }),
  keywords: z
    .array(as('words', z.string()))
    .optional()
    .meta({
      title: 'When a result or an error contains',
      description: `Without any: ${REPLAN_DEFAULTS.keywords.join(', ')}.`,
    }),
  viability: z.number().min(0).max(1).optional().meta({
    title: 'When a model judges the rest below (0 to 1)',
    description: 'A model is asked after each step. Empty: no model is asked.',
  }),
  max: z.int().min(0).optional().meta({ title: 'Most revisions', default: REPLAN_DEFAULTS.max }),
});
