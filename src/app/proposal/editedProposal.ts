import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Address, type Diagnostic, present } from '#base';
import { createEditor, type Editor } from '#editor';
import type { Proposal } from '#kernel';
import type { Plan, Variable } from '#plan';
import type { Waiting } from '#projection';
import { keyOfWaiting } from '../run/waiting';
import { keepChecked } from '../state/autosave';
import { PHONE, useMedia } from '../state/layout';
import { openSessionStore, type Session, useSession } from '../state/session';
import {
  answerOfPlan,
  callsOf,
  type EditableProposal,
  isEdited,
  marksOfPlan,
  planOfAnswer,
  planOfProposal,
  proposalOfChange,
} from './changePlan';

/** Who proposes it: a run, which waits for the answer at an address; or a model that was asked to change a plan of the document. */
export type Origin =
  | { readonly kind: 'run'; readonly wait: Address; readonly runId: string; readonly question: string }
  | { readonly kind: 'change'; readonly plan: Plan; readonly words: string };

/** A plan that waits for a person, in an editor of its own (D9). */
export interface EditedProposal {
  readonly from: Origin;
  readonly proposal: EditableProposal;
  /** As it was proposed. */
  readonly original: Plan;
  /** The workspace whose run waits. */
  readonly home: Session;
  /** The same with an editor that holds the plan and nothing else. */
  readonly session: Session;
  /** Whether a reload finds it as it is. */
  readonly isKept: () => boolean;
  readonly stop: () => void;
}

interface State {
  readonly edited: EditedProposal | null;
  /** Whether its screen is shown; what was edited stays when it is not. */
  readonly isOpen: boolean;
}

/** By what a workspace shows, which its own session has and that of a plan that is edited. */
const stores = new WeakMap<Session['shown'], StoreApi<State>>();

function storeOf({ shown }: Session): StoreApi<State> {
  const known = stores.get(shown);
  if (known !== undefined) return known;
  const made = createStore<State>(() => ({ edited: null, isOpen: false }));
  stores.set(shown, made);
  return made;
}

/** Opens the plan that waits for an answer, as it was left when it was edited before. */
export function editProposal(home: Session, waiting: Waiting, proposal: Proposal): void {
  const from = originOf(home, waiting);
  if (from === null) return;
  const { edited } = storeOf(home).getState();
  show(edited !== null && isFrom(edited, from) ? edited : ofRun(home, from, proposal, waiting.name));
}

/** Puts back what was edited of a plan before the page was left, as one edit, and without showing its screen. */
export async function restoreEdits(home: Session, waiting: Waiting, proposal: Proposal): Promise<void> {
  const from = originOf(home, waiting);
  if (from === null || isHeld(home, from)) return;
  const kept = await home.storage.runs.planEdit(from.runId).catch(() => null);
  if (kept?.question !== from.question || isHeld(home, from) || home.closed.aborted) return;
  const edited = ofRun(home, from, proposal, waiting.name);
  const plan = planOfAnswer(kept.plan, edited.original);
  const { editor } = edited.session;
  if (!plan.ok) return edited.stop();
  const workspace = { ...editor.workspace, plans: [plan.value] };
  editor.edit({ edit: 'replace-workspace', workspace }, { label: 'Your changes' });
  const store = storeOf(home);
  store.getState().edited?.stop();
  store.setState({ edited });
}

function isHeld(home: Session, from: OfRun): boolean {
  const { edited } = storeOf(home).getState();
  return edited !== null && isFrom(edited, from);
}

type OfRun = Extract<Origin, { kind: 'run' }>;

function originOf(home: Session, waiting: Waiting): OfRun | null {
  const runId = home.editor.cursor.shown?.runId;
  if (runId === undefined) return null;
  return { kind: 'run', wait: waiting.address, runId, question: keyOfWaiting(waiting) };
}

function isFrom({ from }: EditedProposal, { runId, question }: OfRun): boolean {
  return from.kind === 'run' && from.runId === runId && from.question === question;
}

function ofRun(home: Session, from: OfRun, proposal: Proposal, name: string): EditedProposal {
  return opened(home, from, proposal, planOfProposal(proposal, name, variablesAround(home)));
}

