import { ok } from '#base';
import type { Workspace } from '../schema/workspace';
import type { Applied, Batch, Edit } from './edit';

/** @param apply applies one edit; given, because it is `apply` that knows all verbs, this one too */
export function batch(
  workspace: Workspace,
  edit: Batch,
  apply: (workspace: Workspace, edit: Edit) => Applied,
): Applied {
  const inverses: Edit[] = [];
  let current = workspace;
  for (const one of edit.edits) {
    const applied = apply(current, one);
    if (!applied.ok) return applied;
    current = applied.value.workspace;
    inverses.push(applied.value.inverse);
  }
  return ok({
    workspace: current,
    inverse: { edit: 'batch', label: edit.label, edits: inverses.toReversed() },
  });
}
