import { as, jsonSchema } from '../fields/fields';
import { z } from '../fields/inspect';

/** Of anything: more is no limit. */
const MOST = 1_000_000_000;
const MINUTE_MS = 60_000;
/** Money is stored in millionths. */
const MICRO = 1_000_000;
/** The least part of a minute, or of money, that is a limit. */
const LEAST = 0.01;
const NO_LIMIT = { titles: { '': 'no limit' } };

/** K10: what a person lets a run use up; what is left out has no limit. */
export const budgetSchema = z.strictObject({
  calls: z
    .int()
    .min(1)
    .max(MOST)
    .optional()
    .meta({ title: 'Most calls', ...NO_LIMIT }),
  wallTimeMs: z
    .int()
    .min(LEAST * MINUTE_MS)
    .max(MOST * MINUTE_MS)
    .optional()
    .meta({ title: 'Longest, in minutes', scale: MINUTE_MS, ...NO_LIMIT }),
  tokens: z
    .int()
    .min(1)
    .max(MOST)
    .optional()
    .meta({ title: 'Most tokens', ...NO_LIMIT }),
  microUnits: z
    .int()
    .min(LEAST * MICRO)
    .max(MOST * MICRO)
    .optional()
    .meta({
      title: 'Most money',
      description: 'In the currency of the price of its models.',
      scale: MICRO,
      ...NO_LIMIT,
    }),
});

/** D10: what is said to come of a call instead of making it, and when. */
export const pinnedSchema = z.strictObject({
  output: jsonSchema
    .optional()
    .meta({ title: 'Output', description: 'JSON; a text stands in quotation marks.', format: 'json' }),
  error: z
    .strictObject({
      code: z
        .string()
        .min(1)
        .meta({ title: 'Code', format: 'code', examples: ['BROKEN'] }),
      message: z.string().min(1).meta({ title: 'Message' }),
    })
    .optional(),
  when: as('cel', z.string())
    .optional()
    .meta({
      title: 'Only when',
      description: 'A condition on input and the variables. Leave it empty to pin always.',
      examples: ['input.id == 7'],
    }),
});
