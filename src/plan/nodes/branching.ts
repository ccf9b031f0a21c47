import { as, type Role } from '../fields/fields';
import { z } from '../fields/inspect';

/** Enough is so many (R6, R10): `N_OF(2)`. */
export const enoughSchema = as('words', z.string().regex(/^N_OF\([1-9]\d*\)$/));

/** How many are enough; null where all are needed. */
export function enoughOf(need = ''): number | null {
  const enough = /^N_OF\((\d+)\)$/.exec(need)?.[1];
  return enough === undefined ? null : Number(enough);
}

/** Parameters that an ASYNC GROUP and an ITERATOR share: when they complete, and what becomes of the rest (R10, R11). */
export const completionSchema = z
  .union([z.enum(['ALL', 'FIRST_FAILURE', 'ALL_SETTLED', 'FIRST_SUCCESS']), enoughSchema])
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
    titles: { cancel: 'is cancelled', ignore: 'keeps running; its results are ignored' },
  });

/** A merge that is the answer of a capability (L1): `CAPABILITY(text.join)`. */
export const capabilityMergeSchema = z.string().regex(/^CAPABILITY\([A-Za-z][A-Za-z0-9_.:/-]{0,127}\)$/);

/** What the merge of a container is to whoever looks for capabilities. */
export const mergeRole: Role = {
  is: ({ value }) => (capabilityInMerge(value) === null ? 'words' : 'merge'),
};

/** The capability that a merge names; null where it is one of ours. */
export function capabilityInMerge(merge: unknown): string | null {
  return typeof merge === 'string' ? (/^CAPABILITY\((.*)\)$/.exec(merge)?.[1] ?? null) : null;
}

/** What a completion waits for (R10), as people say it. */
export function completionText(completion = 'ALL'): string {
  const enough = enoughOf(completion);
  if (enough !== null) return `first ${enough}`;
  return COMPLETIONS[completion] ?? completion.toLowerCase().replaceAll('_', ' ');
}

const COMPLETIONS: Readonly<Record<string, string>> = {
  ALL: 'all',
  FIRST_FAILURE: 'all, or first failure',
  ALL_SETTLED: 'all, failed or not',
  FIRST_SUCCESS: 'first success',
};
