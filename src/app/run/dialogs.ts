import { lazily } from '../parts/lazily';
import type { ChosenStep, Extent } from '../state/canvas';
import type { DialogTable } from '../state/dialogs';
import type { LaunchOptions, Placement } from './placement';

declare module '../state/dialogs' {
  interface Dialogs {
    /** `unfold`: where the run belongs is asked for as well (M4). */
    inputs: {
      readonly unfold?: boolean;
      readonly next: (
        given: Pick<LaunchOptions, 'input' | 'inputFiles' | 'budget'>,
        placement: Placement,
      ) => void;
    };
    /** Goes on from a run with another one (D1): at a step of it, or where it failed. */
    goOn: { readonly extent: Extent; readonly step: ChosenStep | null };
    /** A plan that was made in the shown run becomes one of the workspace (P11). */
    promote: object;
    /** What sessions hold besides their runs (P16); `session`: the one that is looked at first. */
    sessions: { readonly session: string };
  }
}

export const RUN_DIALOGS = {
  inputs: { name: 'Run', Dialog: lazily(() => import('./InputsDialog')) },
  goOn: { name: 'Run from here?', Dialog: lazily(() => import('./GoOnDialog')) },
  promote: { name: 'Promote', Dialog: lazily(() => import('./PromoteDialog')) },
  sessions: { name: 'Sessions', Dialog: lazily(() => import('./SessionsDialog')) },
} satisfies DialogTable<'inputs' | 'goOn' | 'promote' | 'sessions'>;
