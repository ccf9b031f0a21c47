import type { Workspace } from '../../schema/workspace';
import type { Applied } from '../edit';
import { changeLists } from './changeTransitions';
import type { MoveTransition } from './machineEdits';
import { splitPath } from './transitionLists';

export function moveTransition(workspace: Workspace, edit: MoveTransition): Applied {
  const { list, index } = splitPath(edit.path);
  return changeLists(workspace, edit.plan, edit.state, [
    {
      list,
      change: (before) => {
        const moved = before[index];
        if (moved === undefined || edit.index < 0 || edit.index >= before.length) return null;
        const others = before.map((one, at) => [one, at] as const).filter(([, at]) => at !== index);
        return [...others.slice(0, edit.index), [moved, index] as const, ...others.slice(edit.index)];
      },
    },
  ]);
}
