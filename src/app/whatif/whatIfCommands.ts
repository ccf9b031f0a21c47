import type { PageCommands } from '../commands/give';
import { showMachineTab } from '../machine/simulation';
import { showInDock } from '../state/layout';

/** The room that the forms of a script need, in CSS pixels. */
export const WHAT_IF_HEIGHT = 340;

export const WHAT_IF_COMMANDS: PageCommands = {
  'run.what-if': ({ editor }) =>
    editor.scene.getState().machine === null
      ? showInDock('whatif', WHAT_IF_HEIGHT)
      : showMachineTab('events'),
};
