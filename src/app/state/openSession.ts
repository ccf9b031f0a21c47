import { createStore } from 'zustand/vanilla';
import { type Diagnostic, hasErrors } from '#base';
import { createEditor } from '#editor';
import { type Catalogue, read, type Workspace, workspaceHash, write } from '#plan';
import { catalogueOf } from '#runtime';
import { keepSaved } from './autosave';
import { capabilitiesOfPage, storageOfPage } from './services';
import { openSessionStore, type Session, type SessionState } from './session';
import { followTrust, readBudget } from './trust';

/** What came of opening a workspace. */
export type Opened =
  | { readonly kind: 'open'; readonly session: Session }
  /** Nothing is kept here under this id. */
  | { readonly kind: 'absent' }
  /** Made with a newer version, or with node types that are unknown here (case A8): it can be looked at and taken away. */
  | {
      readonly kind: 'readOnly';
      readonly text: string;
      readonly name: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'refused'; readonly text: string; readonly diagnostics: readonly Diagnostic[] };

/** Opens a workspace that is kept in this browser. Opening runs nothing (T1). */
export async function openSession(id: string): Promise<Opened> {
  const [storage, capabilities] = await Promise.all([storageOfPage(), capabilitiesOfPage()]);
  const { absentIn, withMade } = await import('#capabilities');
  const stored = await storage.workspaces.read(id);
  if (stored === null) return { kind: 'absent' };
  const outcome = read(stored.text);
  if (outcome.kind === 'readOnly') return outcome;
  if (outcome.kind === 'refused' || hasErrors(outcome.diagnostics)) {
    return { kind: 'refused', text: stored.text, diagnostics: outcome.diagnostics };
  }
  const { workspace } = outcome;
  const kept = await readBudget({ id, storage });
  const catalogueFor = (now: Workspace) => catalogueOf(now, withMade(capabilities, now));
  const editor = createEditor({
    workspace,
    catalogue: catalogueFor(workspace),
    now: Date.now,
    schedule: onceAFrame,
  });
  const state = createStore<SessionState>(() => ({
    trusted: stored.trusted !== null && stored.trusted === workspaceHash(workspace),
    trustedFrom: 0,
    budget: kept,
    saving: 'saved',
    saveProblem: null,
    conflict: false,
  }));
  const session: Session = {
    id,
    editor,
    storage,
    capabilities,
    absent: (plan) => absentIn([plan], editor.workspace, withMade(capabilities, editor.workspace)),
    state,
    stored: { hash: stored.hash, revision: stored.revision },
    save: () => saving.save(),
    text: () => write(editor.workspace),
    close: () => stop(),
  };
  const saving = keepSaved(session);
  const stopChecking = keepChecked(session, workspace, catalogueFor);
  const stopFollowing = followTrust(session);
  const stop = () => {
    saving.stop();
    stopChecking();
    stopFollowing();
    if (openSessionStore.getState().session === session) openSessionStore.setState({ session: null });
  };
  openSessionStore.setState({ session });
  return { kind: 'open', session };
}

/** How long typing rests before the rules are read again, in milliseconds. */
const CHECK_MS = 200;

/** E4: problems follow the document; the catalogue follows the workspace's own capabilities. */
function keepChecked(
  { editor }: Session,
  opened: Workspace,
  among: (workspace: Workspace) => Catalogue,
): () => void {
  let timer = 0;
  let known = opened.capabilities;
  const unsubscribe = editor.document.subscribe((now, before) => {
    if (now.revision === before.revision) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const { workspace } = editor.document.getState();
      if (workspace.capabilities === known) editor.check();
      else {
        known = workspace.capabilities;
        editor.setCatalogue(among(workspace));
      }
    }, CHECK_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Screens are drawn once a frame however many commits arrive in it; a hidden tab draws now and then. */
function onceAFrame(work: () => void): void {
  if (document.hidden) window.setTimeout(work, 100);
  else requestAnimationFrame(work);
}
