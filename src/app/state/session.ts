import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Diagnostic, Hash } from '#base';
import type { Absent } from '#capabilities';
import type {
  DocumentState,
  Editor,
  ProblemsState,
  RunsState,
  Scene,
  SelectionState,
  ViewState,
} from '#editor';
import type { Runs } from '#hosting';
import type { Budget } from '#kernel';
import { type Catalogue, type Plan, type Workspace, workspaceHash, write } from '#plan';
import type { Capabilities } from '#runtime';
import type { Storage } from '#storage';
import type { ShownRun } from './shownRun';

/** Why the workspace is not saved, and what to do about it. */
export interface SaveProblem {
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

/** What is known of the open workspace besides its document. */
export interface SessionState {
  /** Hash of the content that may run (T1); null: restricted. The user's own edits keep it. */
  readonly trusted: boolean;
  /** How many steps of undo the content had behind it when it was trusted: undoing further leaves what was looked at. */
  readonly trustedFrom: number;
  /** Nothing of it came from outside: the person's default fills its slots (W7). */
  readonly madeHere: boolean;
  /** Limits that were set with the trust: every run has them. */
  readonly budget: Budget | null;
  readonly saving: 'saved' | 'waiting' | 'failed';
  /** Why it could not be saved (W6). */
  readonly saveProblem: SaveProblem | null;
  /** Another tab saved first; ours is kept as a checkpoint. */
  readonly conflict: boolean;
}

/** Checks and writes the document that is open: away from the page's thread where it is large. */
export interface SessionWork {
  isLarge(workspace: Workspace): boolean;
  /**
   * What the rules find in it (E4), where it is large.
   *
   * @returns null where no worker can be had
   * @throws when it was closed meanwhile
   */
  problems(workspace: Workspace): Promise<readonly Diagnostic[] | null>;
  /** The text and the hash of it. @throws when it was closed meanwhile */
  written(workspace: Workspace): Promise<Written>;
}

/** The workspace that is open in this tab. */
export interface Session {
  readonly id: string;
  readonly editor: Editor;
  readonly storage: Storage;
  readonly capabilities: Capabilities;
  /** What a plan calls and nothing here answers to. */
  readonly absent: (plan: Plan) => readonly Absent[];
  readonly state: StoreApi<SessionState>;
  /** Those that this tab drives for it. */
  readonly runs: Runs;
  readonly shown: ShownRun;
  /** Hash and revision that are stored now. */
  stored: { hash: Hash; revision: number };
  readonly work: SessionWork;
  /** Saves what is not saved yet, now: after there was no room for it. */
  save(): void;
  /** The document as it is now, as the text of a file. */
  text(): string;
  /** Aborted as soon as it is closed: what was asked of it and takes time ends then, and is not done in the next one. */
  readonly closed: AbortSignal;
  close(): void;
}

/** The open session, for what happens outside of React: keys, dialogs, runs. */
export const openSessionStore = createStore<{ readonly session: Session | null }>(() => ({ session: null }));

export const SessionContext = createContext<Session | null>(null);

/** The open workspace. Only what lies inside of it may ask. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('No workspace is open here.');
  return session;
}

export function useEditor(): Editor {
  return useSession().editor;
}

export function useSessionState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().state, select);
}

/** Whether what is edited is a plan that waits for a person, and no workspace (D9). */
export function useIsProposal(): boolean {
  return useEditor().proposal !== null;
}

export function useDocument<T>(select: (state: DocumentState) => T): T {
  return useStore(useEditor().document, select);
}

export function useScene<T>(select: (scene: Scene) => T): T {
  return useStore(useEditor().scene, select);
}

/** The capabilities that plans of the workspace may name: another map once they have changed. */
export function useCatalogue(): Catalogue {
  const editor = useEditor();
  return useStore(editor.scene, () => editor.catalogue);
}

export function useSelection<T>(select: (state: SelectionState) => T): T {
  return useStore(useEditor().selection, select);
}

export function usePlanView<T>(select: (state: ViewState) => T): T {
  return useStore(useEditor().view, select);
}

export function useProblems<T>(select: (state: ProblemsState) => T): T {
  return useStore(useEditor().problems, select);
}

export function useRuns<T>(select: (state: RunsState) => T): T {
  return useStore(useEditor().runs, select);
}

/** A document as it is kept. */
export interface Written {
  readonly text: string;
  /** Of what it means: trust binds to it (T1). */
  readonly hash: Hash;
}

export function writtenOf(workspace: Workspace): Written {
  return { text: write(workspace), hash: workspaceHash(workspace) };
}
