import type { PageCommands } from '../commands/pageCommands';

export const TRY_COMMANDS: PageCommands = {
  'node.try': async (session) => (await import('./tryNode')).tryChosen(session),
};
