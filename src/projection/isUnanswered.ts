import type { RunError } from '#kernel';

/**
 * Whether a run, a node or an attempt ended because its question is beyond the planner: no fault of anybody, and not shown
 * as one. Another question is all that it takes.
 */
export function isUnanswered({ error }: { readonly error: RunError | null }): boolean {
  return error?.code === 'CANNOT_PLAN';
}
