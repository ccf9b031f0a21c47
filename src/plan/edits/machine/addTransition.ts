import type { Workspace } from '../../schema/workspace';
import type { Applied } from '../edit';
import { changeLists } from './changeTransitions';
import type { AddTransition } from './machineEdits';

export function addTransition(workspace: Workspace, edit: AddTransition): Applied {
  const { plan, state, list, transition } = edit;
  return changeLists(workspace, plan, state, [
    {
      list,
      change: (before) => {
        const index = edit.index ?? before.length;
        if (index < 0 || index > before.length) return null;
        const kept = before.map((one, at) => [one, at] as const);
        return [...kept.slice(0, index), [transition, null] as const, ...kept.slice(index)];
      },
    },
  ]);
}
