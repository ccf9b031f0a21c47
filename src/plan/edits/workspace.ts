import { ok } from '#base';
import { type Workspace, workspaceSchema } from '../schema/workspace';
import type { Applied, RenameWorkspace, ReplaceWorkspace, SetPolicies } from './edit';
import { misfit } from './inPlan';

export function renameWorkspace(workspace: Workspace, edit: RenameWorkspace): Applied {
  const name = workspaceSchema.shape.name.safeParse(edit.name);
  if (!name.success) return misfit('The name is not valid.', { field: '/name' });
  return ok({
    workspace: { ...workspace, name: name.data },
    inverse: { edit: 'rename-workspace', name: workspace.name },
  });
}

export function replaceWorkspace(workspace: Workspace, edit: ReplaceWorkspace): Applied {
  return ok({
    workspace: { ...edit.workspace, id: workspace.id },
    inverse: { edit: 'replace-workspace', workspace },
  });
}

export function setPolicies(workspace: Workspace, edit: SetPolicies): Applied {
  const policies = workspaceSchema.shape.policies.safeParse(edit.policies);
  if (!policies.success) return misfit('The policies are not valid.', { field: '/policies' });
  return ok({
    workspace: { ...workspace, policies: policies.data },
    inverse: { edit: 'set-policies', policies: workspace.policies },
  });
}
