import { useContext } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AddOptions } from '#editor';
import type { Budget } from '#kernel';
import type { LaunchOptions, Placement } from '../run/launchOptions';
import type { ChosenStep, Extent } from './extent';
import { openSessionStore, type Session, SessionContext } from './session';

/** A place of a table: a column, and what is typed into its filter. */
export interface TablePlace {
  readonly column: string;
  readonly typed?: string;
}

/** The dialogs of the app; at most one is open. */
export type OpenDialog =
  | {
      readonly kind: 'import';
      readonly files?: readonly File[];
      readonly text?: string;
      readonly link?: string;
    }
  | {
      readonly kind: 'settings';
      readonly section?: 'connections' | 'models' | 'runs' | 'appearance' | 'keys' | 'storage';
      /** Id of the connection that is open, at its key. */
      readonly connection?: string;
    }
  /** A connection of the person; `next` hears its id. */
  | { readonly kind: 'connection'; readonly next?: (id: string) => void }
  | { readonly kind: 'share'; readonly tab: 'link' | 'export' }
  | { readonly kind: 'history' }
  /** Of the phone: what has no tab there. */
  | { readonly kind: 'menu' }
  | {
      readonly kind: 'panel';
      readonly panel: 'details' | 'runs' | 'attempts' | 'costs' | 'variables' | 'fork';
    }
  | { readonly kind: 'problems' }
  /** `next` runs when the content was trusted, with the limits that were set. */
  | { readonly kind: 'trust'; readonly next: ((budget: Budget) => void) | null }
  | { readonly kind: 'commands' }
  | { readonly kind: 'keys' }
  /** `options` say where the node goes; `replace` puts it in place of the selected one. */
  | { readonly kind: 'adder'; readonly options?: AddOptions; readonly replace?: boolean }
  /** `at`: where its table is looked at. */
  | { readonly kind: 'document'; readonly id: string | null; readonly at?: TablePlace }
  | { readonly kind: 'prompt'; readonly id: string | null }
  | { readonly kind: 'feature'; readonly id: string | null }
  /** `next` goes on with the run that they kept from starting; null: they are only looked at. */
  | { readonly kind: 'standIns'; readonly next: (() => void) | null }
  /** `onAdded`: the planner that it was added from uses it. */
  | { readonly kind: 'parser'; readonly id: string | null; readonly onAdded?: (id: string) => void }
  /** `unfold`: where the run belongs is asked for as well (M4). */
  | {
      readonly kind: 'inputs';
      readonly unfold?: boolean;
      readonly next: (given: Pick<LaunchOptions, 'input' | 'inputFiles'>, placement: Placement) => void;
    }
  /** Goes on from a run with another one (D1): at a step of it, or where it failed. */
  | { readonly kind: 'goOn'; readonly extent: Extent; readonly step: ChosenStep | null }
  /** What comes of a node instead of calling it (D10). */
  | {
      readonly kind: 'pin';
      readonly node: string;
      readonly plan: string;
      /** What it is called. */
      readonly title: string;
    }
  /** A plan that was made in the shown run becomes one of the workspace (P11). */
  | { readonly kind: 'promote' }
  | { readonly kind: 'help'; readonly page: string };

/** What every dialog gets. */
export interface DialogProps<Kind extends OpenDialog['kind'] = OpenDialog['kind']> {
  readonly dialog: Extract<OpenDialog, { kind: Kind }>;
  readonly onClose: () => void;
}

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

/** Dialogs that are about no workspace. */
const OF_THE_APP: ReadonlySet<OpenDialog['kind']> = new Set([
  'import',
  'settings',
  'connection',
  'commands',
  'keys',
  'help',
]);

/** A dialog goes with the workspace that it is about: nobody answers it for the next one. */
export function closeDialogOfWorkspace(): void {
  const { open } = store.getState();
  if (open !== null && !OF_THE_APP.has(open.kind)) closeDialog();
}

/** The dialog that is open here: one about a workspace is so in that workspace only. */
export function useOpenDialog(): OpenDialog | null {
  const here = useContext(SessionContext);
  return useStore(store, ({ open, session }) =>
    open !== null && (OF_THE_APP.has(open.kind) || session === here) ? open : null,
  );
}
