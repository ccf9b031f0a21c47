import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Address } from '#base';
import type { Proposal } from '#kernel';
import type { Plan, Variable } from '#plan';
import { keepChecked } from '../state/checking';
import { openSessionStore, type Session } from '../state/session';
import { editorOfProposal } from './editorOfProposal';
import { isEdited, planOfProposal } from './planOfProposal';

/** A plan that waits for a person, in an editor of its own (D9). */
export interface EditedProposal {
  /** Where its run waits for the answer, and which run that is. */
  readonly wait: Address;
  readonly runId: string;
  readonly proposal: Proposal;
  /** As it was proposed. */
  readonly original: Plan;
  /** The workspace whose run waits. */
  readonly home: Session;
  /** The same with an editor that holds the plan and nothing else. */
  readonly session: Session;
  readonly stop: () => void;
}

interface State {
  readonly edited: EditedProposal | null;
  /** Whether its screen is shown; what was edited stays when it is not. */
  readonly isOpen: boolean;
}

const store = createStore<State>(() => ({ edited: null, isOpen: false }));

/** Opens the plan that waits, as it was left when it was edited before. */
export function editProposal(home: Session, wait: Address, proposal: Proposal, name: string): void {
  const runId = home.editor.cursor.shown?.runId;
  if (runId === undefined) return;
  const { edited: before } = store.getState();
  const isSame = before?.wait === wait && before.runId === runId && before.proposal.plan === proposal.plan;
  if (!isSame) before?.stop();
  const edited = isSame ? before : begin(home, { wait, runId, proposal }, name);
  store.setState({ edited, isOpen: true });
  openSessionStore.setState({ session: edited.session });
}

function begin(
  home: Session,
  { wait, runId, proposal }: Pick<EditedProposal, 'wait' | 'runId' | 'proposal'>,
  name: string,
): EditedProposal {
  const original = planOfProposal(proposal, name, variablesAround(home));
  const editor = editorOfProposal(proposal, original, home.editor);
  const session: Session = { ...home, editor };
  const stopChecking = keepChecked(session, editor.workspace, () => editor.catalogue);
  const left = new AbortController();
  home.closed.addEventListener('abort', () => dropProposal(), { signal: left.signal });
  const stop = (): void => {
    left.abort();
    stopChecking();
  };
  return { wait, runId, proposal, original, home, session, stop };
}

function variablesAround({ editor }: Session): readonly Variable[] {
  const { plan } = editor.scene.getState();
  return plan === null || plan.variables === 'open' ? [] : plan.variables;
}

/** Goes back to the run; what was edited stays. */
export function leaveProposal(): void {
  const { edited } = store.getState();
  if (edited !== null) openSessionStore.setState({ session: edited.home });
  store.setState({ isOpen: false });
}

/** Goes back to the run, and forgets what was edited. */
export function dropProposal(): void {
  const { edited } = store.getState();
  leaveProposal();
  edited?.stop();
  store.setState({ edited: null });
}

/** The plan as it was proposed. */
export function dropEdits({ session: { editor } }: EditedProposal): void {
  while (editor.undo());
}

/** The plan as it is now; undefined where nothing of it was edited. */
export function editedPlanAt(wait: Address): Plan | undefined {
  const { edited } = store.getState();
  return edited?.wait === wait ? planNow(edited) : undefined;
}

/** Whether a plan that waits has been edited: nothing keeps that but this page. */
export function hasEdits(): boolean {
  const { edited } = store.getState();
  return edited !== null && planNow(edited) !== undefined;
}

function planNow({ session, original }: EditedProposal): Plan | undefined {
  const [plan] = session.editor.workspace.plans;
  return plan !== undefined && isEdited(plan, original) ? plan : undefined;
}

/** The edited plan of a wait, also while its screen is not shown. */
export function useEditedProposal(wait: Address): EditedProposal | null {
  return useStore(store, ({ edited }) => (edited?.wait === wait ? edited : null));
}

/** The proposal whose screen is shown. */
export function useOpenProposal(): EditedProposal | null {
  return useStore(store, ({ edited, isOpen }) => (isOpen ? edited : null));
}

export function openProposal(): EditedProposal | null {
  const { edited, isOpen } = store.getState();
  return isOpen ? edited : null;
}
