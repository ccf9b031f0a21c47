import type { PageCommands } from '../commands/give';

export const TRY_COMMANDS: PageCommands = {
  'node.try': async (session) => (await import('./tryNode')).tryChosen(session),
};
