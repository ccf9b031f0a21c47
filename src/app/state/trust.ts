import { forgetRedo } from '#editor';
import type { Budget } from '#kernel';
import { workspaceHash, write } from '#plan';
import { say } from '../parts/Toasts';
import { refresh } from './services';
import type { Session } from './session';

/** Limits that were set with the trust: every run of such a workspace has them (SECURITY, limits). */
const KEY = (id: string) => `trust.budget.${id}`;

/** Trusts the content of the open workspace by its hash (T1, W4), and keeps the limits that go with it. */
export function trustWorkspace(session: Session, budget: Budget): void {
  forgetRedo(session.editor);
  const { past } = session.editor.document.getState().history;
  session.state.setState({ trusted: true, trustedFrom: past.length, budget });
  void keepTrust(session, budget);
}

/**
 * Trust is of the content that was looked at (T1). What was taken back before it is not part of that: it cannot be
 * made again by redo, and undoing to before the trust makes the workspace restricted.
 *
 * @returns a function that ends it
 */
export function followTrust({ editor, state }: Session): () => void {
  return editor.document.subscribe(({ history }) => {
    const { trusted, trustedFrom } = state.getState();
    if (trusted && history.past.length < trustedFrom) state.setState({ trusted: false });
  });
}

async function keepTrust(session: Session, budget: Budget): Promise<void> {
  const { workspace } = session.editor;
  const hash = workspaceHash(workspace);
  try {
    const saved = await session.storage.workspaces.save({
      id: session.id,
      name: workspace.name,
      text: write(workspace),
      hash,
      trusted: hash,
      revision: session.stored.revision,
    });
    if (saved.kind === 'saved') session.stored = { hash, revision: saved.revision };
    await session.storage.settings.set(KEY(session.id), { ...budget });
    refresh('workspaces');
  } catch {
    say({ tone: 'bad', text: 'The trust holds for this visit only: it could not be kept.' });
  }
}

/** The limits that were set when the workspace was trusted; null where none were. */
export async function readBudget(session: Pick<Session, 'id' | 'storage'>): Promise<Budget | null> {
  const kept = await session.storage.settings.get(KEY(session.id));
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
  const calls: unknown = Reflect.get(kept, 'calls');
  const wallTimeMs: unknown = Reflect.get(kept, 'wallTimeMs');
  return {
    ...(typeof calls === 'number' ? { calls } : {}),
    ...(typeof wallTimeMs === 'number' ? { wallTimeMs } : {}),
  };
}
