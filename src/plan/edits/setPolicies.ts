import { ok } from '#base';
import { type Workspace, workspaceSchema } from '../schema/workspace';
import type { Applied, SetPolicies } from './edit';
import { misfit } from './refusal';

export function setPolicies(workspace: Workspace, edit: SetPolicies): Applied {
  const policies = workspaceSchema.shape.policies.safeParse(edit.policies);
  if (!policies.success) return misfit('The policies are not valid.', { field: '/policies' });
  return ok({
    workspace: { ...workspace, policies: policies.data },
    inverse: { edit: 'set-policies', policies: workspace.policies },
  });
}
