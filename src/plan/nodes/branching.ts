import { z } from '../schema/zod';

/** Parameters that an ASYNC GROUP and an ITERATOR share: when they complete, and what becomes of the rest (R10, R11). */
export const completionSchema = z
  .union([
    z.enum(['ALL', 'FIRST_FAILURE', 'ALL_SETTLED', 'FIRST_SUCCESS']),
    z.string().regex(/^N_OF\([1-9]\d*\)$/),
  ])
  .optional()
  .meta({
    title: 'Complete when',
    default: 'ALL',
    titles: {
      ALL: 'All have succeeded',
      FIRST_FAILURE: 'All have succeeded, or one has failed',
      ALL_SETTLED: 'All have ended, however',
      FIRST_SUCCESS: 'One has succeeded',
    },
  });

export const restSchema = z
  .enum(['cancel', 'ignore'])
  .optional()
  .meta({
    title: 'The rest',
    default: 'cancel',
    titles: { cancel: 'is cancelled', ignore: 'goes on, unheard' },
  });

/** A merge that is the answer of a capability (L1). */
export const capabilityMergeSchema = z.string().regex(/^CAPABILITY\([A-Za-z][A-Za-z0-9_.:/-]{0,127}\)$/);