/** Opens what a model has made of a plan of the document. */
export function editChange(home: Session, plan: Plan, words: string, changed: Plan): void {
  show(opened(home, { kind: 'change', plan, words }, proposalOfChange(home, plan, changed), changed));
}

function opened(home: Session, from: Origin, proposal: EditableProposal, original: Plan): EditedProposal {
  const calls = from.kind === 'run' ? callsOf(proposal) : undefined;
  const editor = editorOfProposal(proposal, original, home.editor, calls);
  const session: Session = { ...home, editor };
  const stopChecking = keepChecked(session, editor.workspace, () => editor.catalogue);
  const left = new AbortController();
  home.closed.addEventListener('abort', () => dropProposal(home), { signal: left.signal });
  const keeper = from.kind === 'run' ? keepEdits(home, from, () => planIn(session, original)) : null;
  const stopKeeping = editor.document.subscribe(() => keeper?.keep());
  const stopWaiting = from.kind === 'run' ? whenDecided(home, from, () => dropProposal(home)) : () => {};
  const stop = (): void => {
    left.abort();
    stopChecking();
    stopKeeping();
    stopWaiting();
  };
  return { from, proposal, original, home, session, isKept: () => keeper?.isKept() ?? false, stop };
}

function show(edited: EditedProposal): void {
  const store = storeOf(edited.home);
  const { edited: before } = store.getState();
  if (before !== edited) before?.stop();
  store.setState({ edited, isOpen: true });
  openSessionStore.setState({ session: edited.session });
}

function variablesAround({ editor }: Session): readonly Variable[] {
  const { plan } = editor.scene.getState();
  return plan === null || plan.variables === 'open' ? [] : plan.variables;
}

/** Goes back to the run; what was edited stays. */
export function leaveProposal(session: Session): void {
  const store = storeOf(session);
  const { edited, isOpen } = store.getState();
  if (edited !== null && isOpen) openSessionStore.setState({ session: edited.home });
  store.setState({ isOpen: false });
}

/** Shows a change of the document again, which has no other place; a plan that waits is opened from its run. */
function returnToChange(session: Session): void {
  const { edited } = storeOf(session).getState();
  if (edited?.from.kind === 'change') show(edited);
}

/** Goes back to the run, and holds what was edited no longer. */
export function dropProposal(session: Session): void {
  const store = storeOf(session);
  const { edited } = store.getState();
  leaveProposal(session);
  edited?.stop();
  store.setState({ edited: null });
}

/** Whether it is what waits in the run that is shown. */
function isOf(edited: EditedProposal, waiting: Waiting): boolean {
  const from = originOf(edited.home, waiting);
  return from !== null && isFrom(edited, from);
}

/** The plan as it was proposed. */
export function dropEdits({ session: { editor } }: EditedProposal): void {
  while (editor.undo());
}

/** The plan as it is now; undefined where nothing of it was edited. */
export function editedPlanOf(session: Session, waiting: Waiting): Plan | undefined {
  const { edited } = storeOf(session).getState();
  return edited !== null && isOf(edited, waiting) ? planNow(edited) : undefined;
}

/** Whether a plan has been edited that goes with the page: a change of the document, or one that could not be kept yet. */
export function hasUnkeptEdits(session: Session): boolean {
  const { edited } = storeOf(session).getState();
  return edited !== null && planNow(edited) !== undefined && !edited.isKept();
}

function planNow({ session, original }: EditedProposal): Plan | undefined {
  return planIn(session, original);
}

function planIn({ editor }: Session, original: Plan): Plan | undefined {
  const [plan] = editor.workspace.plans;
  return plan !== undefined && isEdited(plan, original) ? plan : undefined;
}

/** The edited plan of a wait, also while its screen is not shown. */
export function useEditedProposal(waiting: Waiting): EditedProposal | null {
  const store = storeOf(useSession());
  return useStore(store, ({ edited }) => (edited !== null && isOf(edited, waiting) ? edited : null));
}

/** The proposal whose screen is shown. */
export function useOpenProposal(): EditedProposal | null {
  return useStore(storeOf(useSession()), ({ edited, isOpen }) => (isOpen ? edited : null));
}

