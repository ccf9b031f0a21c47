import type { Draft } from '../draft';
import type { Frame } from '../state';
import { dynamicAround } from '../variables';

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
