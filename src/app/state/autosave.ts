import type { Budget } from '#kernel';
import type { Catalogue, Workspace } from '#plan';
import { StorageError } from '#runtime';
import type { StoredWorkspace } from '#storage';
import { type SaveProblem, type Session, type Written, writtenOf } from './session';
import { adoptTrust, readBudget } from './trust';

/** How long editing rests before it is saved, in milliseconds. */
const REST_MS = 400;

/** What is saved of a workspace: its document, and whether its content is trusted. */
interface Content {
  /** Of the document, in this tab. */
  readonly edits: number;
  readonly workspace: Workspace;
  readonly trusted: boolean;
}

/**
 * W6: the one saver of an open workspace. Document and trust are saved together and continuously, so that neither comes
 * in the way of the other. A failed write is visible at once; when another tab has saved first, ours is kept as a
 * checkpoint and the conflict is shown. While nothing is unsaved here, what another tab saves is shown at once: then the next
 * edit is one of the newest document, and no conflict.
 *
 * A write that failed is tried again with the next change, and when it is asked for.
 *
 * @param original the text that it was opened from: it stays stored until the first edit is saved (case A9)
 * @param read reads the text that another tab has saved; null where this version cannot edit it
 * @returns saves what is still unsaved now; stops saving, after the same
 */
export function keepSaved(
  session: Session,
  original: string,
  read: (text: string) => Promise<Workspace | null>,
): { readonly save: () => void; readonly stop: () => void } {
  let timer = 0;
  let saved = contentOf(session);
  let unedited: string | null = original;
  let busy = false;
  let takesOver = false;
  /** The checkpoint that holds ours since another tab was faster. */
  let conflict: number | null = null;
  /** Lets a save wait for nobody. */
  let hurry = (): void => {};
  /** Null when there is no time to wait for it. */
  const writtenInTime = (workspace: Workspace): Promise<Written | null> =>
    Promise.race([
      session.work.written(workspace),
      new Promise<null>((resolve) => {
        hurry = () => resolve(null);
      }),
    ]);

  const save = async (): Promise<void> => {
    const content = contentOf(session);
    if (busy || isSame(content, saved)) return;
    busy = true;
    try {
      // Trust alone leaves the text as it is.
      if (content.edits !== saved.edits) unedited = null;
      const { text, hash } = (await writtenInTime(content.workspace)) ?? writtenOf(content.workspace);
      const outcome = await saveNow(session, content, { text: unedited ?? text, hash, conflict });
      if (outcome === 'saved') saved = content;
      else if (outcome !== 'failed') conflict = outcome;
    } finally {
      busy = false;
    }
    if (!isSame(content, contentOf(session))) void save();
  };
  const saveSoon = () => {
    session.state.setState({ saving: 'waiting' });
    clearTimeout(timer);
    timer = window.setTimeout(() => void save(), REST_MS);
  };
  const saveAtOnce = () => {
    clearTimeout(timer);
    void save();
    // Whoever leaves has no other task: what follows is begun in this one.
    hurry();
  };
  const stopEdits = session.editor.document.subscribe((now, before) => {
    if (now.revision !== before.revision && !takesOver) saveSoon();
  });
  const stopTrust = session.state.subscribe((now, before) => {
    if (now.trusted !== before.trusted && now.trusted !== saved.trusted) saveAtOnce();
  });
  const isAllSaved = (): boolean => !busy && isSame(contentOf(session), saved);
  const stopFollowing = followTabs(session, {
    adopt: (trusted, budget) => {
      if (!isAllSaved()) return;
      saved = { ...saved, trusted };
      adoptTrust(session, trusted, budget);
    },
    takeOver: async ({ text, hash, revision, trusted }) => {
      if (!isAllSaved()) return;
      const workspace = await read(text);
      const isNewer = revision > session.stored.revision && !session.closed.aborted;
      if (workspace === null || !isNewer || !isAllSaved()) return;
      takesOver = true;
      const done = session.editor.edit(
        { edit: 'replace-workspace', workspace },
        { label: 'What another tab has saved', still: true },
      );
      takesOver = false;
      if (!done.ok) return;
      unedited = null;
      session.stored = { hash, revision };
      saved = { ...contentOf(session), trusted: trusted === hash };
      session.state.setState({ trusted: saved.trusted });
    },
  });
  const onHide = () => {
    if (document.hidden) saveAtOnce();
  };
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('pagehide', saveAtOnce);
  const stop = () => {
    document.removeEventListener('visibilitychange', onHide);
    window.removeEventListener('pagehide', saveAtOnce);
    stopEdits();
    stopTrust();
    stopFollowing();
    saveAtOnce();
  };
  return { save: saveAtOnce, stop };
}