export function openProposal(session: Session): EditedProposal | null {
  const { edited, isOpen } = storeOf(session).getState();
  return isOpen ? edited : null;
}

/**
 * An editor that holds a plan that waits, and nothing else (D9). Its palette has what the plan may call (P8), and its problems are
 * those for which the run would refuse the edit (L10).
 *
 * @param around the workspace of the run, and what there is to call
 * @param calls what it calls already, where a person has to approve what else it shall call (P9)
 */
export function editorOfProposal(
  proposal: EditableProposal,
  original: Plan,
  { workspace, catalogue }: Pick<Editor, 'workspace' | 'catalogue'>,
  calls?: ReadonlySet<string>,
): Editor {
  return createEditor({
    // Other plans are edited where they lie; what is a change of one stands where that stands.
    workspace: { ...workspace, plans: [original] },
    catalogue: new Map([...catalogue].filter(([id]) => proposal.tools.includes(id))),
    proposal: {
      problemsOf: (plan) => namingPlan(proposal.problemsOf(answerOfPlan(plan)), plan),
      marksOf: (plan) => marksOfPlan(plan, proposal),
      ...present({ calls }),
    },
    now: Date.now,
  });
}

/** A plan that lies in no document is not named by the rules: here it is the one that is drawn. */
function namingPlan(found: readonly Diagnostic[], { id }: Plan): readonly Diagnostic[] {
  return found.map((one) => ({ ...one, where: { ...one.where, plan: id } }));
}

/** Which plan waits, and in which run. */
interface Question {
  readonly runId: string;
  readonly question: string;
}

/**
 * Keeps what a person edits of a plan that waits beside its run, so that it is there when the run is opened again (D9).
 *
 * @param now the plan as it was edited; undefined where nothing of it is
 */
function keepEdits(
  { storage }: Session,
  { runId, question }: Question,
  now: () => Plan | undefined,
): { readonly keep: () => void; readonly isKept: () => boolean } {
  let unkept = 0;
  const keep = async (): Promise<void> => {
    unkept += 1;
    const begun = unkept;
    const plan = now();
    const edit = plan === undefined ? null : { question, plan: answerOfPlan(plan) };
    await storage.runs.keepPlanEdit(runId, edit);
    if (begun === unkept) unkept = 0;
  };
  return {
    // What could not be kept is warned of when the page is left.
    keep: () => void keep().catch(() => {}),
    isKept: () => storage.kind === 'indexeddb' && unkept === 0,
  };
}

/** Tells once the plan waits no more, here or in another tab; what was edited of it is forgotten then. */
function whenDecided(
  { editor, storage }: Session,
  { runId, question }: Question,
  then: () => void,
): () => void {
  return editor.runs.subscribe(({ runs }) => {
    const run = runs.get(runId);
    if (run === undefined || run.live.waiting.some((waiting) => keyOfWaiting(waiting) === question)) return;
    void storage.runs.keepPlanEdit(runId, null).catch(() => {});
    then();
  });
}

/** A hand decides about a plan, and does not edit it: what was edited stays, and a change waits for the desk. */
export function useProposalAtDesk(): void {
  const session = useSession();
  const isPhone = useMedia(PHONE);
  useEffect(() => {
    if (isPhone) leaveProposal(session);
    else returnToChange(session);
  }, [session, isPhone]);
}

/**
 * What the plan that is edited waits for. As soon as it waits no more its run is shown again: it was decided, here or in another
 * tab, or the run is over.
 */
export function useStillWaits(
  { home, proposal }: EditedProposal,
  { wait, runId }: Extract<Origin, { kind: 'run' }>,
): Waiting | null {
  const waiting = useStore(home.editor.runs, ({ runs }) => {
    const open = runs.get(runId)?.live.waiting ?? [];
    return open.find(({ address, kind }) => address === wait && kind === 'approval') ?? null;
  });
  const isSame =
    waiting !== null && home.shown.facts.getState().steered?.proposal(wait)?.plan === proposal.plan;
  useEffect(() => {
    if (!isSame) dropProposal(home);
  }, [home, isSame]);
  return waiting;
}
