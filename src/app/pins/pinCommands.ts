import type { PageCommands } from '../commands/give';

export const PIN_COMMANDS: PageCommands = {
  'node.pin': async (session) => (await import('./pinNode')).pinChosen(session),
  'node.pin-calls': async (session) => (await import('./pinNode')).pinCallsOfChosen(session),
};
