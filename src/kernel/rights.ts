import { allows, MESSAGE_CAPABILITY } from '#plan';
import type { Draft } from './draft';
import type { RunError } from './fact';
import type { Frame } from './frame';
import type { NodeRef } from './nodeRef';
import { dynamicAround } from './variables';

/** Limits are inherited and only shrink (case E5, P8); those of the started plan's own nodes may raise them. */
export function limitsFor(
  draft: Draft,
  frame: Frame,
  limits: { readonly maxSteps?: number | undefined; readonly maxDepth?: number | undefined } | undefined,
): { maxSteps: number; maxDepth: number } {
  const around = dynamicAround(draft, frame)?.dynamic;
  if (!around) {
    const { planSteps, plannerDepth } = draft.start.limits;
    return { maxSteps: limits?.maxSteps ?? planSteps, maxDepth: limits?.maxDepth ?? plannerDepth };
  }
  return {
    maxSteps: Math.min(limits?.maxSteps ?? around.maxSteps, around.maxSteps),
    maxDepth: Math.min(limits?.maxDepth ?? around.maxDepth, around.maxDepth),
  };
}

/** How many planners a frame lies inside: 0 in the plan that was started. */
export function plannerDepthOf(draft: Draft, frame: Frame): number {
  return dynamicAround(draft, frame)?.dynamic?.depth ?? 0;
}

/**
 * The capabilities that an allow-list stands for, never more than the plan around it has (P8, I7). Without a list
 * all of those.
 */
export function resolveTools(
  draft: Draft,
  frame: Frame,
  patterns: readonly string[] | null,
): readonly string[] {
  const around = dynamicAround(draft, frame)?.dynamic?.tools;
  const known = around ?? draft.start.closure.capabilities.map(({ id }) => id);
  if (patterns === null) return known;
  return known.filter((id) => patterns.some((pattern) => allows(pattern, id)));
}

/** I7: whatever a plan of a planner says, it calls nothing that its planner was not allowed. */
export function notAllowed(draft: Draft, ref: NodeRef, capability: string): RunError | null {
  const dynamic = dynamicAround(draft, draft.frame(ref.frame))?.dynamic;
  if (!dynamic || capability === MESSAGE_CAPABILITY.id || dynamic.tools.includes(capability)) return null;
  return {
    code: 'CAPABILITY_NOT_ALLOWED',
    message: `This plan may not call "${capability}".`,
    help: 'Add it to the tools of the planner and of the plan executor.',
  };
}
