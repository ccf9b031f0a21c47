import { useStore } from 'zustand';
import type { Definition } from '#runtime';
import { closeDialog, openDialog } from '../state/dialogs';
import { layoutStore, PHONE, useMedia } from '../state/layout';
import { type Session, useSession } from '../state/session';
import type { ForkChange, ForkDraft } from '../state/shownRun';
import { canFork } from './goingOn';
import { useShownRun } from './runStore';

/**
 * Asks for a fork of the shown run, and stands at its position. What has been typed stays where only the position is another.
 *
 * @param at how many commits are kept; those that are shown by default
 * @returns false where no run is shown that can be forked
 */
export function openFork({ editor, shown }: Session, at?: number): boolean {
  const run = editor.cursor.shown;
  if (run === null || !canFork(run)) return false;
  const position = at ?? editor.runs.getState().position ?? run.commits.length;
  // Before its start there is no run to go on from.
  const kept = Math.max(1, position);
  const { draft } = shown.fork.getState();
  const typed = draft?.runId === run.runId ? draft : { changes: [], definition: null };
  shown.fork.setState({ draft: { ...typed, runId: run.runId, at: kept } });
  editor.cursor.seek(kept);
  layoutStore.setState({ inspectorOpen: true });
  if (matchMedia(PHONE).matches) openDialog({ kind: 'panel', panel: 'fork' });
  return true;
}

export function closeFork({ shown }: Session): void {
  shown.fork.setState({ draft: null });
  if (matchMedia(PHONE).matches) closeDialog();
}

/** The fork that is being made of a run, where one is. */
export function forkDraftOf({ shown }: Session, runId: string): ForkDraft | null {
  return draftOf(shown.fork.getState().draft, runId);
}

/** The fork that is being made of the shown run. */
export function useForkDraft(): ForkDraft | null {
  const runId = useShownRun((run) => run?.runId ?? null);
  return useStore(useSession().shown.fork, ({ draft }) => draftOf(draft, runId));
}

function draftOf(draft: ForkDraft | null, runId: string | null): ForkDraft | null {
  return draft !== null && draft.runId === runId ? draft : null;
}

/** The same for what lies beside its form: in a hand the form covers all. */
export function useForkBeside(): ForkDraft | null {
  const draft = useForkDraft();
  return useMedia(PHONE) ? null : draft;
}

/** Changes what the fork changes. */
export function editFork(
  { shown }: Session,
  change: (changes: readonly ForkChange[]) => readonly ForkChange[],
): void {
  shown.fork.setState(({ draft }) => ({ draft: draft && { ...draft, changes: change(draft.changes) } }));
}

export function chooseDefinition({ shown }: Session, definition: Definition): void {
  shown.fork.setState(({ draft }) => ({ draft: draft && { ...draft, definition } }));
}

/** The form in which the fork is made, by its id. */
export const FORK_FORM = 'fork-form';

/** Sends it. @returns false where there is none */
export function submitFork(): boolean {
  const form = document.getElementById(FORK_FORM);
  if (!(form instanceof HTMLFormElement)) return false;
  form.requestSubmit();
  return true;
}
