import { workspaceHash, write } from '#plan';
import { StorageError } from '#runtime';
import { refresh } from './services';
import type { SaveProblem, Session } from './session';

/** How long editing rests before it is saved, in milliseconds. */
const REST_MS = 400;

/**
 * W6: the document is saved continuously. A failed write is visible at once; when another tab has saved first,
 * ours is kept as a checkpoint and the conflict is shown.
 *
 * A write that failed is tried again with the next change, and when it is asked for.
 *
 * @returns saves what is still unsaved now; stops saving, after the same
 */
export function keepSaved(session: Session): { readonly save: () => void; readonly stop: () => void } {
  let timer = 0;
  let savedRevision = session.editor.document.getState().revision;
  let busy = false;
  /** The checkpoint that holds ours since another tab was faster. */
  let conflict: number | null = null;

  const save = async (): Promise<void> => {
    const { revision, workspace } = session.editor.document.getState();
    if (busy || revision === savedRevision) return;
    busy = true;
    try {
      const outcome = await saveNow(session, workspace, conflict);
      if (outcome === 'saved') savedRevision = revision;
      else if (outcome !== 'failed') conflict = outcome;
    } finally {
      busy = false;
    }
    if (session.editor.document.getState().revision !== revision) void save();
  };
  const unsubscribe = session.editor.document.subscribe((now, before) => {
    if (now.revision === before.revision) return;
    session.state.setState({ saving: 'waiting' });
    clearTimeout(timer);
    timer = window.setTimeout(() => void save(), REST_MS);
  });
  const saveAtOnce = () => {
    clearTimeout(timer);
    void save();
  };
  const onHide = () => {
    if (document.hidden) saveAtOnce();
  };
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('pagehide', saveAtOnce);
  const stop = () => {
    document.removeEventListener('visibilitychange', onHide);
    window.removeEventListener('pagehide', saveAtOnce);
    unsubscribe();
    saveAtOnce();
  };
  return { save: saveAtOnce, stop };
}

/** @returns whether it is stored now, or the checkpoint that it became */
async function saveNow(
  session: Session,
  workspace: Parameters<typeof write>[0],
  conflict: number | null,
): Promise<'saved' | 'failed' | number> {
  const hash = workspaceHash(workspace);
  const { trusted } = session.state.getState();
  try {
    const saved = await session.storage.workspaces.save({
      id: session.id,
      name: workspace.name,
      text: write(workspace),
      hash,
      // The user's own edits keep the trust that the content had (W4).
      trusted: trusted ? hash : null,
      revision: session.stored.revision,
      conflict,
    });
    refresh('history', session.id);
    if (saved.kind === 'conflict') {
      session.state.setState({
        saving: 'failed',
        conflict: true,
        saveProblem: {
          code: 'WORKSPACE_CONFLICT',
          message: 'Another tab saved this workspace first.',
          help: 'Yours is kept as a checkpoint, under History.',
        },
      });
      return saved.checkpoint;
    }
    session.stored = { hash, revision: saved.revision };
    session.state.setState({ saving: 'saved', saveProblem: null });
    refresh('workspaces');
    return 'saved';
  } catch (error) {
    session.state.setState({ saving: 'failed', saveProblem: saveProblemOf(error) });
    return 'failed';
  }
}

function saveProblemOf(thrown: unknown): SaveProblem {
  return {
    code: thrown instanceof StorageError ? thrown.code : 'STORAGE_REFUSED',
    message: thrown instanceof Error ? thrown.message : 'The browser does not say why.',
    help: 'Nothing is lost while this page is open: make room, or download it. Then try again.',
  };
}
