import type { PageCommands } from '../commands/give';
import { adjustPlace } from '../state/address';

export const PROVING_COMMANDS: PageCommands = {
  'view.proving': () => adjustPlace({ view: 'proving' }),
};
