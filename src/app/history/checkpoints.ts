import type { Workspace } from '#plan';
import type { CheckpointReason } from '#storage';
import type { Session } from '../state/session';

/**
 * Keeps the workspace as it is now (W6).
 *
 * @param label the name that the user gave it; null for what is kept by itself
 * @throws StorageError
 */
export async function keepCheckpoint(
  session: Session,
  reason: CheckpointReason,
  label: string | null = null,
): Promise<number> {
  const { workspace } = session.editor;
  const { trusted } = session.state.getState();
  const { text, hash } = await session.work.written(workspace);
  return session.storage.workspaces.checkpoint({
    workspace: session.id,
    ...{ reason, label, trusted, text, hash },
  });
}

/** Keeps it before something is brought in. Undo leads back as well: what cannot be kept holds nothing up. */
export async function keepBeforeImport(session: Session): Promise<void> {
  await keepCheckpoint(session, 'import').catch(() => undefined);
}

/**
 * Goes back to an earlier state: one edit, which undo takes back, after the present was kept.
 *
 * @param past its content, and whether that was trusted: trust is of content, and never comes with going back (T1)
 * @throws StorageError when the present cannot be kept; then nothing has changed
 */
export async function revertTo(
  session: Session,
  past: { readonly workspace: Workspace; readonly trusted: boolean },
): Promise<void> {
  await keepCheckpoint(session, 'revert');
  // An edit of what is open no more is saved nowhere.
  if (session.closed.aborted) return;
  const { editor } = session;
  const edit = { edit: 'replace-workspace', workspace: past.workspace } as const;
  const done = editor.edit(edit, { label: 'Revert to checkpoint', still: true });
  if (!done.ok) return;
  if (!past.trusted) session.state.setState({ trusted: false });
  editor.showRun(null);
}
