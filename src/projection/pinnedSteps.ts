import type { NodeRecord, RunView } from './runView';

/** D10: the nodes of a run whose output, or error, was pinned. */
export function pinnedSteps({ nodes }: Pick<RunView, 'nodes'>): readonly NodeRecord[] {
  return [...nodes.values()].filter(({ pinned }) => pinned === true);
}

/** "2 steps were pinned"; null where none was. */
export function pinnedWords(view: Pick<RunView, 'nodes'>): string | null {
  const count = pinnedSteps(view).length;
  if (count === 0) return null;
  return count === 1 ? '1 step was pinned' : `${count} steps were pinned`;
}
