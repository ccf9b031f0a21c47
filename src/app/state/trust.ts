import { isJsonObject, type JsonObject } from '#base';
import { forgetRedo } from '#editor';
import type { Budget } from '#kernel';
import { say } from '../parts/Toasts';
import type { Session } from './session';

/** Limits that were set with the trust: every run of such a workspace has them (SECURITY, limits). */
const KEY = (id: string) => `trust.budget.${id}`;

/** Trusts the content of the open workspace by its hash (T1, W4), and keeps the limits that go with it. */
export function trustWorkspace(session: Session, budget: Budget): void {
  // The limits first: a tab that hears of the trust reads them.
  void keepBudget(session, budget);
  adoptTrust(session, true, budget);
}

/** The limits of the runs that begin from now on (K10). */
export function setBudget(session: Session, budget: Budget): void {
  void keepBudget(session, budget);
  session.state.setState({ budget });
}

/** The content that is open here is trusted, or is not any more: here, or by another tab that has the same open. */
export function adoptTrust({ editor, state }: Session, trusted: boolean, budget: Budget | null): void {
  if (trusted) forgetRedo(editor);
  const { past } = editor.document.getState().history;
  state.setState({ trusted, budget, trustedFrom: trusted ? past.length : 0 });
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

/** The trust itself is saved with the document, by the one saver of the workspace. */
async function keepBudget({ id, storage }: Session, budget: Budget): Promise<void> {
  try {
    await storage.settings.set(KEY(id), { ...budget });
  } catch {
    say({ tone: 'bad', text: 'The limits hold for this visit only: they could not be kept.' });
  }
}

/** The limits that were set when the workspace was trusted; null where none were. */
export async function readBudget(session: Pick<Session, 'id' | 'storage'>): Promise<Budget | null> {
  const kept = await session.storage.settings.get(KEY(session.id));
  return kept !== null && isJsonObject(kept) ? budgetOf(kept) : null;
}

/** The limits that an object says. */
export function budgetOf({ calls, wallTimeMs, tokens, microUnits }: JsonObject): Budget {
  return {
    ...(typeof calls === 'number' ? { calls } : {}),
    ...(typeof wallTimeMs === 'number' ? { wallTimeMs } : {}),
    ...(typeof tokens === 'number' ? { tokens } : {}),
    ...(typeof microUnits === 'number' ? { microUnits } : {}),
  };
}