function contentOf({ editor, state }: Session): Content {
  const { revision, workspace } = editor.document.getState();
  return { edits: revision, workspace, trusted: state.getState().trusted };
}

function isSame(one: Content, other: Content): boolean {
  return one.edits === other.edits && one.trusted === other.trusted;
}

/** What is done about what other tabs save. */
interface Follower {
  /** The very content that is open here is trusted now, or is not any more, with the limits that go with it. */
  readonly adopt: (trusted: boolean, budget: Budget | null) => void;
  /** A newer document is stored. */
  readonly takeOver: (stored: StoredWorkspace) => Promise<void>;
}

function followTabs(session: Session, { adopt, takeOver }: Follower): () => void {
  const { id, storage } = session;
  const isOurs = (hash: string, revision: number) =>
    hash === session.stored.hash && revision === session.stored.revision;
  const look = async (): Promise<void> => {
    const budget = await readBudget(session);
    // What was told may be older than what this tab has saved since: only what is stored now counts.
    const stored = await storage.workspaces.read(id);
    if (stored === null || !isOurs(stored.hash, stored.revision)) return;
    adopt(stored.trusted === stored.hash, budget);
  };
  return storage.workspaces.watch(id, (stored) => {
    if (stored === null) return;
    if (stored.revision > session.stored.revision) takeOver(stored).catch(() => {});
    if (!isOurs(stored.hash, stored.revision)) return;
    const trusted = stored.trusted === stored.hash;
    if (trusted !== session.state.getState().trusted) look().catch(() => {});
  });
}

/** @returns whether it is stored now, or the checkpoint that it became */
async function saveNow(
  session: Session,
  { workspace, trusted }: Content,
  { text, hash, conflict }: Written & { readonly conflict: number | null },
): Promise<'saved' | 'failed' | number> {
  try {
    const saved = await session.storage.workspaces.save({
      id: session.id,
      name: workspace.name,
      text,
      hash,
      // The user's own edits keep the trust that the content had (W4).
      trusted: trusted ? hash : null,
      // What has come in once stays; what was made here is said when it is kept (W7).
      ...(session.state.getState().madeHere ? {} : { madeHere: false }),
      revision: session.stored.revision,
      conflict,
    });
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

/** How long typing rests before the rules are read again, in milliseconds. */
const CHECK_MS = 200;

interface Checked extends Pick<Session, 'editor'> {
  readonly work: Pick<Session['work'], 'isLarge' | 'problems'>;
}

/**
 * E4: problems follow the document; the catalogue follows the workspace's own capabilities.
 *
 * @param opened the document that was checked already
 * @returns ends it
 */
export function keepChecked(
  { editor, work }: Checked,
  opened: Workspace,
  among: (workspace: Workspace) => Catalogue,
): () => void {
  let timer = 0;
  let known = opened.capabilities;
  let isOver = false;
  const check = async (): Promise<void> => {
    const { workspace, revision } = editor.document.getState();
    if (workspace.capabilities !== known) {
      known = workspace.capabilities;
      editor.setCatalogue(among(workspace));
    }
    if (!work.isLarge(workspace)) return void editor.check();
    const found = await work.problems(workspace);
    if (isOver) return;
    if (found === null) editor.check();
    // What is known of a later document is not taken back.
    else if (revision >= editor.problems.getState().revision)
      editor.problems.setState({ diagnostics: found, revision });
  };
  const unsubscribe = editor.document.subscribe((now, before) => {
    if (now.revision === before.revision) return;
    clearTimeout(timer);
    // What fails has failed with its session: nobody looks for problems any more.
    timer = window.setTimeout(() => void check().catch(() => undefined), CHECK_MS);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
