import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Address } from '#base';
import type { Proposal } from '#kernel';
import type { Body, CapabilityPlan, Plan, Variable } from '#plan';
import { keepChecked } from '../state/checking';
import { openSessionStore, type Session } from '../state/session';
import { proposalOfChange } from './changePlan';
import { editorOfProposal } from './editorOfProposal';
import { isEdited, planOfProposal } from './planOfProposal';

/** Who proposes it: a run, which waits for the answer at an address; or a model that was asked to change a plan of the document. */
export type Origin =
  | { readonly kind: 'run'; readonly wait: Address; readonly runId: string }
  | { readonly kind: 'change'; readonly plan: CapabilityPlan; readonly words: string };

/** A plan that waits for a person, in an editor of its own (D9). */
export interface EditedProposal {
  readonly from: Origin;
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

/** Opens the plan that waits for an answer, as it was left when it was edited before. */
export function editProposal(home: Session, wait: Address, proposal: Proposal, name: string): void {
  const runId = home.editor.cursor.shown?.runId;
  if (runId === undefined) return;
  const { edited: before } = store.getState();
  const isSame =
    before?.from.kind === 'run' &&
    before.from.wait === wait &&
    before.from.runId === runId &&
    before.proposal.plan === proposal.plan;
  if (isSame) show(before);
  else
    open(home, { kind: 'run', wait, runId }, proposal, planOfProposal(proposal, name, variablesAround(home)));
}

/** Opens what a model has made of a plan of the document. */
export function editChange(home: Session, plan: CapabilityPlan, words: string, changed: Body): void {
  const original: CapabilityPlan = { ...plan, nodes: changed.nodes, edges: changed.edges };
  open(home, { kind: 'change', plan, words }, proposalOfChange(home, plan, changed), original);
}

function open(home: Session, from: Origin, proposal: Proposal, original: Plan): void {
  store.getState().edited?.stop();
  const editor = editorOfProposal(proposal, original, home.editor);
  const session: Session = { ...home, editor };
  const stopChecking = keepChecked(session, editor.workspace, () => editor.catalogue);
  const left = new AbortController();
  home.closed.addEventListener('abort', () => dropProposal(), { signal: left.signal });
  const stop = (): void => {
    left.abort();
    stopChecking();
  };
  show({ from, proposal, original, home, session, stop });
}

function show(edited: EditedProposal): void {
  store.setState({ edited, isOpen: true });
  openSessionStore.setState({ session: edited.session });
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

/** Shows a change of the document again, which has no other place; a plan that waits is opened from its run. */
export function returnToChange(): void {
  const { edited } = store.getState();
  if (edited?.from.kind === 'change') show(edited);
}

/** Goes back to the run, and forgets what was edited. */
export function dropProposal(): void {
  const { edited } = store.getState();
  leaveProposal();
  edited?.stop();
  store.setState({ edited: null });
}

function isOf({ from }: EditedProposal, wait: Address): boolean {
  return from.kind === 'run' && from.wait === wait;
}

/** The plan as it was proposed. */
export function dropEdits({ session: { editor } }: EditedProposal): void {
  while (editor.undo());
}

/** The plan as it is now; undefined where nothing of it was edited. */
export function editedPlanAt(wait: Address): Plan | undefined {
  const { edited } = store.getState();
  return edited !== null && isOf(edited, wait) ? planNow(edited) : undefined;
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
  return useStore(store, ({ edited }) => (edited !== null && isOf(edited, wait) ? edited : null));
}

/** The proposal whose screen is shown. */
export function useOpenProposal(): EditedProposal | null {
  return useStore(store, ({ edited, isOpen }) => (isOpen ? edited : null));
}

export function openProposal(): EditedProposal | null {
  const { edited, isOpen } = store.getState();
  return isOpen ? edited : null;
}
