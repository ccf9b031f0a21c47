import type { RunError } from '#kernel';

/** What planners say of a goal that they have no plan for; the last are a model's words. */
const BEYOND: ReadonlySet<string> = new Set(['CANNOT_PLAN', 'PLAN_DECLINED']);

/**
 * Whether a run, a node or an attempt ended because its question is beyond the planner: no fault of anybody, and not shown
 * as one. Another question is all that it takes.
 */
export function isUnanswered({ error }: { readonly error: RunError | null }): boolean {
  return BEYOND.has(error?.code ?? '');
}
