import type { PageCommands } from '../commands/pageCommands';
import { showMachineTab } from '../machine/machineStore';
import { openWhatIf } from '../state/layout';

export const WHAT_IF_COMMANDS: PageCommands = {
  'run.what-if': ({ editor }) =>
    editor.scene.getState().machine === null ? openWhatIf() : showMachineTab('events'),
};
