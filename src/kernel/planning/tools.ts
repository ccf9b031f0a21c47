import { allows } from '#plan';
import type { Draft } from '../draft';
import type { Frame } from '../state';
import { dynamicAround } from '../variables';

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
