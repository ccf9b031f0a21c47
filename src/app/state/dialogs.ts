import { type ComponentType, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { PanelId } from './panels';
import { openSessionStore, type Session, SessionContext } from './session';

/**
 * Every kind of dialog, with what is said when one is opened. It is filled by the features, each in its own `dialogs.ts`, so that
 * what opens a dialog need not know where it is made (TypeScript, "declaration merging"):
 *
 *     declare module '../state/dialogs' {
 *       interface Dialogs {
 *         pin: { readonly node: string };
 *       }
 *     }
 */
export interface Dialogs {
  /** A panel of the desk, in a hand. */
  panel: { readonly panel: PanelId };
}

export type DialogKind = keyof Dialogs;

/** A dialog, as it is opened; at most one is open. */
export type OpenDialog<Kind extends DialogKind = DialogKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & Dialogs[Each];
}[Kind];

/** What every dialog gets. */
export interface DialogProps<Kind extends DialogKind = DialogKind> {
  readonly dialog: OpenDialog<Kind>;
  readonly onClose: () => void;
}

/** What the frame knows of the dialogs of a feature. */
export type DialogTable<Kind extends DialogKind = DialogKind> = {
  readonly [Each in Kind]: {
    /** What it is called where it cannot be shown. */
    readonly name: string;
    readonly Dialog: ComponentType<DialogProps<Each>>;
    /** It is about no workspace, and stays open when one is left. */
    readonly isOfApp?: true;
  };
};

interface DialogState {
  readonly open: OpenDialog | null;
  /** The workspace in which it was opened. */
  readonly session: Session | null;
}

const store = createStore<DialogState>(() => ({ open: null, session: null }));

export function openDialog(dialog: OpenDialog): void {
  store.setState({ open: dialog, session: openSessionStore.getState().session });
}

export function closeDialog(): void {
  store.setState({ open: null, session: null });
}

/** Closes this one. One that has taken its place meanwhile stays: what closes it may have taken its time. */
export function closeOnly(dialog: OpenDialog): void {
  if (store.getState().open === dialog) closeDialog();
}

/** Whether one is open, or will be as soon as it is loaded. */
export function isDialogOpen(): boolean {
  return store.getState().open !== null;
}

/** The dialog that is open, and whether it was opened in the workspace that is shown here. */
export function useOpenDialog(): { readonly open: OpenDialog | null; readonly isOfHere: boolean } {
  const here = useContext(SessionContext);
  const { open, session } = useStore(store);
  return { open, isOfHere: session === here };
}
