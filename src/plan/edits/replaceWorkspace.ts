import { ok } from '#base';
import type { Workspace } from '../schema/workspace';
import type { Applied, ReplaceWorkspace } from './edit';

export function replaceWorkspace(workspace: Workspace, edit: ReplaceWorkspace): Applied {
  return ok({
    workspace: { ...edit.workspace, id: workspace.id },
    inverse: { edit: 'replace-workspace', workspace },
  });
}
