import { ok } from '#base';
import { type Workspace, workspaceSchema } from '../schema/workspace';
import type { Applied, RenameWorkspace } from './edit';
import { misfit } from './refusal';

export function renameWorkspace(workspace: Workspace, edit: RenameWorkspace): Applied {
  const name = workspaceSchema.shape.name.safeParse(edit.name);
  if (!name.success) return misfit('The name is not valid.', { field: '/name' });
  return ok({
    workspace: { ...workspace, name: name.data },
    inverse: { edit: 'rename-workspace', name: workspace.name },
  });
}
