import type { Workspace } from '../../schema/workspace';
import type { Applied } from '../edit';
import { changeLists } from './changeTransitions';
import type { UpdateTransition } from './machineEdits';
import { splitPath } from './transitionLists';

export function updateTransition(workspace: Workspace, edit: UpdateTransition): Applied {
  const { list, index } = splitPath(edit.path);
  return changeLists(workspace, edit.plan, edit.state, [
    {
      list,
      change: (before) =>
        index in before ? before.map((one, at) => [at === index ? edit.to : one, at] as const) : null,
    },
  ]);
}
