import type { PageCommands } from '../commands/pageCommands';
import { adjustPlace } from '../state/address';

export const PROVING_COMMANDS: PageCommands = {
  'view.proving': () => adjustPlace({ view: 'proving' }),
};
